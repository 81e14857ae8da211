-- Writes a file of an install, or replaces it. Returns '' or the reason of a refusal: 'ended' (no such install), 'limit' (the
-- space or the number of files). Concurrent writes of an install wait for each other, so they cannot exceed a limit together.
create or replace function kernel_api.write_own_file(
    p_install text, p_name text, p_media_type text, p_content bytea, p_digest bytea, p_person uuid,
    p_max_bytes bigint, p_max_files int, p_now timestamptz
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    used install_file_usage;
    present int;
begin
    -- The deletion of the data waits for this transaction.
    perform 1 from install i where i.id = p_install for key share;
    if not found then
        return 'ended';
    end if;
    insert into install_file_usage (install) values (p_install) on conflict do nothing;
    select * into used from install_file_usage u where u.install = p_install for update;
    select octet_length(f.content) into present from install_file f where f.install = p_install and f.name = p_name;
    if (present is null and used.files >= p_max_files)
        or used.bytes - coalesce(present, 0) + octet_length(p_content) > p_max_bytes then
        return 'limit';
    end if;
    insert into install_file (install, name, media_type, content, digest, person, state, check_at, changed_at)
    values (p_install, p_name, p_media_type, p_content, p_digest, p_person, 'checking', p_now, p_now)
    on conflict (install, name) do update
        set media_type = excluded.media_type, content = excluded.content, digest = excluded.digest,
            person = excluded.person, state = 'checking', refusal = null, check_at = excluded.check_at, checks = 0,
            changed_at = excluded.changed_at;
    return '';
end $$;
