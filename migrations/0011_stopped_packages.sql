-- Administrators of the platform list packages, and stop one everywhere.

-- The position of a package in lists: the first half of its digest.
alter table package add column id uuid not null generated always as (encode(substring(digest from 1 for 16), 'hex')::uuid) stored;
create index package_listed on package (uploaded_at desc, id desc);
create index package_of_plugin on package (plugin text_pattern_ops, uploaded_at desc, id desc);

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'granted', 'enabled', 'disabled', 'failed', 'funded', 'uninstalled',
    'restored', 'deleted', 'stopped', 'released'
));
