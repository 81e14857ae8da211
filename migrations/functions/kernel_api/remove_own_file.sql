-- Deletes a file of an install; false if there is none.
create or replace function kernel_api.remove_own_file(p_install text, p_name text)
returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    -- In the lock order of `write_own_file`.
    perform 1 from install_file_usage u where u.install = p_install for update;
    delete from install_file f where f.install = p_install and f.name = p_name;
    return found;
end $$;
