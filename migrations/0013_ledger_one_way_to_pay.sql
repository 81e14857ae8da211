-- What the chain of an account is made of: 1 is the first form, which repeated the number and the balance after it and
-- left out who the other one was; 2 is what both sides of a movement say, made once for the two.
alter table ledger.transfer add column form smallint not null default 1;
alter table ledger.transfer alter column form set default 2;
alter table ledger.gathered add column form smallint not null default 1;
alter table ledger.gathered alter column form set default 2;

-- What the entries of both sides say. The balance after it follows from the amounts before, and the number from the
-- place in the chain. It is one movement's whole truth but for the words beside it (`source`, `memo`).
create function ledger.record(p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz)
returns bytea language sql immutable as $$
    select uuid_send(p_id) || uuid_send(p_debit) || uuid_send(p_credit) || int8send(p_amount) || int2send(p_kind)
           || timestamptz_send(p_at)
$$;

-- Every account's side of every movement.
create or replace view ledger.entry as
    select debit as account_id, debit_seq as seq, id as transfer_id, -amount as amount, debit_after as balance_after,
           kind, at, debit_hash as hash, credit as other, source, memo, form
    from ledger.transfer where debit_seq is not null
    union all
    select credit, credit_seq, id, amount, credit_after, kind, at, credit_hash, debit, source, memo, form
    from ledger.transfer where credit_seq is not null
    union all
    select account_id, seq, id, amount, balance_after, 99::smallint, at, hash, account_id, ''::text, ''::text, form
    from ledger.gathered;

-- A roll-up is of its account alone, which stands on both sides of its record.
create or replace function ledger.gather(p_account uuid, p_rollup uuid, p_total bigint, p_at timestamptz) returns void
language sql volatile as $$
    with moved as (
        update ledger.account a
        set balance = a.balance + p_total, seq = a.seq + 1,
            head = sha256(a.head || ledger.record(p_rollup, p_account, p_account, p_total, 99::smallint, p_at))
        where a.id = p_account
        returning a.balance, a.seq, a.head
    )
    insert into ledger.gathered (account_id, seq, id, amount, balance_after, at, hash)
    select p_account, seq, p_rollup, p_total, balance, p_at, head from moved
$$;

-- Any movement: from, to or between accounts of plugins and of the system, by force, or with the end of a hold.
-- `p_unhold` is the part of `held` that ends with it (a capture); `p_forced` is for administrators and reversals, which
-- reach frozen accounts too. What people pay each other goes by `pay`.
--
-- The key is looked at last, with the row that would take it: what moved before for the same key is found there
-- and then taken back, which is rare, and every other transfer is spared a look. Names are written out in full
-- instead of pinning the search path: no role that can reach this function can make an operator or a schema.
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
    -- What both of the entries say.
    record bytea;
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_debit = p_credit then
        outcome := 7;
        return;
    end if;

    record := ledger.record(p_id, p_debit, p_credit, p_amount, p_kind, p_at);
    if p_debit < system then
        if p_credit < p_debit then
            -- Locks are taken in the order of ids, whatever the direction.
            perform 1 from ledger.account where id = p_credit for no key update;
        end if;
        for attempt in 1..2 loop
            update ledger.account a
            set balance = a.balance - p_amount, held = a.held - p_unhold, seq = a.seq + 1,
                bought = least(a.bought, a.balance - p_amount),
                head = sha256(a.head || record)
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
            head = sha256(a.head || record)
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

-- From one person to another, which is what most movements are: one statement. Answers what the payer has afterwards,
-- or nothing where that is the system; less than 0 is the outcome, negated, of what did not move.
--
-- Both accounts are reached by their index, which has them in the order of their ids: the order of locks, whatever the
-- direction. Whatever stands in the way of either side is for `post` to tell, and whatever is not from person to person
-- is its own. Expressions are few: each is made ready once a transaction, which is once a transfer.
create function ledger.pay(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text
) returns bigint
language plpgsql volatile security definer set enable_bitmapscan = off set enable_seqscan = off as $$
declare
    payer_has bigint;
    spent boolean;
    outcome smallint;
begin
    if p_amount between 1 and 100000000000000 and greatest(p_debit, p_credit) < 'fffffffe-0000-0000-0000-000000000000' then
        with moved as (
            update ledger.account a
            set balance = a.balance + case when a.id = p_debit then -p_amount else p_amount end, seq = a.seq + 1,
                head = sha256(a.head || ledger.record(p_id, p_debit, p_credit, p_amount, p_kind, p_at))
            where a.id in (p_debit, p_credit) and a.state = 0
              and a.balance + case when a.id = p_debit then -p_amount else p_amount end between a.held and 1000000000000000
            returning a.id, a.balance, a.seq, a.head, a.bought
        )
        insert into ledger.transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                     debit_hash, credit_hash, source, memo, spent_bought)
        select p_id, p_debit, p_credit, d.seq, c.seq, d.balance, c.balance, p_amount, p_at, p_kind, d.head, c.head, p_source, p_memo,
               d.bought > d.balance
        from moved d, moved c where d.id = p_debit and c.id <> p_debit
        on conflict (id) do nothing
        returning debit_after, spent_bought into payer_has, spent;
        if not spent then
            return payer_has;
        end if;
        if spent then
            -- What was bought is spent last, and it is spent now.
            update ledger.account a set bought = payer_has where a.id = p_debit;
            perform ledger.spend_lots(p_debit, payer_has);
            return payer_has;
        end if;
        -- One side could not move, or the key is taken.
        perform ledger.take_back(p_debit, -p_amount, 0), ledger.take_back(p_credit, p_amount, 0);
    end if;
    select p.outcome, p.balance into outcome, payer_has
    from ledger.post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo) p;
    return case when outcome = 0 then payer_has else -outcome end;
end $$;

create or replace function kernel_api.ledger_transfer(
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
    balance := pay(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo);
    outcome := 0;
    if balance < 0 then
        outcome := -balance;
        balance := null;
        if not known and p_amount > 0 then
            perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
        end if;
    end if;
end $$;

-- As before, but the accounts that were locked are reached again by their place in the table, which a lock keeps, and
-- what both sides of a transfer say is put together once.
--
-- At most 256 transfers with an outcome for each. In their order, those that are sure to succeed are applied by one
-- statement; after them the others one by one, in their order. A row is sure to succeed if its key is new, its
-- accounts are active, its payer is a person or the system, its amount and the receiver's balance are far from the
-- limits, and what its payer has available covers all such rows of that payer up to and including it, whatever it
-- receives here.
--
-- Accounts are read once, as they are locked, and from then on each is its place `n` in that order: joins, sorts and
-- windows carry a few numbers, and everything else is taken out of the arrays where it is used.
--
-- The settings are for the plans, which are made once in a session, perhaps while the tables are small, and kept:
-- `account` and `transfer` are only ever reached by an index with a list of keys, whose cost does not grow with them,
-- and everything else is hashed. With the plan for each call PostgreSQL would plan anew and read text arrays from
-- their beginning for every element.
create or replace function ledger.transfer_batch(
    p_id uuid[], p_debit uuid[], p_credit uuid[], p_amount bigint[], p_kind smallint[], p_at timestamptz,
    p_source text[], p_memo text[]
) returns smallint[]
language plpgsql volatile security definer set search_path = ledger, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
    system constant uuid := 'ffffffff-0000-0000-0000-000000000000';
    size int := coalesce(array_length(p_id, 1), 0);
    outcomes smallint[];
    -- No key is in this batch twice.
    distinct_ids boolean;
    -- The accounts of people, in the order of ids; what they have available is null unless they are active.
    ids uuid[];
    availables bigint[];
    balances bigint[];
    seqs bigint[];
    heads bytea[];
    tids tid[];
    sure int[];
    spent uuid[];
    i int;
begin
    if size > 256 then
        raise exception 'a batch has at most 256 transfers' using errcode = '54000';
    end if;

    -- Locked in the order of ids, as the index has them, and read as they are once they are locked.
    select array_agg(l.id), array_agg(l.available), array_agg(l.balance), array_agg(l.seq), array_agg(l.head), array_agg(l.ctid)
    into ids, availables, balances, seqs, heads, tids
    from (
        select a.id, case when a.state = 0 then a.balance - a.held end as available, a.balance, a.seq, a.head, a.ctid
        from account a
        where a.id = any(p_debit || p_credit) and a.id < house
        order by a.id for no key update
    ) l;

    distinct_ids := size = (select count(distinct u) from unnest(p_id) u);

    -- A statement of its own, so that it sees every key that was used until the locks were held. The limits tell the
    -- planner how many rows there can be: of a function it would assume a thousand, and of their joins millions.
    with places as (
        select n, ids[n] as id from generate_series(1, cardinality(ids)) n limit 512
    ), paid as (
        select f, d.n as d_n, c.n as c_n, total(p_amount[f]) over (partition by d.n order by f) as needed
        from (select f from generate_series(1, size) f limit 256) asked
        left join places d on d.id = p_debit[f]
        left join places c on c.id = p_credit[f]
        -- The planner takes half of the rows for what `case` says, and one in thousands for the same without it.
        where case when p_amount[f] between 1 and 1000000000000 and p_debit[f] <> p_credit[f]
                        and (availables[d.n] is not null or p_debit[f] >= system)
                        and (availables[c.n] is not null and balances[c.n] <= 600000000000000 or p_credit[f] >= house)
                        and (distinct_ids or array_position(p_id, p_id[f]) = f)
                   then p_id[f] = any(array(select t.id from transfer t where t.id = any(p_id))) is not true
              end
    ), good as materialized (
        select f, d_n, c_n,
               ledger.record(p_id[f], p_debit[f], p_credit[f], p_amount[f], p_kind[f], p_at) as record
        from paid where case when d_n is null then true else needed <= availables[d_n] end
    ), legs as (
        select d_n as n, f, true as pays, -p_amount[f] as amount, record from good where d_n is not null
        union all
        select c_n, f, false, p_amount[f], record from good where c_n is not null
    ), counted as (
        -- Nearly every account has one side here, which is its first and its last.
        select n, f, pays, record, row_number() over w as nth,
               balances[n] + total(amount) over w as after,
               lead(f) over w is null as is_last
        from legs
        window w as (partition by n order by f)
    ), hashed as materialized (
        -- The aggregate is called only for accounts with several. At the last one, `lowest` is of all of them.
        select n, f, pays, seqs[n] + nth as seq, after, is_last, min(after) over w as lowest,
               case when nth = 1 and is_last then sha256(heads[n] || record)
                    else chain(heads[n], record) filter (where not (nth = 1 and is_last)) over w
               end as hash
        from counted
        window w as (partition by n order by f)
    ), put_off as (
        insert into deferred (account_id, transfer_id, amount)
        select p_debit[f], p_id[f], -p_amount[f] from good where d_n is null
        union all
        select p_credit[f], p_id[f], p_amount[f] from good where c_n is null
    ), written as (
        -- Both sides of each in its place, and nothing for one that is deferred.
        insert into transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                              debit_hash, credit_hash, source, memo)
        select p_id[g.f], p_debit[g.f], p_credit[g.f], d.seq, c.seq, d.after, c.after, p_amount[g.f], p_at, p_kind[g.f],
               d.hash, c.hash, p_source[g.f], p_memo[g.f]
        from good g
        left join hashed d on d.f = g.f and d.pays
        left join hashed c on c.f = g.f and not c.pays
    ), moved as (
        -- The list of keys is what the index is read by.
        update account a
        set balance = e.after, seq = e.seq, head = e.hash, bought = least(a.bought, e.lowest)
        from hashed e where e.is_last and a.id = ids[e.n] and a.ctid = any(tids)
        returning a.id, a.bought, e.lowest
    )
    select (select array_agg(f) from good), (select array_agg(id) from moved where bought = lowest)
    into sure, spent;

    if spent is not null then
        perform spend_lots(a.id, a.bought) from account a where a.id = any(spent);
    end if;
    if cardinality(sure) = size then
        return array_fill(0::smallint, array[size]);
    end if;

    outcomes := array_fill(-1::smallint, array[size]);
    if sure is not null then
        foreach i in array sure loop
            outcomes[i] := 0;
        end loop;
    end if;
    for i in 1..size loop
        if outcomes[i] = -1 then
            outcomes[i] := -least(0, pay(p_id[i], p_debit[i], p_credit[i], p_amount[i], p_kind[i], p_at, p_source[i], p_memo[i]));
        end if;
    end loop;
    return outcomes;
end $$;
