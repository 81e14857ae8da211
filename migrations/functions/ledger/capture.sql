-- Captures a hold: pays `p_amount` of it (null: all) to the payee and releases the rest. `p_to` names the payee if the hold
-- has none. Not idempotent: a second call has the outcome 10. Locks the hold, then both accounts in id order.
create or replace function ledger.capture(
    p_hold uuid, p_to uuid, p_amount bigint, p_at timestamptz,
    out outcome smallint, out balance bigint, out payer uuid, out payee uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    h hold;
begin
    select * into h from hold where id = p_hold for no key update;
    if not found then
        outcome := 9;
        return;
    end if;
    if h.state = 1 then
        outcome := 10;
        return;
    end if;
    if h.state > 1 or h.expires_at <= p_at then
        outcome := 11;
        return;
    end if;
    if exists (select 1 from lot where hold_id = p_hold) then
        -- The hold reserves a lot: only `refund_lot` may capture it.
        outcome := 7;
        return;
    end if;
    payer := h.account_id;
    payee := coalesce(h.to_account, p_to);
    p_amount := coalesce(p_amount, h.amount);
    if payee is null or p_to is distinct from payee and p_to is not null or p_amount > h.amount then
        outcome := 7;
        return;
    end if;
    select p.outcome, p.balance into outcome, balance
    from post(capture_id(p_hold), payer, payee, p_amount, h.kind, p_at, h.source, h.memo, h.amount) p;
    if outcome = 0 then
        update hold set state = 1, captured = p_amount, ended_at = p_at where id = p_hold;
    end if;
end $$;
