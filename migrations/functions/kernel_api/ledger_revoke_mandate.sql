-- A plugin can only revoke its own mandates.
create or replace function kernel_api.ledger_revoke_mandate(p_mandate uuid, p_source text, p_at timestamptz, out outcome smallint)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if not exists (select 1 from mandate m where m.id = p_mandate and m.source = p_source) then
        outcome := 9;
        return;
    end if;
    outcome := revoke_mandate(p_mandate, p_at);
end $$;
