-- Reverses a purchase: returns the purchased amount to the mint as far as it is available, and voids the lot. `taken` is
-- the returned amount, in hundredths of a WIT. Outcome 13 if the lot does not exist or was refunded or voided before.
-- Locks as `ledger.lock_lot`.
create or replace function ledger.claw_back(
    p_id uuid, p_lot uuid, p_at timestamptz, p_memo text, out outcome smallint, out balance bigint, out taken bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state > 1 then
        outcome := 13;
        return;
    end if;
    if l.state = 1 then
        perform release(l.hold_id, p_at);
    end if;
    update lot set state = 3, remaining = 0, hold_id = null where id = p_lot;
    update account a set bought = a.bought - l.remaining where a.id = l.account_id
    returning greatest(least(l.amount, a.balance - a.held), 0) into taken;
    outcome := 0;
    if taken > 0 then
        select p.outcome, p.balance into outcome, balance
        from post(p_id, l.account_id, 'ffffffff-ffff-8fff-bfff-000000000001', taken, 3::smallint, p_at, 'kernel', p_memo, 0, true) p;
    end if;
end $$;
