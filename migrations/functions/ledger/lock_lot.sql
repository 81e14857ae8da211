-- Locks a lot's hold, its account and the lot, in this order, and returns the lot; null if it does not exist.
create or replace function ledger.lock_lot(p_lot uuid) returns ledger.lot
language plpgsql volatile as $$
declare
    l ledger.lot;
begin
    select * into l from ledger.lot where id = p_lot;
    if not found then
        return null;
    end if;
    if l.hold_id is not null then
        perform 1 from ledger.hold where id = l.hold_id for no key update;
    end if;
    perform 1 from ledger.account where id = l.account_id for no key update;
    select * into l from ledger.lot where id = p_lot for no key update;
    return l;
end $$;
