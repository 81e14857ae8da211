-- `kernel.resource_lineage` for plugin hosts.
create or replace function kernel_api.resource_lineage(wanted_kind text, wanted_key text)
returns table (kind text, id text, attributes jsonb)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query select l.kind, l.id, l.attributes from resource_lineage(wanted_kind, wanted_key) l;
end $$;
