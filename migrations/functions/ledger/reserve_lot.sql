-- Reserves a whole lot for a requested refund, with a hold on its amount.
create or replace function ledger.reserve_lot(
    p_lot uuid, p_hold uuid, p_at timestamptz, p_expires timestamptz, p_source text, p_memo text,
    out outcome smallint, out available bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 0 or l.remaining <> l.amount then
        outcome := 13;
        return;
    end if;
    select h.outcome, h.available into outcome, available
    from hold(p_hold, l.account_id, 'ffffffff-ffff-8fff-bfff-000000000001', l.amount, 2::smallint, p_at, p_expires, p_source, p_memo) h;
    if outcome = 0 then
        update lot set state = 1, hold_id = p_hold where id = p_lot;
    end if;
end $$;
