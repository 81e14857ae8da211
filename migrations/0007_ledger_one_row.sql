-- A transfer is one row with both of its sides, in place of one for the transfer and one for each side: a third of
-- the inserts, half of the log, and a page of somebody's history without a join. `ledger.entry` stays what it was
-- to whoever reads: every side, with its number and its hash in its account's chain.

alter table ledger.transfer rename to transfer_before;
alter table ledger.transfer_before rename constraint transfer_pkey to transfer_before_pkey;
alter index ledger.transfer_at rename to transfer_before_at;
alter table ledger.entry rename to entry_before;
alter table ledger.entry_before rename constraint entry_pkey to entry_before_pkey;

create table ledger.transfer (
    -- A hash of what the caller named it by: one transfer for each key.
    id uuid primary key,
    debit uuid not null,
    credit uuid not null,
    -- The number of the entry in either account, and what that account had after it; null where it is deferred.
    debit_seq bigint,
    credit_seq bigint,
    debit_after bigint,
    credit_after bigint,
    amount bigint not null,
    at timestamptz not null,
    kind smallint not null,
    -- Over the hash before, and what the entry says.
    debit_hash bytea,
    credit_hash bytea,
    -- The plugin that asked for it, or `kernel`.
    source text not null,
    memo text not null default ''
);
insert into ledger.transfer
select t.id, t.debit, t.credit, d.seq, c.seq, d.balance_after, c.balance_after, t.amount, t.at, t.kind, d.hash, c.hash, t.source, t.memo
from ledger.transfer_before t
left join ledger.entry_before d on d.transfer_id = t.id and d.account_id = t.debit
left join ledger.entry_before c on c.transfer_id = t.id and c.account_id = t.credit
order by t.at;
-- 1, 2, 3, … of each account, without gaps, over both sides and what was rolled up.
create unique index transfer_debit on ledger.transfer (debit, debit_seq) where debit_seq is not null;
create unique index transfer_credit on ledger.transfer (credit, credit_seq) where credit_seq is not null;
create index transfer_at on ledger.transfer using brin (at);

-- What gathered deferred movements into one entry of an account.
create table ledger.gathered (
    account_id uuid not null,
    seq bigint not null,
    id uuid not null,
    amount bigint not null,
    balance_after bigint not null,
    at timestamptz not null,
    hash bytea not null,
    primary key (account_id, seq)
);
insert into ledger.gathered
select account_id, seq, transfer_id, amount, balance_after, at, hash from ledger.entry_before where kind = 99;

drop table ledger.entry_before;
drop table ledger.transfer_before;

create trigger transfer_is_final before update or delete on ledger.transfer
    for each row execute function ledger.refuse_change();
create trigger gathered_is_final before update or delete on ledger.gathered
    for each row execute function ledger.refuse_change();

-- Every account's side of every movement.
create view ledger.entry as
    select debit as account_id, debit_seq as seq, id as transfer_id, -amount as amount, debit_after as balance_after,
           kind, at, debit_hash as hash, credit as other, source, memo
    from ledger.transfer where debit_seq is not null
    union all
    select credit, credit_seq, id, amount, credit_after, kind, at, credit_hash, debit, source, memo
    from ledger.transfer where credit_seq is not null
    union all
    select account_id, seq, id, amount, balance_after, 99::smallint, at, hash, account_id, ''::text, ''::text
    from ledger.gathered;

-- PostgreSQL reads the text of a CHECK anew for each statement: 8 µs for this rule in SQL, 3.6 µs as a call (measured).
create function ledger.is_sound(kind smallint, balance bigint, held bigint, bought bigint) returns boolean
language plpgsql immutable as $$
begin
    return held >= 0 and bought >= 0 and (kind = 2 or balance >= held and balance >= bought);
end $$;
alter table ledger.account drop constraint account_check;
alter table ledger.account add constraint account_is_sound check (ledger.is_sound(kind, balance, held, bought));

create or replace function ledger.gather(p_account uuid, p_rollup uuid, p_total bigint, p_at timestamptz) returns void
language sql volatile as $$
    with moved as (
        update ledger.account a
        set balance = a.balance + p_total, seq = a.seq + 1,
            head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_rollup) || int8send(p_total)
                          || int8send(a.balance + p_total) || int2send(99::smallint) || timestamptz_send(p_at))
        where a.id = p_account
        returning a.balance, a.seq, a.head
    )
    insert into ledger.gathered (account_id, seq, id, amount, balance_after, at, hash)
    select p_account, seq, p_rollup, p_total, balance, p_at, head from moved
$$;

-- Undoes a side of a movement that nobody was told of, and says whether there was one: an account's last number
-- without an entry. `p_amount` is what the side had added.
create function ledger.take_back(p_account uuid, p_amount bigint, p_unhold bigint) returns boolean
language plpgsql volatile as $$
begin
    update ledger.account a
    set balance = a.balance - p_amount, held = a.held + p_unhold, seq = a.seq - 1,
        bought = (
            select coalesce(sum(l.remaining), 0) from ledger.lot l
            where l.account_id = p_account and l.state < 2 and l.remaining > 0),
        head = coalesce(
            (select e.hash from ledger.entry e where e.account_id = p_account and e.seq = a.seq - 1),
            ledger.genesis(p_account))
    where a.id = p_account and a.seq > 0
      and not exists (select from ledger.entry e where e.account_id = p_account and e.seq = a.seq);
    return found;
end $$;

-- What to say of a movement that did not happen: it had happened before, or its key was used for another, or else.
create function ledger.otherwise(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_source text, p_refusal smallint
) returns smallint
language plpgsql volatile as $$
declare
    known smallint;
begin
    select case when (t.debit, t.credit, t.amount, t.kind, t.source) = (p_debit, p_credit, p_amount, p_kind, p_source)
                then 1 else 2 end
    into known from ledger.transfer t where t.id = p_id;
    return coalesce(known, p_refusal);
end $$;

-- The one way WIT moves. `p_unhold` is the part of `held` that ends with it (a capture); `p_forced` is for
-- administrators and reversals, which reach frozen accounts too.
--
-- The key is looked at last, with the row that would take it: what moved before for the same key is found there
-- and then taken back, which is rare, and every other transfer is spared a look. Names are written out in full
-- instead of pinning the search path: no role that can reach this function can make an operator or a schema.
-- Accounts are read by their index alone, which also has them in the order that they are locked in.
create or replace function ledger.post(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz,
    p_source text, p_memo text, p_unhold bigint default 0, p_forced boolean default false,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set enable_bitmapscan = off set enable_seqscan = off as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
    system constant uuid := 'ffffffff-0000-0000-0000-000000000000';
    d_seq bigint;
    d_head bytea;
    d_bought bigint;
    c_seq bigint;
    c_head bytea;
    c_after bigint;
    payer_moved boolean;
    payee_moved boolean;
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_debit = p_credit then
        outcome := 7;
        return;
    end if;

    if p_debit < house and p_credit < house then
        -- From one person to another: one statement, which locks in the order of ids whatever the direction, as the
        -- index has them.
        with moved as (
            update ledger.account a
            set balance = a.balance + case when a.id = p_debit then -p_amount else p_amount end,
                held = a.held - case when a.id = p_debit then p_unhold else 0 end,
                seq = a.seq + 1,
                bought = case when a.id = p_debit then least(a.bought, a.balance - p_amount) else a.bought end,
                head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_id)
                              || int8send(case when a.id = p_debit then -p_amount else p_amount end)
                              || int8send(a.balance + case when a.id = p_debit then -p_amount else p_amount end)
                              || int2send(p_kind) || timestamptz_send(p_at))
            where a.id in (p_debit, p_credit) and (a.state = 0 or p_forced and a.state = 1)
              and case when a.id = p_debit then a.balance - a.held + p_unhold >= p_amount
                       else a.balance <= 1000000000000000 - p_amount end
            returning a.id, a.balance, a.seq, a.head, a.bought
        )
        insert into ledger.transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                     debit_hash, credit_hash, source, memo)
        select p_id, p_debit, p_credit, d.seq, c.seq, d.balance, c.balance, p_amount, p_at, p_kind, d.head, c.head, p_source, p_memo
        from moved d, moved c where d.id = p_debit and c.id = p_credit
        on conflict (id) do nothing
        returning debit_after, (select m.bought from moved m where m.id = p_debit) into balance, d_bought;
        if not found then
            payer_moved := ledger.take_back(p_debit, -p_amount, p_unhold);
            payee_moved := ledger.take_back(p_credit, p_amount, 0);
            outcome := ledger.otherwise(
                p_id, p_debit, p_credit, p_amount, p_kind, p_source,
                case when not payer_moved then ledger.refusal(p_debit, p_forced, 3::smallint)
                     when not payee_moved then ledger.refusal(p_credit, p_forced, 8::smallint)
                     else 2::smallint end);
            return;
        end if;
        if d_bought = balance then
            perform ledger.spend_lots(p_debit, d_bought);
        end if;
        outcome := 0;
        return;
    end if;

    if p_debit < system then
        if p_credit < p_debit then
            -- Locks are taken in the order of ids, whatever the direction.
            perform 1 from ledger.account where id = p_credit for no key update;
        end if;
        for attempt in 1..2 loop
            update ledger.account a
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
            perform ledger.settle(p_debit, p_at);
        end loop;
        if d_seq is null then
            outcome := ledger.otherwise(p_id, p_debit, p_credit, p_amount, p_kind, p_source,
                                        ledger.refusal(p_debit, p_forced, 3::smallint));
            return;
        end if;
    end if;

    if p_credit < house then
        update ledger.account a
        set balance = a.balance + p_amount, seq = a.seq + 1,
            head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(p_id) || int8send(p_amount)
                          || int8send(a.balance + p_amount) || int2send(p_kind) || timestamptz_send(p_at))
        where a.id = p_credit and (a.state = 0 or p_forced and a.state = 1)
          and a.balance <= 1000000000000000 - p_amount
        returning a.balance, a.seq, a.head into c_after, c_seq, c_head;
        if not found then
            if p_debit < system then
                perform ledger.take_back(p_debit, -p_amount, p_unhold);
            end if;
            balance := null;
            outcome := ledger.otherwise(p_id, p_debit, p_credit, p_amount, p_kind, p_source,
                                        ledger.refusal(p_credit, p_forced, 8::smallint));
            return;
        end if;
    end if;

    insert into ledger.transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                 debit_hash, credit_hash, source, memo)
    values (p_id, p_debit, p_credit, d_seq, c_seq, balance, c_after, p_amount, p_at, p_kind, d_head, c_head, p_source, p_memo)
    on conflict (id) do nothing;
    if not found then
        if c_seq is not null then
            perform ledger.take_back(p_credit, p_amount, 0);
        end if;
        if d_seq is not null then
            perform ledger.take_back(p_debit, -p_amount, p_unhold);
        end if;
        balance := null;
        outcome := ledger.otherwise(p_id, p_debit, p_credit, p_amount, p_kind, p_source, 2::smallint);
        return;
    end if;

    if d_seq is null then
        insert into ledger.deferred (account_id, transfer_id, amount) values (p_debit, p_id, -p_amount);
    end if;
    if c_seq is null then
        insert into ledger.deferred (account_id, transfer_id, amount) values (p_credit, p_id, p_amount);
    end if;
    if d_bought = balance then
        perform ledger.spend_lots(p_debit, d_bought);
    end if;
    outcome := 0;
end $$;

-- A function in SQL is planned anew for each row of an aggregate, which was a sixth of a batch.
create or replace function ledger.chain_step(state bytea, head bytea, record bytea) returns bytea
language plpgsql immutable as $$
begin
    return sha256(coalesce(state, head) || record);
end $$;

-- At most 256 transfers with an outcome for each. In their order, those that are sure to succeed are applied by
-- a handful of statements; after them the others one by one, in their order. A row is sure to succeed if its key
-- is new, its accounts are active, its payer is a person or the system, its amount and the receiver's balance are far from the limits, and what
-- its payer has available covers all such rows of that payer up to and including it, whatever it receives here.
create or replace function ledger.transfer_batch(
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
            select f, p_id[f] as id, p_debit[f] as debit, p_credit[f] as credit, p_amount[f] as amount, p_kind[f] as kind
            from unnest(sure) f
        ), legs as (
            select debit as acc, id, -amount as amount, kind, f, 0 as side from rows
            union all
            select credit, id, amount, kind, f, 1 from rows
        ), counted as (
            select l.acc, l.id, l.amount, l.kind, l.f, l.side, a.head,
                   a.seq + row_number() over w as seq,
                   (a.balance + sum(l.amount) over w)::bigint as after
            from legs l join account a on a.id = l.acc
            where l.acc < house
            window w as (partition by l.acc order by l.f)
        ), hashed as materialized (
            select acc, f, side, seq, after,
                   chain(head, uuid_send(acc) || int8send(seq) || uuid_send(id) || int8send(amount) || int8send(after)
                               || int2send(kind) || timestamptz_send(p_at)) over (partition by acc order by seq) as hash
            from counted
        ), put_off as (
            insert into deferred (account_id, transfer_id, amount)
            select acc, id, amount from legs where acc >= house
        ), sides as (
            -- Both sides of each in its place, and nothing for one that is deferred.
            select array_agg(f) filter (where side = 0) as fs,
                   array_agg(seq) filter (where side = 0) as d_seq, array_agg(seq) filter (where side = 1) as c_seq,
                   array_agg(after) filter (where side = 0) as d_after, array_agg(after) filter (where side = 1) as c_after,
                   array_agg(hash) filter (where side = 0) as d_hash, array_agg(hash) filter (where side = 1) as c_hash
            from (
                select f, side, seq, after, hash from hashed
                union all
                select f, side, null, null, null from legs where acc >= house
                order by f
            ) s
        ), written as (
            insert into transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                  debit_hash, credit_hash, source, memo)
            select p_id[u.f], p_debit[u.f], p_credit[u.f], u.d_seq, u.c_seq, u.d_after, u.c_after, p_amount[u.f], p_at,
                   p_kind[u.f], u.d_hash, u.c_hash, p_source[u.f], p_memo[u.f]
            from sides s, unnest(s.fs, s.d_seq, s.c_seq, s.d_after, s.c_after, s.d_hash, s.c_hash)
                 u(f, d_seq, c_seq, d_after, c_after, d_hash, c_hash)
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

-- What a plugin itself moved on an account, the latest first.
create or replace function kernel_api.ledger_history(p_account uuid, p_source text, p_before bigint, p_limit int)
returns table (seq bigint, id uuid, amount bigint, kind smallint, at timestamptz, memo text, other uuid)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
begin
    return query
        select e.seq, e.transfer_id, e.amount, e.kind, e.at, e.memo, e.other
        from entry e
        where e.account_id = p_account and e.seq < p_before and e.source = p_source
        order by e.seq desc limit p_limit;
end $$;
