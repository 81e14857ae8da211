-- The end of a unit of work as one question for each thing that it queued, with plain values: most units queue one event
-- and one change of a balance, and reading them out of JSON cost more than writing them. `finish` stays for a kernel that
-- still runs beside a newer one.

-- One event for one subscriber, and what is told to people at their screens, each as one may be there without the other.
-- `told` is read only where one of `people` listens: a list of {person, kind, payload, at}, and of {person, at} for a
-- balance that changed.
create function kernel_api.deliver(
    p_id uuid, p_subscriber text, p_topic text, p_payload bytea, p_at timestamptz, people uuid[], told text
) returns void
language plpgsql volatile security definer as $$
begin
    if p_id is not null then
        insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
        values (p_id, p_subscriber, p_topic, p_payload, p_at, p_at);
    end if;
    if people is null then
        return;
    end if;
    -- In the order of account ids, so that two units of work never wait for each other in a ring.
    people := array(
        select c.account_id from kernel.live_cursor c where c.account_id = any(people)
        order by c.account_id for no key update);
    if cardinality(people) > 0 then
        with said as (
            select (e ->> 'person')::uuid as person, e ->> 'kind' as kind, e -> 'payload' as payload,
                   (e ->> 'at')::timestamptz as at, n
            from jsonb_array_elements(told::jsonb) with ordinality x(e, n)
        ), numbered as materialized (
            select s.person, coalesce(s.kind, 'kernel.wallet.changed') as kind,
                   coalesce(s.payload, jsonb_build_object('balanceHundredths', a.balance, 'heldHundredths', a.held,
                                                          'availableHundredths', a.balance - a.held)) as payload,
                   s.at, row_number() over (partition by s.person order by s.n) as place,
                   count(*) over (partition by s.person) as many
            from said s left join ledger.account a on s.kind is null and a.id = s.person
            where s.person = any(people)
        ), moved as (
            update kernel.live_cursor c set seq = c.seq + s.many
            from (select distinct person, many from numbered) s where c.account_id = s.person
            returning c.account_id, c.seq
        )
        insert into kernel.live_event (account_id, seq, kind, payload, at)
        select s.person, m.seq - s.many + s.place, s.kind, s.payload, s.at
        from numbered s join moved m on m.account_id = s.person;
    end if;
end $$;

-- Sets a plugin's timer; one that is due at no time is cancelled. Asked in the order of keys.
create function kernel_api.set_timer(p_plugin text, p_key text, p_due timestamptz, p_cron text, p_payload bytea)
returns void
language plpgsql volatile security definer as $$
begin
    if p_due is null then
        delete from kernel.timer t where t.plugin = p_plugin and t.key = p_key;
        return;
    end if;
    insert into kernel.timer (plugin, key, due_at, try_at, cron, payload)
    values (p_plugin, p_key, p_due, p_due, p_cron, p_payload)
    on conflict (plugin, key) do update
    set due_at = excluded.due_at, try_at = excluded.try_at, cron = excluded.cron, payload = excluded.payload,
        attempts = 0, parked_at = null, last_error = null;
end $$;

-- What the request under an idempotency key was answered.
create function kernel_api.keep_answer(p_actor text, p_key text, p_status int, p_headers jsonb, p_body bytea) returns void
language plpgsql volatile security definer as $$
begin
    update kernel.idempotency i set status = p_status, headers = p_headers, body = p_body
    where i.actor = p_actor and i.key = p_key;
end $$;

-- The usual way of a hold, of a plugin without limits of a day: two statements, of few values. Null where anything is in
-- the way; nothing has changed then, and `ledger_hold` says what it is.
create function kernel_api.hold_at_once(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text
) returns smallint
language plpgsql volatile security definer as $$
begin
    if p_amount < 1 or p_amount > 100000000000000 or p_account is not distinct from p_to or p_expires <= p_at then
        return null;
    end if;
    update ledger.account a set held = a.held + p_amount
    where a.id = p_account and a.state = 0 and a.balance - a.held >= p_amount
      -- Somebody who cannot be paid is promised nothing; what a plugin has begins with what it first gets.
      and (p_to is null or p_to >= 'fffffffe-0000-0000-0000-000000000000'
           or exists (select from ledger.account t where t.id = p_to and t.state = 0));
    if not found then
        return null;
    end if;
    insert into ledger.hold (id, account_id, to_account, amount, kind, source, memo, at, expires_at)
    values (p_id, p_account, p_to, p_amount, p_kind, p_source, p_memo, p_at, p_expires)
    on conflict (id) do nothing;
    if not found then
        -- There is one of that name.
        update ledger.account a set held = a.held - p_amount where a.id = p_account;
        return null;
    end if;
    return 0;
end $$;
