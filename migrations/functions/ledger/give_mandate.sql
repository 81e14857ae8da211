-- Permits `p_source` to collect up to `p_amount` from a person once, before `p_expires`. Reserves nothing and locks no
-- account. A repeated call with the same values is replayed (1).
create or replace function ledger.give_mandate(
    p_id uuid, p_account uuid, p_amount bigint, p_at timestamptz, p_expires timestamptz, p_source text
) returns smallint
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    reason smallint;
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_expires <= p_at
       or p_account >= 'fffffffe-0000-0000-0000-000000000000' then
        return 7;
    end if;
    reason := refusal(p_account, false, 0::smallint);
    if reason <> 0 then
        return reason;
    end if;
    insert into mandate (id, account_id, amount, source, at, expires_at)
    values (p_id, p_account, p_amount, p_source, p_at, p_expires)
    on conflict (id) do nothing;
    if found then
        return 0;
    end if;
    return (select case when (m.account_id, m.amount, m.source, m.expires_at) = (p_account, p_amount, p_source, p_expires)
                        then 1 else 2 end
            from mandate m where m.id = p_id);
end $$;
