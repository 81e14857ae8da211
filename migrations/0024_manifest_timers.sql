-- Whether a repeating timer is one of the manifest: an activation deletes those that its version does not declare any more. Timers from
-- before are marked by the next activation that declares them.
alter table timer add column is_declared boolean not null default false;
