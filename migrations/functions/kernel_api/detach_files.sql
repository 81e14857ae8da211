-- Ends the use of a file by a reference of a plugin; of all its files if `p_file` is null. Files are locked in the order
-- of their ids. A file without another use is deleted a day later.
create or replace function kernel_api.detach_files(p_plugin text, p_reference text, p_file uuid, p_now timestamptz)
returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    ids uuid[];
begin
    select array_agg(locked.id) into ids
    from (
        select f.id from file_use u join file f on f.id = u.file_id
        where u.plugin = p_plugin and u.reference = p_reference and (p_file is null or u.file_id = p_file)
        order by f.id for no key update of f
    ) locked;
    delete from file_use u where u.plugin = p_plugin and u.reference = p_reference and u.file_id = any(ids);
    update file f set unused_since = p_now
    where f.id = any(ids) and f.unused_since is null and f.state <> 'uploading'
      and not exists (select 1 from file_use u where u.file_id = f.id);
end $$;
