-- Writes one entry for several deferred movements of an account. The account is both sides of its record.
create or replace function ledger.post_rollup(p_account uuid, p_rollup uuid, p_total bigint, p_at timestamptz) returns void
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
