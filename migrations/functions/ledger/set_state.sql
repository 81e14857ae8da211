-- Sets the state of an account (0 active, 1 frozen, 2 closed). Returns false if it is closed or does not exist.
create or replace function ledger.set_state(p_account uuid, p_state smallint, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    update account set state = p_state, state_reason = p_reason where id = p_account and state <> 2;
    return found;
end $$;
