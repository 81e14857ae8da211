-- The hash of an audit entry, over the hash of the entry before and the entry's digest.
create or replace function kernel.audit_hash(before bytea, entry kernel.audit_entry) returns bytea
language sql immutable set search_path = kernel, pg_catalog, pg_temp as $$
    select sha256(
        before || uuid_send(entry.account_id) || int8send(entry.seq)
        || int8send((extract(epoch from entry.at) * 1000000)::bigint)
        || sha256(convert_to(entry.kind, 'UTF8'))
        || coalesce(uuid_send(entry.actor), '\x'::bytea) || entry.digest
    )
$$;
