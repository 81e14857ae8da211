-- SHA-256 of what people download, in hexadecimal: of the largest variant of a file that is ready and that the plugin uses.
create or replace function kernel_api.file_digest(p_file uuid, p_plugin text)
returns text
language sql stable security definer set search_path = kernel, pg_temp as $$
    select encode(v.blob, 'hex')
    from file f join file_variant v on v.file_id = f.id
    where f.id = p_file and f.state = 'ready'
      and exists (select 1 from file_use u where u.file_id = f.id and u.plugin = p_plugin)
    order by v.width desc nulls last, v.name
    limit 1
$$;
