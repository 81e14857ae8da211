-- The content of a file of an install, and whether the check has refused it.
create or replace function kernel_api.read_own_file(p_install text, p_name text)
returns table (content bytea, refused boolean)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select f.content, f.state = 'refused' from install_file f where f.install = p_install and f.name = p_name;
$$;
