-- Several transfers under one key, all or none: a price with its royalty and fee, the prizes of an event. At most 256
-- legs, made in their order; a leg can spend the income of an earlier leg. `refused_leg` is the first leg that cannot be
-- made (from 1), and `outcome` says why; nothing moved then. A repeated call with the same legs is replayed (1); the
-- same key with other legs is refused (2).
--
-- Locks every account in id order, checks all legs against the locked rows, and posts only then. Nothing can refuse a leg
-- that was checked, so a refusal by `post` is an error that rolls the whole transaction back.
create or replace function ledger.transfer_legs(
    p_key uuid, p_debit uuid[], p_credit uuid[], p_amount bigint[], p_kind smallint[], p_memo text[],
    p_at timestamptz, p_source text, out outcome smallint, out refused_leg int
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    house constant uuid := 'fffffffe-0000-0000-0000-000000000000';
    system constant uuid := 'ffffffff-0000-0000-0000-000000000000';
    size constant int := coalesce(cardinality(p_amount), 0);
    known int;
    same int;
    ids uuid[];
    states smallint[];
    balances bigint[];
    helds bigint[];
    payer int;
    payee int;
    posted smallint;
begin
    if size not between 1 and 256 or cardinality(p_debit) <> size or cardinality(p_credit) <> size
       or cardinality(p_kind) <> size or cardinality(p_memo) <> size then
        outcome := 7;
        return;
    end if;

    -- Income that plugins need for these legs; its rows are locked before the accounts, as everywhere.
    perform flush_deferred(d.id, p_at)
    from (select distinct u as id from unnest(p_debit) u where u >= house and u < system order by u) d;
    select array_agg(l.id), array_agg(l.state), array_agg(l.balance), array_agg(l.held)
    into ids, states, balances, helds
    from (
        select a.id, a.state, a.balance, a.held from account a
        where a.id = any(p_debit || p_credit) and a.id < system
        order by a.id for no key update
    ) l;

    -- A separate statement after the locks, so that its snapshot includes another call with this key.
    select count(*), count(*) filter (where (t.debit, t.credit, t.amount, t.kind, t.source)
                                          = (p_debit[n], p_credit[n], p_amount[n], p_kind[n], p_source))
    into known, same
    from generate_series(1, size + 1) n join transfer t on t.id = leg_id(p_key, n);
    if known > 0 then
        outcome := case when known = size and same = size then 1 else 2 end;
        return;
    end if;

    for n in 1..size loop
        refused_leg := n;
        if p_amount[n] is null or p_amount[n] not between 1 and 100000000000000 or p_debit[n] is null
           or p_credit[n] is null or p_debit[n] = p_credit[n] or p_kind[n] is null or p_memo[n] is null then
            outcome := 7;
            return;
        end if;
        if p_debit[n] < system then
            payer := array_position(ids, p_debit[n]);
            -- A plugin's account is opened by its first income; before that its balance is 0.
            outcome := case when payer is null then case when p_debit[n] < house then 4 else 3 end
                            when states[payer] = 2 then 6 when states[payer] = 1 then 5
                            when balances[payer] - helds[payer] < p_amount[n] then 3 end;
            if outcome is not null then
                return;
            end if;
            balances[payer] := balances[payer] - p_amount[n];
        end if;
        -- Income of plugins and of the system is deferred: it is not available to later legs and is never refused.
        if p_credit[n] < house then
            payee := array_position(ids, p_credit[n]);
            outcome := case when payee is null then 4 when states[payee] = 2 then 6 when states[payee] = 1 then 5
                            when balances[payee] > 1000000000000000 - p_amount[n] then 8 end;
            if outcome is not null then
                return;
            end if;
            balances[payee] := balances[payee] + p_amount[n];
        end if;
    end loop;
    refused_leg := null;

    for n in 1..size loop
        select p.outcome into posted
        from post(leg_id(p_key, n), p_debit[n], p_credit[n], p_amount[n], p_kind[n], p_at, p_source, p_memo[n]) p;
        if posted <> 0 then
            -- A concurrent call used this key between other accounts.
            raise exception 'leg % was checked and then refused with outcome %', n, posted using errcode = '40001';
        end if;
    end loop;
    outcome := 0;
end $$;
