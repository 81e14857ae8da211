-- Ends an open mandate. Not idempotent: a mandate that was collected has the outcome 10, one that was revoked 11.
create or replace function ledger.revoke_mandate(p_mandate uuid, p_at timestamptz) returns smallint
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    v_state smallint;
begin
    update mandate set state = 2, ended_at = p_at where id = p_mandate and state = 0;
    if found then
        return 0;
    end if;
    select state into v_state from mandate where id = p_mandate;
    return case when v_state is null then 9 when v_state = 1 then 10 else 11 end;
end $$;
