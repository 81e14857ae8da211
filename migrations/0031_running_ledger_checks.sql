-- A check that has not ended has no findings yet. The row of a kernel that ended within its check is taken over.
alter table kernel.ledger_check add column finished boolean not null default true;
