-- Holds WIT on a person's account until it is captured, released or expired. `available` is the balance minus all holds.
-- A repeated call with the same values is replayed (1).
create or replace function ledger.hold(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text, out outcome smallint, out available bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_account = p_to or p_expires <= p_at then
        outcome := 7;
        return;
    end if;
    insert into hold (id, account_id, to_account, amount, kind, source, memo, at, expires_at)
    values (p_id, p_account, p_to, p_amount, p_kind, p_source, p_memo, p_at, p_expires)
    on conflict (id) do nothing;
    if not found then
        select case when (h.account_id, h.amount, h.kind, h.source) = (p_account, p_amount, p_kind, p_source)
                         and h.to_account is not distinct from p_to and h.expires_at = p_expires
                    then 1 else 2 end
        into outcome from hold h where h.id = p_id;
        return;
    end if;
    if p_to < house then
        outcome := nullif(refusal(p_to, false, 0::smallint), 0);
    end if;
    if outcome is null then
        update account a set held = a.held + p_amount
        where a.id = p_account and a.state = 0 and a.balance - a.held >= p_amount
        returning a.balance - a.held into available;
        if found then
            outcome := 0;
            return;
        end if;
        outcome := refusal(p_account, false, 3::smallint);
    end if;
    delete from hold where id = p_id;
end $$;
