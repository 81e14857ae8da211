-- Both functions reach accounts by their index only, in the order of ids, which is the order of locks. That is now a setting
-- of the kernel's connections (`postgres::Server::login`) and no longer one of the functions: changing a setting and
-- changing it back was a thirtieth of a transfer.
alter function ledger.pay(uuid, uuid, uuid, bigint, smallint, timestamptz, text, text) reset all;
alter function ledger.post(uuid, uuid, uuid, bigint, smallint, timestamptz, text, text, bigint, boolean) reset all;
