-- Administrators are appointed by two: one administrator proposes a person and another one decides. The other rules of who
-- may approve a proposal are in kernel.approval_objection().
create table appointment (
    id uuid primary key,
    -- The person who becomes an administrator.
    account_id uuid not null,
    state text not null default 'proposed' check (state in ('proposed', 'applied', 'rejected')),
    proposed_by uuid not null check (proposed_by <> account_id),
    proposed_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    check ((state = 'proposed') = (decided_by is null)),
    check (state <> 'applied' or (decided_by <> proposed_by and decided_by <> account_id))
);
create index appointment_open_at on appointment (proposed_at desc, id desc) where state = 'proposed';
create index appointment_account on appointment (account_id, proposed_by) where state = 'applied';
create unique index appointment_open on appointment (account_id) where state = 'proposed';
