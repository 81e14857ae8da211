-- Canonical bytes that the hashes of both entries cover. Number and balance follow from the entries before; source and
-- memo are excluded.
create or replace function ledger.record(p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz)
returns bytea language sql immutable as $$
    select uuid_send(p_id) || uuid_send(p_debit) || uuid_send(p_credit) || int8send(p_amount) || int2send(p_kind)
           || timestamptz_send(p_at)
$$;
