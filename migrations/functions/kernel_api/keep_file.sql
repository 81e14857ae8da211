-- Keeps a file that a plugin uses. Idempotent.
create or replace function kernel_api.keep_file(p_file uuid, p_plugin text)
returns void
language sql volatile security definer set search_path = kernel, pg_temp as $$
    update file f set kept = true
    where f.id = p_file and not f.kept
      and exists (select 1 from file_use u where u.file_id = f.id and u.plugin = p_plugin);
$$;
