-- The reason why an account cannot take part in a movement.
create or replace function ledger.refusal(p_account uuid, p_forced boolean, p_else smallint) returns smallint
language plpgsql volatile as $$
declare
    v_state smallint;
begin
    select state into v_state from ledger.account where id = p_account;
    if v_state is null and p_account >= 'fffffffe-0000-0000-0000-000000000000' then
        -- A plugin's account is opened by its first income; until then its balance is 0.
        return p_else;
    end if;
    return case when v_state is null then 4 when v_state = 2 then 6 when v_state = 1 and not p_forced then 5 else p_else end;
end $$;
