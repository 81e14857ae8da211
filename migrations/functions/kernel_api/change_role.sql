-- Grants or revokes a role on a resource. Returns '' or what does not exist: 'person' or 'resource'.
create or replace function kernel_api.change_role(
    grant_it boolean, person uuid, role_name text, resource_kind text, resource_id text
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    if not exists (select 1 from account where id = person) then
        return 'person';
    end if;
    if not grant_it then
        delete from role_binding b
        where b.account_id = person and b.role = role_name and b.scope = resource_kind || ':' || resource_id;
        return '';
    end if;
    -- The lock keeps the resource until this transaction ends, so that no binding outlives it.
    perform 1 from resource r where r.kind = resource_kind and r.id = resource_id for key share;
    if not found then
        return 'resource';
    end if;
    insert into role_binding (account_id, role, scope)
    values (person, role_name, resource_kind || ':' || resource_id)
    on conflict do nothing;
    return '';
end $$;
