-- A plugin can only release its own holds.
create or replace function kernel_api.ledger_release(
    p_hold uuid, p_source text, p_at timestamptz, out outcome smallint, out balance bigint, out payer uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if not exists (select 1 from hold h where h.id = p_hold and h.source = p_source) then
        outcome := 9;
        return;
    end if;
    select r.outcome, r.available, r.payer into outcome, balance, payer from release(p_hold, p_at) r;
end $$;
