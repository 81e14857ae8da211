-- A plugin's own movements on an account, newest first.
create or replace function kernel_api.ledger_history(p_account uuid, p_source text, p_before bigint, p_limit int)
returns table (seq bigint, id uuid, amount bigint, kind smallint, at timestamptz, memo text, other uuid)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
begin
    return query
        select e.seq, e.transfer_id, e.amount, e.kind, e.at, e.memo, e.other
        from entry e
        where e.account_id = p_account and e.seq < p_before and e.source = p_source
        order by e.seq desc limit p_limit;
end $$;
