-- The general transfer, between any accounts of people, plugins and the system; it can be forced and can end a hold.
-- `outcome` is 0 (posted), 1 (replayed) or the number of a refusal (`kernel/ledger/src/outcome.rs`), as in all functions of
-- this schema.
-- `p_unhold` is the part of `held` that ends with it (a capture). `p_forced` is for administrators and reversals: it
-- reaches frozen accounts too.
--
-- Locks accounts in id order. The key is checked last, by the insert: where it was used before, the changes of the
-- balances are undone and the outcome is 1 for the same transfer and 2 for another one.
create or replace function ledger.post(
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
    -- The bytes that the hashes of both entries cover.
    record bytea;
begin
    if p_amount is null or p_amount <= 0 or p_amount > 100000000000000 or p_debit = p_credit then
        outcome := 7;
        return;
    end if;

    record := ledger.record(p_id, p_debit, p_credit, p_amount, p_kind, p_at);
    if p_debit < system then
        if p_credit < p_debit then
            -- Locks are taken in the order of ids, for both directions.
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
            perform ledger.flush_deferred(p_debit, p_at);
        end loop;
        if d_seq is null then
            outcome := ledger.resolve_refusal(p_id, p_debit, p_credit, p_amount, p_kind, p_source,
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
                perform ledger.undo_posting(p_debit, -p_amount, p_unhold);
            end if;
            balance := null;
            outcome := ledger.resolve_refusal(p_id, p_debit, p_credit, p_amount, p_kind, p_source,
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
            perform ledger.undo_posting(p_credit, p_amount, 0);
        end if;
        if d_seq is not null then
            perform ledger.undo_posting(p_debit, -p_amount, p_unhold);
        end if;
        balance := null;
        outcome := ledger.resolve_refusal(p_id, p_debit, p_credit, p_amount, p_kind, p_source, 2::smallint);
        return;
    end if;

    if d_seq is null then
        insert into ledger.deferred (account_id, transfer_id, amount) values (p_debit, p_id, -p_amount);
    end if;
    if c_seq is null then
        insert into ledger.deferred (account_id, transfer_id, amount) values (p_credit, p_id, p_amount);
    end if;
    if d_bought = balance then
        perform ledger.spend_lots(p_id, p_debit, d_bought);
    end if;
    outcome := 0;
end $$;
