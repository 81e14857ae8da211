-- Adds an account's deferred movements to its balance. Locks the deferred rows before the account, as `roll_up` does.
create or replace function ledger.flush_deferred(p_account uuid, p_at timestamptz) returns void
language plpgsql volatile as $$
declare
    total bigint;
    rollup uuid := gen_random_uuid();
begin
    with gone as (delete from ledger.deferred where account_id = p_account returning amount)
    select coalesce(sum(amount), 0) into total from gone;
    if total <> 0 then
        perform ledger.open_account(p_account, 1::smallint);
        perform ledger.post_rollup(p_account, rollup, total, p_at);
    end if;
end $$;
