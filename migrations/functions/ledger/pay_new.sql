-- A transfer between two people under a key that was unused when the caller checked, in one statement. Returns the
-- payer's balance after it; less than 0 is the negated outcome of a transfer that was refused.
--
-- Locks both accounts in id order, as their index returns them. If another transaction uses the key first, this one fails
-- with the unique violation of `transfer_pkey`; the caller retries and finds the key used. `p_record` is the result of
-- `ledger.record` for the same values, computed once by the caller; the checker compares it with the row.
-- Transfers that this statement cannot make (a frozen account, too little WIT, a plugin's account) go to `ledger.pay`.
create or replace function ledger.pay_new(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_record bytea
) returns bigint
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    payer_has bigint;
    payer_bought bigint;
begin
    if p_amount between 1 and 100000000000000 and p_debit <> p_credit
       and greatest(p_debit, p_credit) < 'fffffffe-0000-0000-0000-000000000000' then
        with moved as (
            update account a
            set balance = a.balance + case when a.id = p_debit then -p_amount else p_amount end, seq = a.seq + 1,
                bought = case when a.id = p_debit then least(a.bought, a.balance - p_amount) else a.bought end,
                head = sha256(a.head || p_record)
            where a.id in (p_debit, p_credit) and a.state = 0
              and a.balance + case when a.id = p_debit then -p_amount else p_amount end between a.held and 1000000000000000
            returning a.id, a.balance, a.seq, a.head, a.bought
        ), written as (
            insert into transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                  debit_hash, credit_hash, source, memo)
            select p_id, p_debit, p_credit, d.seq, c.seq, d.balance, c.balance, p_amount, p_at, p_kind, d.head, c.head,
                   p_source, p_memo
            from moved d, moved c where d.id = p_debit and c.id = p_credit
            returning debit_after
        )
        select w.debit_after, d.bought into payer_has, payer_bought from written w, moved d where d.id = p_debit;
        if found then
            if payer_bought = payer_has then
                -- The rest of the balance is bought WIT, so this payment may have spent a part of it.
                perform spend_lots(p_id, p_debit, payer_bought);
            end if;
            return payer_has;
        end if;
        -- At most one of the two accounts was changed.
        perform undo_posting(p_debit, -p_amount, 0), undo_posting(p_credit, p_amount, 0);
    end if;
    return pay(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo);
end $$;
