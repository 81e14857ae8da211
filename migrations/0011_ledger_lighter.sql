-- PostgreSQL reads a CHECK's stored tree anew for every statement, and the tree of the old one was a twelfth of a
-- transfer. The rule that no function may ever break is one comparison now; the others are the functions' to keep and
-- the checker's to prove. So that it holds for every account, those that may go below zero have promised less than
-- there can be.
alter table ledger.account drop constraint account_is_sound;
drop function ledger.is_sound(smallint, bigint, bigint, bigint);

create or replace function ledger.open_account(p_id uuid, p_kind smallint) returns void
language sql volatile security definer set search_path = ledger, pg_temp as $$
    insert into account (id, kind, held, head)
    values (p_id, p_kind, case when p_kind = 2 then -9000000000000000000 else 0 end, genesis(p_id))
    on conflict do nothing
$$;

update ledger.account set held = -9000000000000000000 where kind = 2;
alter table ledger.account add constraint account_covers_its_holds check (balance >= held);

-- Whether what was bought is all that its payer had left: the lots are to be looked at then. It comes back with the row,
-- where a question of its own was a fortieth of a transfer.
alter table ledger.transfer add column spent_bought boolean;

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
    house uuid;
    system uuid;
    spent boolean;
    d_seq bigint;
    d_head bytea;
    d_bought bigint;
    c_seq bigint;
    c_head bytea;
    c_after bigint;
    payer_moved boolean;
    payee_moved boolean;
begin
    -- An expression is made ready once a transaction, which is once a transfer: the way from person to person has few.
    if p_amount between 1 and 100000000000000 and p_debit <> p_credit
       and greatest(p_debit, p_credit) < 'fffffffe-0000-0000-0000-000000000000' then
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
                                     debit_hash, credit_hash, source, memo, spent_bought)
        select p_id, p_debit, p_credit, d.seq, c.seq, d.balance, c.balance, p_amount, p_at, p_kind, d.head, c.head, p_source, p_memo,
               d.bought = d.balance
        from moved d, moved c where d.id = p_debit and c.id = p_credit
        on conflict (id) do nothing
        returning 0, debit_after, spent_bought into outcome, balance, spent;
        if not spent then
            return;
        end if;
        if outcome is null then
            payer_moved := ledger.take_back(p_debit, -p_amount, p_unhold);
            payee_moved := ledger.take_back(p_credit, p_amount, 0);
            outcome := ledger.otherwise(
                p_id, p_debit, p_credit, p_amount, p_kind, p_source,
                case when not payer_moved then ledger.refusal(p_debit, p_forced, 3::smallint)
                     when not payee_moved then ledger.refusal(p_credit, p_forced, 8::smallint)
                     else 2::smallint end);
            return;
        end if;
        perform ledger.spend_lots(p_debit, balance);
        return;
    end if;

    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_debit = p_credit then
        outcome := 7;
        return;
    end if;
    house := 'fffffffe-0000-0000-0000-000000000000';
    system := 'ffffffff-0000-0000-0000-000000000000';
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


-- As `sum`, which over bigint is made numeric anew for every row of a window.
create aggregate ledger.total(bigint) (sfunc = pg_catalog.int8pl, stype = bigint);

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
    time_sent bytea := timestamptz_send(p_at);
    sure int[];
    spent uuid[];
    i int;
begin
    if size > 256 then
        raise exception 'a batch has at most 256 transfers' using errcode = '54000';
    end if;

    -- Locked in the order of ids, as the index has them, and read as they are once they are locked.
    select array_agg(l.id), array_agg(l.available), array_agg(l.balance), array_agg(l.seq), array_agg(l.head)
    into ids, availables, balances, seqs, heads
    from (
        select a.id, case when a.state = 0 then a.balance - a.held end as available, a.balance, a.seq, a.head
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
        select f, d_n, c_n from paid where case when d_n is null then true else needed <= availables[d_n] end
    ), legs as (
        select d_n as n, f, true as pays, -p_amount[f] as amount from good where d_n is not null
        union all
        select c_n, f, false, p_amount[f] from good where c_n is not null
    ), counted as (
        -- Nearly every account has one side here, which is its first and its last.
        select n, f, pays, amount, row_number() over w as nth,
               balances[n] + total(amount) over w as after,
               lead(f) over w is null as is_last
        from legs
        window w as (partition by n order by f)
    ), hashed as materialized (
        -- The aggregate is called only for accounts with several. At the last one, `lowest` is of all of them.
        select n, f, pays, seqs[n] + nth as seq, after, is_last, min(after) over w as lowest,
               case when nth = 1 and is_last
                    then sha256(heads[n] || uuid_send(ids[n]) || int8send(seqs[n] + nth) || uuid_send(p_id[f]) || int8send(amount)
                                || int8send(after) || int2send(p_kind[f]) || time_sent)
                    else chain(heads[n], uuid_send(ids[n]) || int8send(seqs[n] + nth) || uuid_send(p_id[f]) || int8send(amount)
                                         || int8send(after) || int2send(p_kind[f]) || time_sent)
                         filter (where not (nth = 1 and is_last)) over w
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
        from hashed e where e.is_last and a.id = ids[e.n] and a.id = any(ids)
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
            outcomes[i] := (
                select outcome
                from post(p_id[i], p_debit[i], p_credit[i], p_amount[i], p_kind[i], p_at, p_source[i], p_memo[i], 0, false));
        end if;
    end loop;
    return outcomes;
end $$;
