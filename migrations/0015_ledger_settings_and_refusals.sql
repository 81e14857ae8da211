-- Both functions reach accounts by their index only, in the order of ids, which is the order of locks. That is now a setting
-- of the kernel's connections (`postgres::Server::login`) and no longer one of the functions: changing a setting and
-- changing it back was a thirtieth of a transfer.
alter function ledger.pay(uuid, uuid, uuid, bigint, smallint, timestamptz, text, text) reset all;
alter function ledger.post(uuid, uuid, uuid, bigint, smallint, timestamptz, text, text, bigint, boolean) reset all;

-- As before, but whether an account's last number has an entry is looked up by that number. As `not exists` it could become a
-- join with everything the account ever did, and what was refused took longer the longer a history was.
create or replace function ledger.take_back(p_account uuid, p_amount bigint, p_unhold bigint) returns boolean
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
