-- Who listens. A push is kept for those who had a screen open lately, and costs nothing for everybody else: whoever
-- comes after a long time asks for everything anyway.
alter table live_cursor add column heard_at timestamptz not null default now();
create index live_cursor_heard_at on live_cursor (heard_at);

create or replace function push_live(person uuid, what text, content jsonb, happened_at timestamptz) returns void
language plpgsql volatile set search_path = kernel, pg_catalog, pg_temp as $$
declare
    next_seq bigint;
begin
    update live_cursor c set seq = c.seq + 1 where c.account_id = person returning c.seq into next_seq;
    if found then
        insert into live_event (account_id, seq, kind, payload, at)
        values (person, next_seq, what, content, happened_at);
    end if;
end $$;

-- The last statement of a unit of work, with one statement for each table. Timers are found by their key: a join with
-- what comes as JSON, of whose length the planner knows nothing, read the whole table as soon as it had grown.
create or replace function kernel_api.finish(
    events jsonb, timers jsonb, pushes jsonb,
    idempotency_actor text, idempotency_key text, answer_status int, answer_headers jsonb, answer_body bytea,
    wallets uuid[], moved_at timestamptz
) returns int
-- The plans of a session are made while the tables are small and kept when they are not.
language plpgsql volatile security definer set search_path = kernel, pg_temp set enable_seqscan = off as $$
declare
    element jsonb;
    due timestamptz;
    people uuid[];
begin
    if events is not null then
        insert into delivery (id, subscriber, topic, payload, happened_at, due_at)
        select (e ->> 'id')::uuid, e ->> 'subscriber', e ->> 'topic', decode(e ->> 'payload', 'base64'),
               to_timestamp((e ->> 'at_ms')::double precision / 1000),
               to_timestamp((e ->> 'at_ms')::double precision / 1000)
        from jsonb_array_elements(events) e;
    end if;
    if timers is not null then
        for element in select e from jsonb_array_elements(timers) e loop
            if element ? 'due_ms' then
                due := to_timestamp((element ->> 'due_ms')::double precision / 1000);
                insert into timer (plugin, key, due_at, try_at, cron, payload)
                values (element ->> 'plugin', element ->> 'key', due, due, element ->> 'cron',
                        decode(element ->> 'payload', 'base64'))
                on conflict (plugin, key) do update
                set due_at = excluded.due_at, try_at = excluded.try_at, cron = excluded.cron, payload = excluded.payload,
                    attempts = 0, parked_at = null, last_error = null;
            else
                delete from timer t where t.plugin = element ->> 'plugin' and t.key = element ->> 'key';
            end if;
        end loop;
    end if;
    if pushes is not null or wallets is not null then
        people := coalesce(wallets, '{}')
            || array(select (e ->> 'person')::uuid from jsonb_array_elements(coalesce(pushes, '[]')) e);
        -- Those who listen, in the order of account ids, so that two units of work never wait for each other in a ring.
        people := array(
            select c.account_id from live_cursor c where c.account_id = any(people) order by c.account_id for no key update);
    end if;
    if cardinality(people) > 0 then
        with said as (
            select (e ->> 'person')::uuid as person, e ->> 'kind' as kind, e -> 'payload' as payload,
                   to_timestamp((e ->> 'at_ms')::double precision / 1000) as at, n
            from jsonb_array_elements(coalesce(pushes, '[]')) with ordinality x(e, n)
            union all
            select a.id, 'kernel.wallet.changed',
                   jsonb_build_object('balanceHundredths', a.balance, 'heldHundredths', a.held, 'availableHundredths', a.balance - a.held),
                   moved_at, 1000000
            from ledger.account a where a.id = any(wallets)
        ), numbered as materialized (
            select s.*, row_number() over (partition by s.person order by s.n) as place,
                   count(*) over (partition by s.person) as many
            from said s where s.person = any(people)
        ), moved as (
            update live_cursor c set seq = c.seq + s.many
            from (select distinct person, many from numbered) s where c.account_id = s.person
            returning c.account_id, c.seq
        )
        insert into live_event (account_id, seq, kind, payload, at)
        select s.person, m.seq - s.many + s.place, s.kind, s.payload, s.at
        from numbered s join moved m on m.account_id = s.person;
    end if;
    if idempotency_key is not null then
        update idempotency i set status = answer_status, headers = answer_headers, body = answer_body
        where i.actor = idempotency_actor and i.key = idempotency_key;
    end if;
    return 1;
end $$;

-- As those of 0009: PostgreSQL plans a function in SQL at each call.
create or replace function kernel_api.take_delivery(wanted uuid)
returns table (subscriber text, topic text, payload bytea, at_ms bigint)
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    return query
        delete from delivery d
        where d.id = (
            select c.id from delivery c where c.id = wanted and c.parked_at is null for update skip locked
        )
        returning d.subscriber, d.topic, d.payload, (extract(epoch from d.happened_at) * 1000)::bigint;
end $$;
