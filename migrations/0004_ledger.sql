-- The WIT ledger: double entry, append-only, integer hundredths of a WIT.
--
-- Nobody writes these tables but the functions below: `kernel_app` may read and call, `kernel_rt` may call
-- the wrappers in `kernel_api` (0005). No function catches exceptions: a subtransaction each call is too dear.
--
-- Ids are in three ranges, so that locks taken in the order of ids take the busiest accounts last, and so that
-- a look at an id tells what an account is without reading it:
--   people     the id of the person's account (UUIDv7: begins with a time)
--   plugins    fffffffe-…   may not go below zero; what they receive is deferred
--   the system ffffffff-…   the other side of issuing and redeeming; may go below zero, always deferred
--
-- Outcomes of every function that moves WIT; anything but 0 moved nothing:
--   0 posted   1 replayed   2 key used for something else   3 insufficient   4 no such account
--   5 frozen   6 closed     7 invalid amount or parties     8 would exceed what an account can hold
--   9 no such hold   10 hold already captured   11 hold released or expired   12 over the grant's limit
--   13 the lot is not whole any more

create schema ledger;

create table ledger.account (
    id uuid primary key,
    -- 0 person, 1 plugin, 2 system
    kind smallint not null,
    -- 0 active, 1 frozen, 2 closed
    state smallint not null default 0,
    state_reason text not null default '',
    balance bigint not null default 0,
    -- Promised to somebody: the sum of the open holds.
    held bigint not null default 0,
    -- Of the balance, what was bought and not yet spent: the sum of what is left in the lots.
    bought bigint not null default 0,
    -- The number and the hash of the last entry.
    seq bigint not null default 0,
    head bytea not null,
    opened_at timestamptz not null default now(),
    -- One check, and none on transfers and entries, because PostgreSQL reads each anew for every statement
    -- (15 µs a transfer for this one, measured). The functions below refuse what they must; the checker proves it.
    check (held >= 0 and bought >= 0 and (kind = 2 or balance >= held and balance >= bought))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create table ledger.transfer (
    -- A hash of what the caller named it by: one transfer for each key.
    id uuid primary key,
    debit uuid not null,
    credit uuid not null,
    amount bigint not null,
    kind smallint not null,
    at timestamptz not null,
    -- The plugin that asked for it, or `kernel`.
    source text not null,
    memo text not null default ''
);
create index transfer_at on ledger.transfer using brin (at);

create table ledger.entry (
    account_id uuid not null,
    -- 1, 2, 3, … of each account, without gaps.
    seq bigint not null,
    -- The transfer, or the roll-up that gathered several.
    transfer_id uuid not null,
    amount bigint not null,
    balance_after bigint not null,
    kind smallint not null,
    at timestamptz not null,
    -- Over the hash before, and everything above.
    hash bytea not null,
    primary key (account_id, seq)
);

-- What plugins and the system are to get, not yet in their balance: appended without a lock on their row, and
-- rolled up into one entry for many.
create table ledger.deferred (
    account_id uuid not null,
    transfer_id uuid not null,
    amount bigint not null
);

create table ledger.hold (
    id uuid primary key,
    account_id uuid not null,
    -- Where it is not said at the beginning, the capture says it.
    to_account uuid,
    amount bigint not null check (amount > 0),
    kind smallint not null,
    -- 0 open, 1 captured, 2 released, 3 expired
    state smallint not null default 0 check (state between 0 and 3),
    captured bigint check (captured between 1 and amount),
    source text not null,
    memo text not null default '',
    at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 1) = (captured is not null)),
    check ((state = 0) = (ended_at is null))
);
create index hold_open on ledger.hold (account_id, expires_at, id) where state = 0;
create index hold_due on ledger.hold (expires_at) where state = 0;

-- What a person bought at once. WIT that was given or won is spent first, then the oldest lot.
create table ledger.lot (
    id uuid primary key,
    account_id uuid not null,
    amount bigint not null check (amount > 0),
    remaining bigint not null check (remaining between 0 and amount),
    -- 0 live, 1 reserved for a refund, 2 refunded, 3 void
    state smallint not null default 0 check (state between 0 and 3),
    hold_id uuid,
    bought_at timestamptz not null,
    check ((state = 1) = (hold_id is not null))
);
create index lot_live on ledger.lot (account_id, state, bought_at) where state < 2 and remaining > 0;
create index lot_hold on ledger.lot (hold_id) where hold_id is not null;

-- How much of a grant was used on a day: `*`, `p:<person>` or `w:<world>`.
create table ledger.usage (
    plugin text not null,
    op text not null,
    scope text not null,
    day date not null,
    spent bigint not null check (spent >= 0),
    primary key (plugin, op, scope, day)
);
create index usage_day on ledger.usage (day);

-- The days that are over, added up once.
create table ledger.day_total (
    day date not null,
    kind smallint not null,
    transfers bigint not null,
    amount bigint not null,
    primary key (day, kind)
);

-- History is never rewritten, not even by whoever owns the database without meaning to.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is append-only' using errcode = '42501';
end $$;
create trigger entry_is_final before update or delete on ledger.entry
    for each row execute function ledger.refuse_change();
create trigger transfer_is_final before update on ledger.transfer
    for each row execute function ledger.refuse_change();

create function ledger.genesis(account uuid) returns bytea language sql immutable as $$
    select sha256('witverse ledger'::bytea || '\x0a'::bytea || uuid_send(account))
$$;

-- The transfer that captures a hold.
create function ledger.capture_id(hold uuid) returns uuid language sql immutable as $$
    select encode(substr(sha256('capture'::bytea || uuid_send(hold)), 1, 16), 'hex')::uuid
$$;

create function ledger.open_account(p_id uuid, p_kind smallint) returns void
language sql volatile security definer set search_path = ledger, pg_temp as $$
    insert into account (id, kind, head) values (p_id, p_kind, genesis(p_id)) on conflict do nothing
$$;

-- Takes what was spent of bought WIT out of the lots: `p_bought` is what is left of them now.
create function ledger.spend_lots(p_account uuid, p_bought bigint) returns void
language plpgsql volatile as $$
declare
    short bigint;
    part bigint;
    l record;
begin
    select coalesce(sum(remaining), 0) - p_bought into short
    from ledger.lot where account_id = p_account and state < 2 and remaining > 0;
    if short <= 0 then
        return;
    end if;
    -- What is reserved for a refund goes last, and never goes: the hold behind it keeps the balance above it.
    for l in
        select id, remaining from ledger.lot
        where account_id = p_account and state < 2 and remaining > 0
        order by state, bought_at, id
    loop
        part := least(l.remaining, short);
        update ledger.lot set remaining = remaining - part where id = l.id;
        short := short - part;
        exit when short = 0;
    end loop;
end $$;

-- Moves what was deferred for one account into its balance. The deferred rows are locked before the account,
-- in the order of `roll_up`.
create function ledger.settle(p_account uuid, p_at timestamptz) returns void
language plpgsql volatile as $$
declare
    total bigint;
    rollup uuid := gen_random_uuid();
begin
    with gone as (delete from ledger.deferred where account_id = p_account returning amount)
    select coalesce(sum(amount), 0) into total from gone;
    if total <> 0 then
        perform ledger.open_account(p_account, 1::smallint);
        perform ledger.gather(p_account, rollup, total, p_at);
    end if;
end $$;

-- One entry for many deferred ones.
create function ledger.gather(p_account uuid, p_rollup uuid, p_total bigint, p_at timestamptz) returns void
language sql volatile as $$
    with moved as (
        update ledger.account a
        set balance = a.balance + p_total, seq = a.seq + 1,
            head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_rollup) || int8send(p_total)
                          || int8send(a.balance + p_total) || int2send(99::smallint) || timestamptz_send(p_at))
        where a.id = p_account
        returning a.balance, a.seq, a.head
    )
    insert into ledger.entry (account_id, seq, transfer_id, amount, balance_after, kind, at, hash)
    select p_account, seq, p_rollup, p_total, balance, 99, p_at, head from moved
$$;

-- Why an account cannot take part.
create function ledger.refusal(p_account uuid, p_forced boolean, p_else smallint) returns smallint
language plpgsql volatile as $$
declare
    v_state smallint;
begin
    select state into v_state from ledger.account where id = p_account;
    if v_state is null and p_account >= 'fffffffe-0000-0000-0000-000000000000' then
        -- A plugin's account begins with what it first receives; until then it has nothing.
        return p_else;
    end if;
    return case when v_state is null then 4 when v_state = 2 then 6 when v_state = 1 and not p_forced then 5 else p_else end;
end $$;

-- The one way WIT moves. `p_unhold` is the part of `held` that ends with it (a capture); `p_forced` is for
-- administrators and reversals, which reach frozen accounts too.
create function ledger.post(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz,
    p_source text, p_memo text, p_unhold bigint default 0, p_forced boolean default false,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
    system constant uuid := 'ffffffff-0000-0000-0000-000000000000';
    d_seq bigint;
    d_head bytea;
    d_bought bigint;
    c_seq bigint;
    c_head bytea;
    c_after bigint;
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_debit = p_credit then
        outcome := 7;
        return;
    end if;
    insert into transfer (id, debit, credit, amount, kind, at, source, memo)
    values (p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo)
    on conflict (id) do nothing;
    if not found then
        select case when (t.debit, t.credit, t.amount, t.kind, t.source) = (p_debit, p_credit, p_amount, p_kind, p_source)
                    then 1 else 2 end
        into outcome from transfer t where t.id = p_id;
        return;
    end if;

    if p_debit < system then
        if p_credit < p_debit then
            -- Locks are taken in the order of ids, whatever the direction.
            perform 1 from account where id = p_credit for no key update;
        end if;
        for attempt in 1..2 loop
            update account a
            set balance = a.balance - p_amount, held = a.held - p_unhold, seq = a.seq + 1,
                bought = least(a.bought, a.balance - p_amount),
                head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_id) || int8send(-p_amount)
                              || int8send(a.balance - p_amount) || int2send(p_kind) || timestamptz_send(p_at))
            where a.id = p_debit
              and (a.state = 0 or p_forced and a.state = 1 or p_credit = 'ffffffff-ffff-8fff-bfff-000000000004')
              and a.balance - a.held + p_unhold >= p_amount
            returning a.balance, a.seq, a.head, a.bought into balance, d_seq, d_head, d_bought;
            exit when found or p_debit < house or attempt = 2;
            -- A plugin's income may still be deferred.
            perform settle(p_debit, p_at);
        end loop;
        if d_seq is null then
            delete from transfer where id = p_id;
            outcome := refusal(p_debit, p_forced, 3::smallint);
            return;
        end if;
    else
        insert into deferred (account_id, transfer_id, amount) values (p_debit, p_id, -p_amount);
    end if;

    if p_credit < house then
        update account a
        set balance = a.balance + p_amount, seq = a.seq + 1,
            head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_id) || int8send(p_amount)
                          || int8send(a.balance + p_amount) || int2send(p_kind) || timestamptz_send(p_at))
        where a.id = p_credit and (a.state = 0 or p_forced and a.state = 1)
          and a.balance <= 1000000000000000 - p_amount
        returning a.balance, a.seq, a.head into c_after, c_seq, c_head;
        if not found then
            -- Nothing was told to anybody yet: the other side goes back to what it was.
            if p_debit < system then
                update account a
                set balance = a.balance + p_amount, held = a.held + p_unhold, seq = a.seq - 1,
                    bought = (
                        select coalesce(sum(l.remaining), 0) from lot l
                        where l.account_id = p_debit and l.state < 2 and l.remaining > 0),
                    head = coalesce(
                        (select e.hash from entry e where e.account_id = p_debit and e.seq = d_seq - 1), genesis(p_debit))
                where a.id = p_debit;
            else
                delete from deferred where account_id = p_debit and transfer_id = p_id;
            end if;
            delete from transfer where id = p_id;
            balance := null;
            outcome := refusal(p_credit, p_forced, 8::smallint);
            return;
        end if;
    else
        insert into deferred (account_id, transfer_id, amount) values (p_credit, p_id, p_amount);
    end if;

    if p_debit < system and p_credit < house then
        insert into entry (account_id, seq, transfer_id, amount, balance_after, kind, at, hash)
        values (p_debit, d_seq, p_id, -p_amount, balance, p_kind, p_at, d_head),
               (p_credit, c_seq, p_id, p_amount, c_after, p_kind, p_at, c_head);
    elsif p_debit < system then
        insert into entry (account_id, seq, transfer_id, amount, balance_after, kind, at, hash)
        values (p_debit, d_seq, p_id, -p_amount, balance, p_kind, p_at, d_head);
    elsif p_credit < house then
        insert into entry (account_id, seq, transfer_id, amount, balance_after, kind, at, hash)
        values (p_credit, c_seq, p_id, p_amount, c_after, p_kind, p_at, c_head);
    end if;
    if d_bought = balance then
        perform spend_lots(p_debit, d_bought);
    end if;
    outcome := 0;
end $$;

-- Bought WIT: from the mint to a person, with the lot that remembers it.
create function ledger.recharge(
    p_id uuid, p_to uuid, p_amount bigint, p_lot uuid, p_at timestamptz, p_source text, p_memo text,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    select p.outcome, p.balance into outcome, balance
    from post(p_id, 'ffffffff-ffff-8fff-bfff-000000000001', p_to, p_amount, 1::smallint, p_at, p_source, p_memo, 0, false) p;
    if outcome = 0 then
        insert into lot (id, account_id, amount, remaining, bought_at) values (p_lot, p_to, p_amount, p_amount, p_at);
        update account a set bought = a.bought + p_amount where a.id = p_to returning a.balance into balance;
    end if;
end $$;

create function ledger.hold(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text, out outcome smallint, out available bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_account = p_to or p_expires <= p_at then
        outcome := 7;
        return;
    end if;
    insert into hold (id, account_id, to_account, amount, kind, source, memo, at, expires_at)
    values (p_id, p_account, p_to, p_amount, p_kind, p_source, p_memo, p_at, p_expires)
    on conflict (id) do nothing;
    if not found then
        select case when (h.account_id, h.amount, h.kind, h.source) = (p_account, p_amount, p_kind, p_source)
                         and h.to_account is not distinct from p_to and h.expires_at = p_expires
                    then 1 else 2 end
        into outcome from hold h where h.id = p_id;
        return;
    end if;
    if p_to < house then
        outcome := nullif(refusal(p_to, false, 0::smallint), 0);
    end if;
    if outcome is null then
        update account a set held = a.held + p_amount
        where a.id = p_account and a.state = 0 and a.balance - a.held >= p_amount
        returning a.balance - a.held into available;
        if found then
            outcome := 0;
            return;
        end if;
        outcome := refusal(p_account, false, 3::smallint);
    end if;
    delete from hold where id = p_id;
end $$;

create function ledger.capture(
    p_hold uuid, p_to uuid, p_amount bigint, p_at timestamptz,
    out outcome smallint, out balance bigint, out payer uuid, out payee uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    h hold;
begin
    select * into h from hold where id = p_hold for no key update;
    if not found then
        outcome := 9;
        return;
    end if;
    if h.state = 1 then
        outcome := 10;
        return;
    end if;
    if h.state > 1 or h.expires_at <= p_at then
        outcome := 11;
        return;
    end if;
    if exists (select 1 from lot where hold_id = p_hold) then
        -- It reserves a lot: `refund_lot` alone captures it.
        outcome := 7;
        return;
    end if;
    payer := h.account_id;
    payee := coalesce(h.to_account, p_to);
    p_amount := coalesce(p_amount, h.amount);
    if payee is null or p_to is distinct from payee and p_to is not null or p_amount > h.amount then
        outcome := 7;
        return;
    end if;
    select p.outcome, p.balance into outcome, balance
    from post(capture_id(p_hold), payer, payee, p_amount, h.kind, p_at, h.source, h.memo, h.amount) p;
    if outcome = 0 then
        update hold set state = 1, captured = p_amount, ended_at = p_at where id = p_hold;
    end if;
end $$;

-- What nobody can spend any more goes to the system, so that it does not count as anybody's.
create function ledger.forfeit(p_account uuid, p_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    left_over bigint;
begin
    select a.balance - a.held into left_over from account a where a.id = p_account for no key update;
    if left_over > 0 then
        perform post(gen_random_uuid(), p_account, 'ffffffff-ffff-8fff-bfff-000000000004', left_over, 11::smallint, p_at,
                     'kernel', '', 0, true);
    end if;
end $$;

create function ledger.release(p_hold uuid, p_at timestamptz, out outcome smallint, out available bigint, out payer uuid)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    h hold;
    gone boolean;
begin
    select * into h from hold where id = p_hold for no key update;
    if not found then
        outcome := 9;
        return;
    end if;
    if h.state > 0 then
        outcome := case when h.state = 1 then 10 else 11 end;
        return;
    end if;
    update hold set state = 2, ended_at = p_at where id = p_hold;
    payer := h.account_id;
    update account a set held = a.held - h.amount where a.id = h.account_id
    returning a.balance - a.held, a.state = 2 into available, gone;
    update lot set state = 0, hold_id = null where hold_id = p_hold;
    if gone then
        perform forfeit(h.account_id, p_at);
    end if;
    outcome := 0;
end $$;

-- Releases what nobody captured in time; returns whose it was. Lots that were reserved are live again.
create function ledger.expire_holds(p_now timestamptz, p_limit int) returns uuid[]
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    ids uuid[];
    owners uuid[];
begin
    select array_agg(d.id), array_agg(distinct d.account_id) into ids, owners
    from (
        select id, account_id from hold where state = 0 and expires_at <= p_now
        order by expires_at limit p_limit for no key update skip locked
    ) d;
    if ids is null then
        return '{}';
    end if;
    perform 1 from account where id = any(owners) order by id for no key update;
    update account a set held = a.held - s.amount
    from (select account_id, sum(amount)::bigint as amount from hold where id = any(ids) group by account_id) s
    where a.id = s.account_id;
    update hold set state = 3, ended_at = p_now where id = any(ids);
    update lot set state = 0, hold_id = null where hold_id = any(ids);
    perform forfeit(a.id, p_now) from account a where a.id = any(owners) and a.state = 2;
    return owners;
end $$;

-- Gathers deferred movements into their accounts' balances; returns how many there were.
create function ledger.roll_up(p_at timestamptz, p_limit int) returns int
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    part record;
    count int := 0;
begin
    for part in
        with gone as (
            delete from deferred where ctid = any(array(
                select ctid from deferred limit p_limit for update skip locked))
            returning account_id, amount
        )
        select account_id, sum(amount)::bigint as total, count(*)::int as n from gone group by account_id order by account_id
    loop
        count := count + part.n;
        if part.account_id >= 'ffffffff-0000-0000-0000-000000000000' then
            perform open_account(part.account_id, 2::smallint);
        else
            perform open_account(part.account_id, 1::smallint);
        end if;
        if part.total <> 0 then
            perform gather(part.account_id, gen_random_uuid(), part.total, p_at);
        end if;
    end loop;
    return count;
end $$;

-- A lot, with everything that changes with it locked: its hold, its account, itself; in that order everywhere.
create function ledger.lock_lot(p_lot uuid) returns ledger.lot
language plpgsql volatile as $$
declare
    l ledger.lot;
begin
    select * into l from ledger.lot where id = p_lot;
    if not found then
        return null;
    end if;
    if l.hold_id is not null then
        perform 1 from ledger.hold where id = l.hold_id for no key update;
    end if;
    perform 1 from ledger.account where id = l.account_id for no key update;
    select * into l from ledger.lot where id = p_lot for no key update;
    return l;
end $$;

-- A refund was asked for: the whole lot is held and reserved.
create function ledger.reserve_lot(
    p_lot uuid, p_hold uuid, p_at timestamptz, p_expires timestamptz, p_source text, p_memo text,
    out outcome smallint, out available bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 0 or l.remaining <> l.amount then
        outcome := 13;
        return;
    end if;
    select h.outcome, h.available into outcome, available
    from hold(p_hold, l.account_id, 'ffffffff-ffff-8fff-bfff-000000000001', l.amount, 2::smallint, p_at, p_expires, p_source, p_memo) h;
    if outcome = 0 then
        update lot set state = 1, hold_id = p_hold where id = p_lot;
    end if;
end $$;

create function ledger.unreserve_lot(p_lot uuid, p_at timestamptz, out outcome smallint, out available bigint)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 1 then
        outcome := 11;
        return;
    end if;
    select r.outcome, r.available into outcome, available from release(l.hold_id, p_at) r;
    if outcome = 0 then
        update lot set state = 0, hold_id = null where id = p_lot;
    end if;
end $$;

-- The refund was granted: the reserved lot goes back to the mint.
create function ledger.refund_lot(p_lot uuid, p_at timestamptz, out outcome smallint, out balance bigint)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state <> 1 then
        outcome := 11;
        return;
    end if;
    update lot set state = 2, remaining = 0, hold_id = null where id = p_lot;
    update account a set bought = a.bought - l.amount where a.id = l.account_id;
    select c.outcome, c.balance into outcome, balance from capture(l.hold_id, null, null, p_at) c;
    if outcome <> 0 then
        -- Frozen meanwhile, or too late: as it was.
        update lot set state = 1, remaining = amount, hold_id = l.hold_id where id = p_lot;
        update account a set bought = a.bought + l.amount where a.id = l.account_id;
    end if;
end $$;

-- A payment was reversed: as much as was bought goes back to the mint, as far as it is available, and the lot
-- is void. `taken` is how much that was.
create function ledger.claw_back(
    p_id uuid, p_lot uuid, p_at timestamptz, p_memo text, out outcome smallint, out balance bigint, out taken bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    l lot := lock_lot(p_lot);
begin
    if l.id is null or l.state > 1 then
        outcome := 13;
        return;
    end if;
    if l.state = 1 then
        perform release(l.hold_id, p_at);
    end if;
    update lot set state = 3, remaining = 0, hold_id = null where id = p_lot;
    update account a set bought = a.bought - l.remaining where a.id = l.account_id
    returning greatest(least(l.amount, a.balance - a.held), 0) into taken;
    outcome := 0;
    if taken > 0 then
        select p.outcome, p.balance into outcome, balance
        from post(p_id, l.account_id, 'ffffffff-ffff-8fff-bfff-000000000001', taken, 3::smallint, p_at, 'kernel', p_memo, 0, true) p;
    end if;
end $$;

create function ledger.set_state(p_account uuid, p_state smallint, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    update account set state = p_state, state_reason = p_reason where id = p_account and state <> 2;
    return found;
end $$;

-- Every person has an account here from the moment they register, and it ends with them.
create function ledger.follow_person() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        perform open_account(new.id, 0::smallint);
    elsif tg_op = 'DELETE' then
        -- Registered, never confirmed, swept away: there was never an entry.
        delete from account where id = old.id and seq = 0 and held = 0;
    else
        perform forfeit(new.id, new.erased_at);
        perform set_state(new.id, 2::smallint, '');
    end if;
    return null;
end $$;
create trigger person_has_a_ledger_account after insert or delete on kernel.account
    for each row execute function ledger.follow_person();
create trigger erased_person_has_none after update of erased_at on kernel.account
    for each row when (new.erased_at is not null and old.erased_at is null) execute function ledger.follow_person();

insert into ledger.account (id, kind, state, head)
select id, 0, case when erased_at is null then 0 else 2 end, ledger.genesis(id) from kernel.account;
insert into ledger.account (id, kind, head)
select id, 2, ledger.genesis(id)
from unnest(array[
    'ffffffff-ffff-8fff-bfff-000000000001', 'ffffffff-ffff-8fff-bfff-000000000002',
    'ffffffff-ffff-8fff-bfff-000000000003', 'ffffffff-ffff-8fff-bfff-000000000004']::uuid[]) id;
