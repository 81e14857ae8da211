-- Many transfers at once, and what a unit of work that runs plugin code may do with the ledger.

-- What the checker found, for administrators.
create table kernel.ledger_check (
    at timestamptz primary key,
    accounts bigint not null,
    entries bigint not null,
    findings jsonb not null
);

-- A correction by hand: one administrator proposes it, another one decides.
create table kernel.adjustment (
    id uuid primary key,
    account_id uuid not null,
    -- What the account gets, in hundredths of a WIT; negative takes it away.
    amount bigint not null check (amount <> 0),
    reason text not null,
    state text not null default 'proposed' check (state in ('proposed', 'applied', 'rejected')),
    proposed_by uuid not null,
    proposed_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    check (decided_by is null or decided_by <> proposed_by)
);
create index adjustment_at on kernel.adjustment (proposed_at desc, id desc);
create index adjustment_open on kernel.adjustment (proposed_at desc, id desc) where state = 'proposed';

-- Adds up the days (in Korea) that have been over for an hour; at most a month of them at once.
create function ledger.close_days(p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    last date := ((p_now - interval '1 hour') at time zone 'Asia/Seoul')::date - 1;
    d date := coalesce(
        (select max(day) + 1 from day_total),
        (select (min(at) at time zone 'Asia/Seoul')::date from transfer));
    closed int := 0;
begin
    while d <= last and closed < 31 loop
        insert into day_total (day, kind, transfers, amount)
        select d, t.kind, count(*), sum(t.amount)
        from transfer t
        where t.at >= d::timestamp at time zone 'Asia/Seoul' and t.at < (d + 1)::timestamp at time zone 'Asia/Seoul'
        group by t.kind
        -- A day without any is closed too.
        union all select d, 0::smallint, 0, 0
        on conflict do nothing;
        d := d + 1;
        closed := closed + 1;
    end loop;
    return closed;
end $$;

create function ledger.chain_step(state bytea, head bytea, record bytea) returns bytea
language sql immutable as $$ select sha256(coalesce(state, head) || record) $$;
-- The hash chain of an account over rows in order: begins at `head`.
create aggregate ledger.chain(head bytea, record bytea) (sfunc = ledger.chain_step, stype = bytea);

-- At most 256 transfers with an outcome for each. In their order, those that are sure to succeed are applied by
-- a handful of statements; after them the others one by one, in their order. A row is sure to succeed if its key
-- is new, its accounts are active, its payer is a person or the system, its amount and the receiver's balance are far from the limits, and what
-- its payer has available covers all such rows of that payer up to and including it, whatever it receives here.
create function ledger.transfer_batch(
    p_id uuid[], p_debit uuid[], p_credit uuid[], p_amount bigint[], p_kind smallint[], p_at timestamptz,
    p_source text[], p_memo text[]
) returns smallint[]
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
    system constant uuid := 'ffffffff-0000-0000-0000-000000000000';
    size int := coalesce(array_length(p_id, 1), 0);
    outcomes smallint[] := array_fill(-1::smallint, array[size]);
    sure int[];
    spent uuid[];
    i int;
begin
    if size > 256 then
        raise exception 'a batch has at most 256 transfers' using errcode = '54000';
    end if;
    perform 1 from account
    where id in (select unnest(p_debit) union select unnest(p_credit)) and id < house
    order by id for no key update;

    with asked as (
        select u.*, row_number() over (partition by u.id order by u.o) as nth
        from unnest(p_id, p_debit, p_credit, p_amount) with ordinality u(id, debit, credit, amount, o)
    ), sound as (
        select a.o, a.debit, a.amount, d.balance - d.held as available
        from asked a
        left join account d on d.id = a.debit and a.debit < house
        left join account c on c.id = a.credit and a.credit < house
        where a.nth = 1 and a.amount between 1 and 1000000000000 and a.debit <> a.credit
          and (a.debit >= system or d.state = 0)
          and (a.credit >= house or c.state = 0 and c.balance <= 600000000000000)
          and not exists (select 1 from transfer t where t.id = a.id)
    ), paid as (
        select o, debit, available, sum(amount) over (partition by debit order by o) as needed from sound
    )
    select array_agg(o::int order by o) into sure from paid where debit >= system or needed <= available;

    if sure is not null then
        with rows as materialized (
            select p_id[f] as id, p_debit[f] as debit, p_credit[f] as credit, p_amount[f] as amount, p_kind[f] as kind,
                   p_source[f] as source, p_memo[f] as memo, f
            from unnest(sure) f
        ), kept as (
            insert into transfer (id, debit, credit, amount, kind, at, source, memo)
            select id, debit, credit, amount, kind, p_at, source, memo from rows
        ), put_off as (
            insert into deferred (account_id, transfer_id, amount)
            select debit, id, -amount from rows where debit >= house
            union all
            select credit, id, amount from rows where credit >= house
        ), legs as (
            select debit as acc, id, -amount as amount, kind, f from rows where debit < house
            union all
            select credit, id, amount, kind, f from rows where credit < house
        ), counted as (
            select l.acc, l.id, l.amount, l.kind, a.head,
                   a.seq + row_number() over w as seq,
                   (a.balance + sum(l.amount) over w)::bigint as after
            from legs l join account a on a.id = l.acc
            window w as (partition by l.acc order by l.f)
        ), hashed as materialized (
            select acc, id, amount, kind, seq, after,
                   chain(head, uuid_send(acc) || int8send(seq) || uuid_send(id) || int8send(amount) || int8send(after)
                               || int2send(kind) || timestamptz_send(p_at)) over (partition by acc order by seq) as hash
            from counted
        ), written as (
            insert into entry (account_id, seq, transfer_id, amount, balance_after, kind, at, hash)
            select acc, seq, id, amount, after, kind, p_at, hash from hashed
        ), ends as (
            select distinct on (acc) acc, seq, after, hash, min(after) over (partition by acc) as lowest
            from hashed order by acc, seq desc
        ), moved as (
            update account a
            set balance = e.after, seq = e.seq, head = e.hash, bought = least(a.bought, e.lowest)
            from ends e where a.id = e.acc
            returning a.id, a.bought, e.lowest
        )
        select array_agg(id) into spent from moved where bought = lowest;
        if spent is not null then
            perform spend_lots(a.id, a.bought) from account a where a.id = any(spent);
        end if;
        foreach i in array sure loop
            outcomes[i] := 0;
        end loop;
    end if;

    for i in 1..size loop
        if outcomes[i] = -1 then
            outcomes[i] := (
                select outcome
                from post(p_id[i], p_debit[i], p_credit[i], p_amount[i], p_kind[i], p_at, p_source[i], p_memo[i], 0, false));
        end if;
    end loop;
    return outcomes;
end $$;

-- Uses up some of what a grant allows in a scope on a day; false, and nothing used, where it is not enough.
create function ledger.use_up(p_plugin text, p_op text, p_scope text, p_day date, p_amount bigint, p_limit bigint)
returns boolean
language plpgsql volatile as $$
begin
    if p_limit is null then
        return true;
    end if;
    if p_amount > p_limit then
        return false;
    end if;
    if p_amount < 0 then
        update ledger.usage u set spent = u.spent + p_amount
        where (u.plugin, u.op, u.scope, u.day) = (p_plugin, p_op, p_scope, p_day);
        return true;
    end if;
    insert into ledger.usage as u (plugin, op, scope, day, spent) values (p_plugin, p_op, p_scope, p_day, p_amount)
    on conflict (plugin, op, scope, day) do update set spent = u.spent + excluded.spent
        where u.spent + excluded.spent <= p_limit;
    return found;
end $$;

-- The limits of a grant, used up for one movement; `p_amount` below zero gives back. The narrowest scope first, so that whoever is over their
-- own limit never waits for the world's.
create function ledger.use_grant(
    p_plugin text, p_op text, p_person uuid, p_world text, p_day date, p_amount bigint,
    p_person_day bigint, p_world_day bigint, p_platform_day bigint
) returns boolean
language plpgsql volatile as $$
begin
    if not ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, p_amount, p_person_day) then
        return false;
    end if;
    if not ledger.use_up(p_plugin, p_op, 'w:' || p_world, p_day, p_amount, p_world_day) then
        perform ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, -p_amount, p_person_day);
        return false;
    end if;
    if not ledger.use_up(p_plugin, p_op, '*', p_day, p_amount, p_platform_day) then
        perform ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, -p_amount, p_person_day);
        perform ledger.use_up(p_plugin, p_op, 'w:' || p_world, p_day, -p_amount, p_world_day);
        return false;
    end if;
    return true;
end $$;

create function kernel_api.ledger_transfer(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    known boolean := exists (select 1 from transfer t where t.id = p_id);
begin
    if not known and p_amount > 0
       and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
    then
        outcome := 12;
        return;
    end if;
    select p.outcome, p.balance into outcome, balance
    from post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo, 0, false) p;
    if outcome <> 0 and not known and p_amount > 0 then
        perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;

create function kernel_api.ledger_hold(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    known boolean := exists (select 1 from hold h where h.id = p_id);
begin
    if not known and p_amount > 0
       and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
    then
        outcome := 12;
        return;
    end if;
    select h.outcome, h.available into outcome, balance
    from hold(p_id, p_account, p_to, p_amount, p_kind, p_at, p_expires, p_source, p_memo) h;
    if outcome <> 0 and not known and p_amount > 0 then
        perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;

-- A plugin ends its own holds only.
create function kernel_api.ledger_capture(
    p_hold uuid, p_source text, p_to uuid, p_amount bigint, p_at timestamptz,
    out outcome smallint, out balance bigint, out payer uuid, out payee uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if not exists (select 1 from hold h where h.id = p_hold and h.source = p_source) then
        outcome := 9;
        return;
    end if;
    select c.outcome, c.balance, c.payer, c.payee into outcome, balance, payer, payee
    from capture(p_hold, p_to, p_amount, p_at) c;
end $$;

create function kernel_api.ledger_release(
    p_hold uuid, p_source text, p_at timestamptz, out outcome smallint, out balance bigint, out payer uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if not exists (select 1 from hold h where h.id = p_hold and h.source = p_source) then
        outcome := 9;
        return;
    end if;
    select r.outcome, r.available, r.payer into outcome, balance, payer from release(p_hold, p_at) r;
end $$;

create function kernel_api.ledger_balance(p_account uuid, out balance bigint, out held bigint, out state smallint)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
begin
    select a.balance, a.held, a.state into balance, held, state from account a where a.id = p_account;
    if p_account >= 'fffffffe-0000-0000-0000-000000000000' then
        -- A plugin's account begins with what it first receives.
        balance := coalesce(balance, 0)
            + (select coalesce(sum(d.amount), 0)::bigint from deferred d where d.account_id = p_account);
        held := coalesce(held, 0);
        state := coalesce(state, 0);
    end if;
end $$;

-- What a plugin itself moved on an account, the latest first.
create function kernel_api.ledger_history(p_account uuid, p_source text, p_before bigint, p_limit int)
returns table (seq bigint, id uuid, amount bigint, kind smallint, at timestamptz, memo text, other uuid)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
begin
    return query
        select e.seq, e.transfer_id, e.amount, e.kind, e.at, t.memo,
               case when t.debit = p_account then t.credit else t.debit end
        from entry e join transfer t on t.id = e.transfer_id
        where e.account_id = p_account and e.seq < p_before and t.source = p_source
        order by e.seq desc limit p_limit;
end $$;

-- The last statement of a unit of work, now with the people whose balance it changed: their screens are told.
drop function kernel_api.finish(jsonb, jsonb, jsonb, text, text, int, jsonb, bytea);
create function kernel_api.finish(
    events jsonb, timers jsonb, pushes jsonb,
    idempotency_actor text, idempotency_key text, answer_status int, answer_headers jsonb, answer_body bytea,
    wallets uuid[], moved_at timestamptz
) returns int
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    push record;
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
    if pushes is not null or wallets is not null then
        -- In the order of account ids, so that two units of work never wait for each other in a ring.
        for push in
            select (e ->> 'person')::uuid as person, e ->> 'kind' as kind, e -> 'payload' as payload,
                   to_timestamp((e ->> 'at_ms')::double precision / 1000) as at, n
            from jsonb_array_elements(pushes) with ordinality x(e, n)
            union all
            select a.id, 'kernel.wallet.changed',
                   jsonb_build_object('balanceHundredths', a.balance, 'heldHundredths', a.held, 'availableHundredths', a.balance - a.held),
                   moved_at, 1000000
            from ledger.account a where a.id = any(wallets)
            order by person, n
        loop
            insert into live_cursor as c (account_id, seq)
            select a.id, 1 from account a where a.id = push.person
            on conflict (account_id) do update set seq = c.seq + 1
            returning c.seq into next_seq;
            if found then
                insert into live_event (account_id, seq, kind, payload, at)
                values (push.person, next_seq, push.kind, push.payload, push.at);
            end if;
        end loop;
    end if;
    if idempotency_key is not null then
        update idempotency i set status = answer_status, headers = answer_headers, body = answer_body
        where i.actor = idempotency_actor and i.key = idempotency_key;
    end if;
    return 1;
end $$;
