-- The entries of all accounts: one per transfer and posted side, and one per roll-up (kind 99).
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
