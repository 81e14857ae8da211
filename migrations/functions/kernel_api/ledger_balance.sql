-- Balance and held amount of an account, in hundredths of a WIT with deferred movements included, and its state. Nulls
-- for a person without an account, zeros for a plugin without one.
create or replace function kernel_api.ledger_balance(p_account uuid, out balance bigint, out held bigint, out state smallint)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
begin
    select a.balance, a.held, a.state into balance, held, state from account a where a.id = p_account;
    if p_account >= 'fffffffe-0000-0000-0000-000000000000' then
        -- A plugin's account is opened by its first income.
        balance := coalesce(balance, 0)
            + (select coalesce(sum(d.amount), 0)::bigint from deferred d where d.account_id = p_account);
        held := coalesce(held, 0);
        state := coalesce(state, 0);
    end if;
end $$;
