-- What a unit of work may do with the kernel's tables. The role that runs plugin SQL holds EXECUTE on
-- these functions and nothing else of the kernel, so that even a statement that escaped its plugin role
-- would find no table to read. No function catches exceptions: a subtransaction each call is too dear.

create function kernel_api.profiles(ids uuid[])
returns table (id uuid, nickname text, image text, language text)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select a.id, a.nickname, a.image, a.language
    from account a
    where a.id = any(ids) and a.nickname is not null and a.verified_at is not null
    order by array_position(ids, a.id)
$$;

create function kernel_api.profile_by_nickname(wanted text)
returns table (id uuid, nickname text, image text, language text)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select a.id, a.nickname, a.image, a.language
    from account a
    where a.nickname = wanted and a.verified_at is not null
$$;

create function kernel_api.blocked_between(a uuid, b uuid) returns boolean
language sql stable security definer set search_path = kernel, pg_temp as $$
    select exists (select 1 from block where (blocker, blocked) in ((a, b), (b, a)))
$$;

create function kernel_api.change_role(grant_it boolean, person uuid, role_name text, role_scope text)
returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    if not exists (select 1 from account where id = person) then
        return false;
    end if;
    if grant_it then
        insert into role_binding (account_id, role, scope) values (person, role_name, role_scope)
        on conflict do nothing;
    else
        delete from role_binding b
        where b.account_id = person and b.role = role_name and b.scope = role_scope;
    end if;
    return true;
end $$;

-- Claims (actor, key). Nothing comes back where the claim is new; the stored answer where it is not.
-- A second caller waits here until the first has committed or rolled back.
create function kernel_api.claim_idempotency(who text, wanted text, hash bytea)
returns table (same boolean, status int, headers jsonb, body bytea)
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    insert into idempotency as i (actor, key, request_hash, status, headers, body)
    values (who, wanted, hash, 0, '[]', '')
    on conflict do nothing;
    if not found then
        return query
            select i.request_hash = hash, i.status, i.headers, i.body
            from idempotency i where i.actor = who and i.key = wanted;
    end if;
end $$;

-- The last statement of a unit of work: everything it queued. That it answers at all is the proof that
-- the transaction is sound, so a caller is only told of success after it has.
create function kernel_api.finish(
    events jsonb, timers jsonb, pushes jsonb,
    idempotency_actor text, idempotency_key text, answer_status int, answer_headers jsonb, answer_body bytea
) returns int
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    push jsonb;
    next_seq bigint;
begin
    if events is not null then
        insert into delivery (id, subscriber, topic, payload, happened_at, due_at)
        select (e ->> 'id')::uuid, e ->> 'subscriber', e ->> 'topic', decode(e ->> 'payload', 'base64'),
               to_timestamp((e ->> 'at_ms')::double precision / 1000),
               to_timestamp((e ->> 'at_ms')::double precision / 1000)
        from jsonb_array_elements(events) e;
    end if;
    if timers is not null then
        delete from timer t using jsonb_array_elements(timers) e
        where t.plugin = e ->> 'plugin' and t.key = e ->> 'key';
        insert into timer (plugin, key, due_at, try_at, cron, payload)
        select e ->> 'plugin', e ->> 'key',
               to_timestamp((e ->> 'due_ms')::double precision / 1000),
               to_timestamp((e ->> 'due_ms')::double precision / 1000),
               e ->> 'cron', decode(e ->> 'payload', 'base64')
        from jsonb_array_elements(timers) e
        where e ? 'due_ms';
    end if;
    if pushes is not null then
        -- In the order of account ids, so that two units of work never wait for each other in a ring.
        for push in select e from jsonb_array_elements(pushes) with ordinality x(e, n) order by e ->> 'person', n
        loop
            insert into live_cursor as c (account_id, seq)
            select a.id, 1 from account a where a.id = (push ->> 'person')::uuid
            on conflict (account_id) do update set seq = c.seq + 1
            returning c.seq into next_seq;
            if found then
                insert into live_event (account_id, seq, kind, payload, at)
                values ((push ->> 'person')::uuid, next_seq, push ->> 'kind', push -> 'payload',
                        to_timestamp((push ->> 'at_ms')::double precision / 1000));
            end if;
        end loop;
    end if;
    if idempotency_key is not null then
        update idempotency i set status = answer_status, headers = answer_headers, body = answer_body
        where i.actor = idempotency_actor and i.key = idempotency_key;
    end if;
    return 1;
end $$;

-- Takes a delivery out for good, if nobody else has it: commits or returns with the subscriber's effects.
create function kernel_api.take_delivery(wanted uuid)
returns table (subscriber text, topic text, payload bytea, at_ms bigint)
language sql volatile security definer set search_path = kernel, pg_temp as $$
    delete from delivery d
    where d.id = (
        select c.id from delivery c where c.id = wanted and c.parked_at is null for update skip locked
    )
    returning d.subscriber, d.topic, d.payload, (extract(epoch from d.happened_at) * 1000)::bigint
$$;

-- Takes a timer that is due. One that comes back is put at `next_ms` (the caller knows its cron).
create function kernel_api.take_timer(which text, wanted text, expected_ms bigint, next_ms bigint)
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
