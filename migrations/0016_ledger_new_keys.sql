-- PostgreSQL cleans a page of dead versions at each visit while less of it is free than the fillfactor leaves, or than a
-- tenth: with half of each page left free, that was at every transfer, twice. It is every twentieth visit, if all of
-- the half may be filled first. So that accounts still find room beside themselves for their next versions, each is
-- opened as a row that is as wide as the room, and made narrow at once: no page takes another account that has less
-- than that free. What the fillfactor leaves is for the narrow one, so that it stays on its page. Only the reason of a
-- state can be that wide; it must not go out of line for it.
alter table ledger.account set (fillfactor = 97, toast_tuple_target = 8160);

create or replace function ledger.open_account(p_id uuid, p_kind smallint) returns void
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    insert into account (id, kind, held, head, state_reason)
    values (p_id, p_kind, case when p_kind = 2 then -9000000000000000000 else 0 end, genesis(p_id), repeat(' ', 3700))
    on conflict do nothing;
    if found then
        update account set state_reason = '' where id = p_id;
    end if;
end $$;

-- From one person to another under any key: what `post` says, as one number, which is what the payer has afterwards, or
-- nothing where that is the system; less than 0 is the outcome, negated, of what did not move.
create or replace function ledger.pay(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text
) returns bigint
language plpgsql volatile security definer as $$
declare
    payer_has bigint;
    outcome smallint;
begin
    select p.outcome, p.balance into outcome, payer_has
    from ledger.post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo) p;
    return case when outcome = 0 then payer_has else -outcome end;
end $$;

-- As `pay`, under a key that its caller has not seen used, which is what most movements are: one statement. Where somebody
-- else takes the key meanwhile, it fails with the unique violation that says so, and nothing of the transaction remains;
-- whoever does it again finds the key used. To be ready for that in the row's own statement (`on conflict`) was a
-- twentieth of a transfer.
--
-- What both sides say comes as bytes from whoever asks, as `ledger.record` makes it: to make it here, twice, was another.
-- If it said something else than the row, the checker would find both entries.
--
-- Both accounts are reached by their index, which has them in the order of their ids: the order of locks, whatever the
-- direction. Whatever stands in the way of either side is for `post` to tell, and whatever is not from person to person
-- is its own. Expressions are few: each is made ready once a transaction, which is once a transfer.
create function ledger.pay_new(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_record bytea
) returns bigint
language plpgsql volatile security definer as $$
declare
    payer_has bigint;
    spent boolean;
begin
    if p_amount between 1 and 100000000000000 and greatest(p_debit, p_credit) < 'fffffffe-0000-0000-0000-000000000000' then
        with moved as (
            update ledger.account a
            set balance = a.balance + case when a.id = p_debit then -p_amount else p_amount end, seq = a.seq + 1,
                head = sha256(a.head || p_record)
            where a.id in (p_debit, p_credit) and a.state = 0
              and a.balance + case when a.id = p_debit then -p_amount else p_amount end between a.held and 1000000000000000
            returning a.id, a.balance, a.seq, a.head, a.bought
        )
        insert into ledger.transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                     debit_hash, credit_hash, source, memo, spent_bought)
        select p_id, p_debit, p_credit, d.seq, c.seq, d.balance, c.balance, p_amount, p_at, p_kind, d.head, c.head, p_source, p_memo,
               d.bought > d.balance
        from moved d, moved c where d.id = p_debit and c.id <> p_debit
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
        -- One side could not move.
        perform ledger.take_back(p_debit, -p_amount, 0), ledger.take_back(p_credit, p_amount, 0);
    end if;
    return ledger.pay(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo);
end $$;

create or replace function kernel_api.ledger_transfer(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if exists (select 1 from transfer t where t.id = p_id) then
        balance := pay(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo);
    else
        if p_amount > 0
           and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
        then
            outcome := 12;
            return;
        end if;
        balance := pay_new(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo,
                           record(p_id, p_debit, p_credit, p_amount, p_kind, p_at));
        if balance < 0 and p_amount > 0 then
            perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
        end if;
    end if;
    outcome := 0;
    if balance < 0 then
        outcome := -balance;
        balance := null;
    end if;
end $$;
