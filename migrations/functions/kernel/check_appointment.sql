-- An administrator whom another one granted the role has an approved appointment.
create or replace function kernel.check_appointment() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if not exists (
        select 1 from appointment a
        where a.account_id = new.account_id and a.proposed_by = new.granted_by and a.state = 'applied'
    ) then
        raise exception 'administrators are appointed by two administrators';
    end if;
    return new;
end $$;
create or replace trigger role_binding_appointed before insert or update on kernel.role_binding
    for each row when (new.scope = 'platform' and new.role = 'admin' and new.granted_by is not null)
    execute function kernel.check_appointment();
