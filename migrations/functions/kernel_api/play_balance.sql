-- The play money of a holder in a trial; null if the holder has no account.
create or replace function kernel_api.play_balance(p_install text, p_holder uuid) returns bigint
language sql stable security definer set search_path = kernel, pg_temp as $$
    select balance from play_account where install = p_install and holder = p_holder
$$;
