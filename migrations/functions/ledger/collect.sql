-- Collects a mandate: pays its legs from the person, all or none, together at most its amount. The balance must be
-- sufficient now. Not idempotent: a second call has the outcome 10. Locks the mandate, then the accounts in id order
-- (`transfer_legs`). A refusal leaves the mandate open.
create or replace function ledger.collect(
    p_mandate uuid, p_credit uuid[], p_amount bigint[], p_kind smallint[], p_memo text[], p_at timestamptz,
    out outcome smallint, out refused_leg int, out payer uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    m mandate;
    total numeric;
begin
    select * into m from mandate where id = p_mandate for no key update;
    if not found then
        outcome := 9;
        return;
    end if;
    if m.state = 1 then
        outcome := 10;
        return;
    end if;
    if m.state > 1 or m.expires_at <= p_at then
        outcome := 11;
        return;
    end if;
    select sum(a) into total from unnest(p_amount) a;
    if total is null or total > m.amount then
        outcome := 7;
        return;
    end if;
    select l.outcome, l.refused_leg into outcome, refused_leg
    from transfer_legs(p_mandate, array_fill(m.account_id, array[cardinality(p_amount)]), p_credit, p_amount, p_kind, p_memo,
                       p_at, m.source) l;
    if outcome = 0 then
        payer := m.account_id;
        update mandate set state = 1, collected = total, ended_at = p_at where id = p_mandate;
    end if;
end $$;
