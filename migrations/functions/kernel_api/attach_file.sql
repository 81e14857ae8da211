-- Records that a reference of a plugin uses a file of `p_owner`. Returns '' or the reason of a refusal: 'missing' (no
-- complete file of this person), 'kind', 'refused', 'limit' (too many uses).
create or replace function kernel_api.attach_file(
    p_owner uuid, p_file uuid, p_kind text, p_plugin text, p_reference text, p_now timestamptz
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    found_kind text;
    found_state text;
begin
    -- The lock keeps the collection of unused files away until this transaction ends.
    select f.kind, f.state into found_kind, found_state
    from file f where f.id = p_file and f.account_id = p_owner for no key update;
    if not found or found_state = 'uploading' then
        return 'missing';
    elsif found_state = 'refused' then
        return 'refused';
    elsif found_kind <> p_kind and not (p_kind = 'other' and found_kind in ('model', 'vrm')) then
        return 'kind';
    end if;
    if exists (select 1 from file_use u
               where u.file_id = p_file and u.plugin = p_plugin and u.reference = p_reference) then
        return '';
    end if;
    if (select count(*) from (select 1 from file_use u where u.file_id = p_file limit 1000) counted) >= 1000 then
        return 'limit';
    end if;
    insert into file_use (file_id, plugin, reference, since) values (p_file, p_plugin, p_reference, p_now);
    update file f set unused_since = null where f.id = p_file and f.unused_since is not null;
    return '';
end $$;
