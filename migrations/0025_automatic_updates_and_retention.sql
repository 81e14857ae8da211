-- Updates that ask for no more than the installed version apply by themselves after their rest.
alter table install
    -- The operators of installs before this were promised that updates wait for them.
    add column auto_update boolean not null default false,
    -- A version that did not start, or from which an operator went back. It does not apply by itself.
    add column held_version bytea check (octet_length(held_version) = 32),
    -- The version of which the operators were told that it waits for them.
    add column told_version bytea check (octet_length(told_version) = 32),
    -- When its updates were looked for.
    add column updates_checked_at timestamptz;
alter table install alter column auto_update set default true;
create index install_updates on install (updates_checked_at nulls first, id) where state = 'enabled' and not is_trial;

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'finished', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded',
    'paid_out', 'exported', 'uninstalled', 'restored', 'deleted', 'stopped', 'released', 'tried', 'trial_ended', 'reviewed',
    'review_withdrawn', 'publisher_stopped', 'publisher_released', 'auto_update_on', 'auto_update_off', 'update_failed'
));

-- An uninstall can be undone for 30 days at least.
alter table package drop constraint package_retain_days_check;
update package set retain_days = 30 where retain_days < 30;
alter table package add constraint package_retain_days_check check (retain_days between 30 and 90);
