-- Releases an open hold. A reserved lot is live again; on a closed account, the released WIT is forfeited.
create or replace function ledger.release(p_hold uuid, p_at timestamptz, out outcome smallint, out available bigint, out payer uuid)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    h hold;
    is_closed boolean;
begin
    select * into h from hold where id = p_hold for no key update;
    if not found then
        outcome := 9;
        return;
    end if;
    if h.state > 0 then
        outcome := case when h.state = 1 then 10 else 11 end;
        return;
    end if;
    update hold set state = 2, ended_at = p_at where id = p_hold;
    payer := h.account_id;
    update account a set held = a.held - h.amount where a.id = h.account_id
    returning a.balance - a.held, a.state = 2 into available, is_closed;
    update lot set state = 0, hold_id = null where hold_id = p_hold;
    if is_closed then
        perform forfeit(h.account_id, p_at);
    end if;
    outcome := 0;
end $$;
