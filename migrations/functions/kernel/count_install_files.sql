-- Adds up the files of an install and their bytes. The row of the install stays locked until the transaction ends.
create or replace function kernel.count_install_files() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        insert into install_file_usage (install) values (new.install) on conflict do nothing;
        update install_file_usage u set files = u.files + 1, bytes = u.bytes + octet_length(new.content)
        where u.install = new.install;
    elsif tg_op = 'UPDATE' then
        update install_file_usage u set bytes = u.bytes + octet_length(new.content) - octet_length(old.content)
        where u.install = new.install;
    else
        update install_file_usage u set files = u.files - 1, bytes = u.bytes - octet_length(old.content)
        where u.install = old.install;
    end if;
    return null;
end $$;
create or replace trigger install_files_counted after insert or update of content or delete on kernel.install_file
    for each row execute function kernel.count_install_files();
