-- Writes events of a unit of work, one row per subscriber. The arrays have one element per row.
create or replace function kernel_api.deliver_events(
    ids uuid[], subscribers text[], topics text[], payloads bytea[], happened timestamptz[]
) returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    insert into delivery (id, subscriber, topic, payload, happened_at, due_at)
    select e.id, e.subscriber, e.topic, e.payload, e.at, e.at
    from unnest(ids, subscribers, topics, payloads, happened) e (id, subscriber, topic, payload, at);
end $$;
