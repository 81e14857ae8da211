-- Bytes on disk of the tables in a plugin's schema, with their indexes, long values and dead rows. The sizes are those of
-- the files, so they include what open transactions have written. Waits only briefly for a table that is being changed.
create or replace function kernel.plugin_bytes(p_schema text) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
begin
    return (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = p_schema and c.relkind = 'r');
end $$;
