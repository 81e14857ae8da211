-- Adds up the bytes of a person's files. The row of the person stays locked until the transaction ends, so that
-- concurrent uploads cannot exceed a quota together.
create or replace function kernel.count_file_usage() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        insert into file_usage (account_id) values (new.account_id) on conflict do nothing;
        update file_usage u set bytes = u.bytes + new.charged where u.account_id = new.account_id;
    elsif tg_op = 'UPDATE' then
        update file_usage u set bytes = u.bytes + new.charged - old.charged where u.account_id = new.account_id;
    else
        update file_usage u set bytes = u.bytes - old.charged where u.account_id = old.account_id;
    end if;
    return null;
end $$;
create or replace trigger file_usage_counted after insert or delete on kernel.file
    for each row execute function kernel.count_file_usage();
create or replace trigger file_usage_changed after update of charged on kernel.file
    for each row when (old.charged <> new.charged) execute function kernel.count_file_usage();
