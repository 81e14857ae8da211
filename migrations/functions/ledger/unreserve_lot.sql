-- Withdraws or rejects a refund: releases the hold of a reserved lot.
create or replace function ledger.unreserve_lot(p_lot uuid, p_at timestamptz, out outcome smallint, out available bigint)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 1 then
        outcome := 11;
        return;
    end if;
    select r.outcome, r.available into outcome, available from release(l.hold_id, p_at) r;
    if outcome = 0 then
        update lot set state = 0, hold_id = null where id = p_lot;
    end if;
end $$;
