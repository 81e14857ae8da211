-- The movements of play money on an account of a trial, newest first.
create or replace function kernel_api.play_history(p_install text, p_holder uuid, p_before bigint, p_limit int)
returns table (seq bigint, id uuid, amount bigint, at timestamptz, memo text, other uuid)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select * from (
        select row_number() over (order by t.at, t.id, t.leg) as seq, t.id,
               case when t.payee = p_holder then t.amount else -t.amount end, t.at, t.memo,
               case when t.payee = p_holder then t.payer else t.payee end
        from play_transfer t
        where t.install = p_install and p_holder in (t.payer, t.payee)
    ) numbered
    where seq < p_before order by seq desc limit p_limit
$$;
