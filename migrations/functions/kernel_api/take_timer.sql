-- Claims a due timer. A repeating timer is set to `next_ms`, which the caller computes from its cron expression.
create or replace function kernel_api.take_timer(which text, wanted text, expected_ms bigint, next_ms bigint)
returns table (payload bytea, due_ms bigint)
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    taken timer;
begin
    select * into taken from timer t
    where t.plugin = which and t.key = wanted and t.parked_at is null
      and (extract(epoch from t.due_at) * 1000)::bigint = expected_ms
    for update skip locked;
    if not found then
        return;
    end if;
    if next_ms is null then
        delete from timer t where t.plugin = which and t.key = wanted;
    else
        update timer t
        set due_at = to_timestamp(next_ms::double precision / 1000),
            try_at = to_timestamp(next_ms::double precision / 1000),
            attempts = 0, last_error = null
        where t.plugin = which and t.key = wanted;
    end if;
    payload := taken.payload;
    due_ms := expected_ms;
    return next;
end $$;
