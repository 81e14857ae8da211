-- Moves the balance of an erased account to the system, so that it is not counted as a person's.
create or replace function ledger.forfeit(p_account uuid, p_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    left_over bigint;
begin
    select a.balance - a.held into left_over from account a where a.id = p_account for no key update;
    if left_over > 0 then
        perform post(gen_random_uuid(), p_account, 'ffffffff-ffff-8fff-bfff-000000000004', left_over, 11::smallint, p_at,
                     'kernel', '', 0, true);
    end if;
end $$;
