create or replace function kernel_api.change_role(grant_it boolean, person uuid, role_name text, role_scope text)
returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    if not exists (select 1 from account where id = person) then
        return false;
    end if;
    if grant_it then
        insert into role_binding (account_id, role, scope) values (person, role_name, role_scope)
        on conflict do nothing;
    else
        delete from role_binding b
        where b.account_id = person and b.role = role_name and b.scope = role_scope;
    end if;
    return true;
end $$;
