-- Sets, replaces or cancels timers of a unit of work. The arrays have one element per timer, without duplicate
-- (plugin, key); a null due time cancels the timer. The caller sorts them by (plugin, key), which is the lock order.
create or replace function kernel_api.set_timers(
    plugins text[], keys text[], dues timestamptz[], crons text[], payloads bytea[]
) returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    insert into timer (plugin, key, due_at, try_at, cron, payload)
    select t.plugin, t.key, t.due, t.due, t.cron, t.payload
    from unnest(plugins, keys, dues, crons, payloads) t (plugin, key, due, cron, payload)
    where t.due is not null
    on conflict (plugin, key) do update
    set due_at = excluded.due_at, try_at = excluded.try_at, cron = excluded.cron, payload = excluded.payload,
        attempts = 0, parked_at = null, last_error = null;
    delete from timer t
    using unnest(plugins, keys, dues) c (plugin, key, due)
    where c.due is null and t.plugin = c.plugin and t.key = c.key;
    -- An installed plugin has at most 100 timers. Calls that run at the same time do not see each other's rows, so they can
    -- exceed it once by what they set.
    if exists (
        select from (select distinct unnest(plugins) as plugin) p
        where p.plugin like 'x-%'
          and (select count(*) from (select from timer t where t.plugin = p.plugin limit 101) counted) > 100
    ) then
        raise exception 'more than 100 timers' using errcode = 'program_limit_exceeded';
    end if;
end $$;
