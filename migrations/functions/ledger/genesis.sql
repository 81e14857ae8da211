-- The hash that precedes an account's first entry.
create or replace function ledger.genesis(account uuid) returns bytea language sql immutable as $$
    select sha256('witverse ledger'::bytea || '\x0a'::bytea || uuid_send(account))
$$;
