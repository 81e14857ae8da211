-- The hash that an account's first entry is linked to, in place of a previous entry's.
create or replace function ledger.genesis(account uuid) returns bytea language sql immutable as $$
    select sha256('witverse ledger'::bytea || '\x0a'::bytea || uuid_send(account))
$$;
