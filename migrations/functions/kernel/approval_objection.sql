-- Why an administrator may not approve what another one proposed; null if they may. 'same_person': the proposer.
-- 'recently_appointed': appointed by others less than 72 hours ago. 'appointer': one of the two proposed the other as an
-- administrator. Administrators whom the command line appointed have no appointer.
create or replace function kernel.approval_objection(approver uuid, proposer uuid, moment timestamptz) returns text
language sql stable set search_path = kernel, pg_catalog, pg_temp as $$
    select case
        when approver = proposer then 'same_person'
        when exists (
            select 1 from role_binding b
            where b.scope = 'platform' and b.role = 'admin' and b.granted_by is not null
              and (b.account_id, b.granted_by) in ((approver, proposer), (proposer, approver))
        ) then 'appointer'
        when exists (
            select 1 from role_binding b
            where b.scope = 'platform' and b.role = 'admin' and b.account_id = approver
              and b.granted_by is not null and b.granted_at > moment - interval '72 hours'
        ) then 'recently_appointed'
    end
$$;
