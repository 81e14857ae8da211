-- An installed plugin's contract migrations wait after an update, as long as the version before can be rolled back to: it
-- may still need what they remove. The operator finishes the update, or the next one does.

-- Contract migrations above this number wait.
alter table plugin add column contract_to integer;
update plugin set contract_to = migration;
alter table plugin alter column contract_to set not null;
-- How many wait.
alter table plugin add column waiting integer not null default 0 check (waiting >= 0);

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'finished', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded',
    'paid_out', 'exported', 'uninstalled', 'restored', 'deleted', 'stopped', 'released', 'tried', 'trial_ended', 'reviewed',
    'review_withdrawn', 'publisher_stopped', 'publisher_released'
));
