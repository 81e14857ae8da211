-- The people among the given ids who have an open screen or a push subscription.
create or replace function kernel_api.reachable(people uuid[]) returns table (person uuid, screens boolean, devices boolean)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        select w.person, w.screens, w.devices
        from (
            select p.id as person, exists (select 1 from live_cursor c where c.account_id = p.id) as screens,
                   exists (select 1 from push_subscription s where s.account_id = p.id) as devices
            from unnest(people) p (id)
        ) w
        where w.screens or w.devices;
end $$;
