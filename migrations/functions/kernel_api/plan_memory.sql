-- Bytes that this backend keeps for prepared statements and their plans.
create or replace function kernel_api.plan_memory() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    return (select coalesce(sum(total_bytes), 0)::bigint from pg_backend_memory_contexts
            where name in ('CachedPlanSource', 'CachedPlanQuery', 'CachedPlan'));
end $$;
