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
            from said s
        ), moved as (
            -- In the order of account ids, so that two units of work never wait for each other in a ring.
            insert into live_cursor as c (account_id, seq)
            select a.id, s.many
            from account a join (select distinct person, many from numbered) s on s.person = a.id
            where a.id = any(people)
            order by a.id
            on conflict (account_id) do update set seq = c.seq + excluded.seq
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
