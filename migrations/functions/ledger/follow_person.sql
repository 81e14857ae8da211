-- Opens a person's ledger account at registration and closes it at erasure.
create or replace function ledger.follow_person() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        perform open_account(new.id, 0::smallint);
    elsif tg_op = 'DELETE' then
        -- An unverified registration that was deleted: the account has no entries.
        delete from account where id = old.id and seq = 0 and held = 0;
    else
        update mandate set state = 2, ended_at = new.erased_at where account_id = new.id and state = 0;
        perform forfeit(new.id, new.erased_at);
        perform set_state(new.id, 2::smallint, '');
    end if;
    return null;
end $$;
create or replace trigger person_has_a_ledger_account after insert or delete on kernel.account
    for each row execute function ledger.follow_person();
create or replace trigger erased_person_has_none after update of erased_at on kernel.account
    for each row when (new.erased_at is not null and old.erased_at is null) execute function ledger.follow_person();
