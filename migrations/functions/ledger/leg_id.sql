-- The transfer id of one leg of `ledger.transfer_legs`; legs are numbered from 1.
create or replace function ledger.leg_id(key uuid, leg int) returns uuid language sql immutable as $$
    select encode(substr(sha256('leg'::bytea || uuid_send(key) || int4send(leg)), 1, 16), 'hex')::uuid
$$;
