-- A hold that its plugin takes for granted, in the message of whatever is asked next: it fails where anything is in the way,
-- and with it all of its transaction. `ledger_hold` says then what it is.
create function kernel_api.hold_presumed(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text
) returns void
language plpgsql volatile security definer as $$
begin
    if kernel_api.hold_at_once(p_id, p_account, p_to, p_amount, p_kind, p_at, p_expires, p_source, p_memo) is null then
        raise exception 'something is in the way of a hold' using errcode = 'WV001';
    end if;
end $$;
