-- Undoes one side of a transfer whose row was not written: where the account's last number has no entry, balance,
-- holds, number and hash go back to the entry before. `p_amount` is what the side had added to the balance. Returns
-- whether there was anything to undo. Reads one entry by its number, so the cost does not depend on the history.
create or replace function ledger.undo_posting(p_account uuid, p_amount bigint, p_unhold bigint) returns boolean
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
      and (select e.hash from ledger.entry e where e.account_id = p_account and e.seq = a.seq) is null;
    return found;
end $$;
