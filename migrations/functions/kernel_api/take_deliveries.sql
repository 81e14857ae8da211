-- Claims deliveries by deleting them, in the order of `wanted`. Skips deliveries that are parked or locked by another
-- worker.
create or replace function kernel_api.take_deliveries(wanted uuid[])
returns table (id uuid, topic text, payload bytea, at_ms bigint)
language plpgsql volatile security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        with taken as (
            delete from delivery d
            where d.id in (
                select c.id from delivery c where c.id = any(wanted) and c.parked_at is null for update skip locked
            )
            returning d.id, d.topic, d.payload, d.happened_at
        )
        select t.id, t.topic, t.payload, (extract(epoch from t.happened_at) * 1000)::bigint
        from taken t order by array_position(wanted, t.id);
end $$;
