-- Executes an approved refund: returns the reserved lot to the mint.
create or replace function ledger.refund_lot(p_lot uuid, p_at timestamptz, out outcome smallint, out balance bigint)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 1 then
        outcome := 11;
        return;
    end if;
    update lot set state = 2, remaining = 0, hold_id = null where id = p_lot;
    update account a set bought = a.bought - l.amount where a.id = l.account_id;
    select c.outcome, c.balance into outcome, balance from capture(l.hold_id, null, null, p_at) c;
    if outcome <> 0 then
        -- The account was frozen or the hold expired in the meantime: nothing changes.
        update lot set state = 1, remaining = amount, hold_id = l.hold_id where id = p_lot;
        update account a set bought = a.bought + l.amount where a.id = l.account_id;
    end if;
end $$;
