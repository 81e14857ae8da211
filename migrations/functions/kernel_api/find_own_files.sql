-- Files of an install whose names begin with `p_prefix`, in the order of their names, after `p_after`. Names consist of
-- ASCII characters below '~'.
create or replace function kernel_api.find_own_files(p_install text, p_prefix text, p_after text, p_limit int)
returns table (name text, media_type text, bytes bigint, person uuid, state text, changed_at timestamptz)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select f.name, f.media_type, octet_length(f.content)::bigint, f.person, f.state, f.changed_at
    from install_file f
    where f.install = p_install and f.name >= p_prefix and f.name < p_prefix || '~' and f.name > p_after
    order by f.name limit p_limit;
$$;
