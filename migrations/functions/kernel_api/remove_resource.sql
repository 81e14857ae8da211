-- Deletes a resource, its descendants, and the role bindings on all of them. False if it does not exist.
create or replace function kernel_api.remove_resource(old_kind text, old_id text)
returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    delete from role_binding b
    where b.scope in (
        with recursive tree as (
            select r.kind, r.id from resource r where r.kind = old_kind and r.id = old_id
            union
            select c.kind, c.id from tree t join resource c on c.parent_kind = t.kind and c.parent_id = t.id
        )
        select t.kind || ':' || t.id from tree t
    );
    delete from resource r where r.kind = old_kind and r.id = old_id;
    return found;
end $$;
