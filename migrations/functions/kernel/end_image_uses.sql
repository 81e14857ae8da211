-- Ends the use of a person's files as their picture, except of `p_keep`. Files are locked in the order of their ids. A
-- file without another use is deleted a day later. The caller has locked the account.
create or replace function kernel.end_image_uses(p_person uuid, p_keep uuid, p_now timestamptz)
returns void
language plpgsql volatile set search_path = kernel, pg_temp as $$
declare
    ids uuid[];
begin
    select array_agg(locked.id) into ids
    from (
        select f.id from file f
        where f.account_id = p_person and f.id is distinct from p_keep
          and exists (select 1 from file_use u
                      where u.file_id = f.id and u.plugin = 'kernel' and u.reference = 'profile-image')
        order by f.id for no key update of f
    ) locked;
    delete from file_use u where u.file_id = any(ids) and u.plugin = 'kernel' and u.reference = 'profile-image';
    update file f set unused_since = p_now
    where f.id = any(ids) and not exists (select 1 from file_use u where u.file_id = f.id);
end $$;
