-- The transfer that captures a hold.
create or replace function ledger.capture_id(hold uuid) returns uuid language sql immutable as $$
    select encode(substr(sha256('capture'::bytea || uuid_send(hold)), 1, 16), 'hex')::uuid
$$;
