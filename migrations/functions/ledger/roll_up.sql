-- Posts deferred movements to their accounts' balances; returns how many there were.
create or replace function ledger.roll_up(p_at timestamptz, p_limit int) returns int
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    part record;
    count int := 0;
begin
    for part in
        with deleted as (
            delete from deferred where ctid = any(array(
                select ctid from deferred limit p_limit for update skip locked))
            returning account_id, amount
        )
        select account_id, sum(amount)::bigint as total, count(*)::int as n from deleted group by account_id order by account_id
    loop
        count := count + part.n;
        if part.account_id >= 'ffffffff-0000-0000-0000-000000000000' then
            perform open_account(part.account_id, 2::smallint);
        else
            perform open_account(part.account_id, 1::smallint);
        end if;
        if part.total <> 0 then
            perform post_rollup(part.account_id, gen_random_uuid(), part.total, p_at);
        end if;
    end loop;
    return count;
end $$;
