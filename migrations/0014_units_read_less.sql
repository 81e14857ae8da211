-- PostgreSQL reads the stored tree of every CHECK anew for each statement that writes to its table: of a hold's that was
-- an eighth of what it cost to make one. Nothing but the ledger's functions writes here; the checker proves the rules.
alter table ledger.hold
    drop constraint hold_amount_check, drop constraint hold_state_check,
    drop constraint hold_check, drop constraint hold_check1, drop constraint hold_check2;

-- What the kernel itself may ask in a unit of work about people, as views: a question that is prepared on a view keeps
-- its plan, and nothing is set, called or collected for it. The views read with their owner's rights.
create view kernel_api.person as
    select a.id, a.nickname, a.image, a.language from kernel.account a
    where a.nickname is not null and a.verified_at is not null;
create view kernel_api.block as select b.blocker, b.blocked from kernel.block b;

-- A promise by a plugin in one statement, where the plugin has no limits of a day and nothing stands in the way; anything
-- else goes the long way. Names are written out in full, and every statement here reaches its rows by an index: that is
-- a setting of the connections that units of work have.
create or replace function kernel_api.ledger_hold(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer as $$
declare
    kept boolean;
    known boolean;
begin
    if p_amount between 1 and 100000000000000 and p_account is distinct from p_to and p_expires > p_at
       and coalesce(p_person_day, p_world_day, p_platform_day) is null
    then
        with reserved as (
            update ledger.account a set held = a.held + p_amount
            where a.id = p_account and a.state = 0 and a.balance - a.held >= p_amount
              -- Somebody who cannot be paid is promised nothing; what a plugin has begins with what it first gets.
              and (p_to is null or p_to >= 'fffffffe-0000-0000-0000-000000000000'
                   or exists (select from ledger.account t where t.id = p_to and t.state = 0))
            returning a.balance - a.held as available
        ), written as (
            insert into ledger.hold (id, account_id, to_account, amount, kind, source, memo, at, expires_at)
            select p_id, p_account, p_to, p_amount, p_kind, p_source, p_memo, p_at, p_expires from reserved
            on conflict (id) do nothing
            returning true as kept
        )
        select r.available, w.kept into balance, kept from reserved r left join written w on true;
        if kept then
            outcome := 0;
            return;
        end if;
        if balance is not null then
            -- There is one of that name.
            update ledger.account a set held = a.held - p_amount where a.id = p_account;
        end if;
    end if;

    known := exists (select from ledger.hold h where h.id = p_id);
    if not known and p_amount > 0
       and not ledger.use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
    then
        outcome := 12;
        return;
    end if;
    select h.outcome, h.available into outcome, balance
    from ledger.hold(p_id, p_account, p_to, p_amount, p_kind, p_at, p_expires, p_source, p_memo) h;
    if outcome <> 0 and not known and p_amount > 0 then
        perform ledger.use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;

-- The end of a unit of work: everything that it queued, and what it answered. Of timers there is one of each key, in the
-- order of keys; one that is cancelled is due at null.
create or replace function kernel_api.finish(
    events jsonb, timers jsonb, pushes jsonb,
    idempotency_actor text, idempotency_key text, answer_status int, answer_headers jsonb, answer_body bytea,
    wallets uuid[], moved_at timestamptz
) returns int
language plpgsql volatile security definer as $$
declare
    people uuid[];
begin
    if events is not null then
        insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
        select (e ->> 'id')::uuid, e ->> 'subscriber', e ->> 'topic', decode(e ->> 'payload', 'base64'),
               (e ->> 'at')::timestamptz, (e ->> 'at')::timestamptz
        from jsonb_array_elements(events) e;
    end if;
    if timers is not null then
        insert into kernel.timer (plugin, key, due_at, try_at, cron, payload)
        select e ->> 'plugin', e ->> 'key', (e ->> 'due')::timestamptz, (e ->> 'due')::timestamptz, e ->> 'cron',
               decode(e ->> 'payload', 'base64')
        from jsonb_array_elements(timers) e
        where e ->> 'due' is not null
        on conflict (plugin, key) do update
        set due_at = excluded.due_at, try_at = excluded.try_at, cron = excluded.cron, payload = excluded.payload,
            attempts = 0, parked_at = null, last_error = null;
        if timers @> '[{"due": null}]' then
            delete from kernel.timer t
            using jsonb_array_elements(timers) e
            where e ->> 'due' is null and t.plugin = e ->> 'plugin' and t.key = e ->> 'key';
        end if;
    end if;
    if pushes is not null or wallets is not null then
        -- Those who listen, in the order of account ids, so that two units of work never wait for each other in a ring.
        people := array(
            select c.account_id from kernel.live_cursor c
            where c.account_id = any(
                wallets || array(select (e ->> 'person')::uuid from jsonb_array_elements(pushes) e))
            order by c.account_id for no key update);
    end if;
    if cardinality(people) > 0 then
        with said as (
            select (e ->> 'person')::uuid as person, e ->> 'kind' as kind, e -> 'payload' as payload,
                   to_timestamp((e ->> 'at_ms')::double precision / 1000) as at, n
            from jsonb_array_elements(pushes) with ordinality x(e, n)
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
            update kernel.live_cursor c set seq = c.seq + s.many
            from (select distinct person, many from numbered) s where c.account_id = s.person
            returning c.account_id, c.seq
        )
        insert into kernel.live_event (account_id, seq, kind, payload, at)
        select s.person, m.seq - s.many + s.place, s.kind, s.payload, s.at
        from numbered s join moved m on m.account_id = s.person;
    end if;
    if idempotency_key is not null then
        update kernel.idempotency i set status = answer_status, headers = answer_headers, body = answer_body
        where i.actor = idempotency_actor and i.key = idempotency_key;
    end if;
    return 1;
end $$;
