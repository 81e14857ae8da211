-- A plugin can only capture its own holds. After the end of an install its account is closed.
create or replace function kernel_api.ledger_capture(
    p_hold uuid, p_source text, p_to uuid, p_amount bigint, p_at timestamptz,
    out outcome smallint, out balance bigint, out payer uuid, out payee uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if p_source like 'x-%' and not kernel.moves_wit(p_source) then
        outcome := 6;
        return;
    end if;
    if not exists (select 1 from hold h where h.id = p_hold and h.source = p_source) then
        outcome := 9;
        return;
    end if;
    select c.outcome, c.balance, c.payer, c.payee into outcome, balance, payer, payee
    from capture(p_hold, p_to, p_amount, p_at) c;
end $$;
