-- Records a resource, or replaces the alias and the attributes of a recorded one. Returns '' or the reason of a
-- refusal: 'alias' (another resource of the kind has it), 'parent' (it does not exist, or the resource has another).
create or replace function kernel_api.declare_resource(
    new_kind text, new_id text, new_alias text, new_parent_kind text, new_parent_id text, new_attributes jsonb
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    if new_parent_id is not null then
        -- The lock keeps the parent until this transaction ends.
        perform 1 from resource r where r.kind = new_parent_kind and r.id = new_parent_id for key share;
        if not found then
            return 'parent';
        end if;
    end if;
    if exists (select 1 from resource r where r.kind = new_kind and r.alias = new_alias and r.id <> new_id) then
        return 'alias';
    end if;
    insert into resource as r (kind, id, alias, parent_kind, parent_id, attributes)
    values (new_kind, new_id, new_alias, case when new_parent_id is not null then new_parent_kind end,
            new_parent_id, new_attributes)
    on conflict (kind, id) do update set alias = excluded.alias, attributes = excluded.attributes
    where r.parent_id is not distinct from excluded.parent_id;
    return case when found then '' else 'parent' end;
end $$;
