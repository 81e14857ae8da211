-- Trials: an operator runs a plugin that only they can reach, with made-up players and play money.

alter table install add column is_trial boolean not null default false;
-- When the kernel ends a trial.
alter table install add column trial_until timestamptz;
alter table install add constraint install_trial check (is_trial = (trial_until is not null));
alter table install add constraint install_currency unique (id, is_trial);
drop index install_once;
create unique index install_once on install (scope_kind, scope_id, plugin) where state <> 'uninstalled' and not is_trial;
create unique index trial_once on install (scope_kind, scope_id, plugin) where state <> 'uninstalled' and is_trial;
create index trial_end on install (trial_until) where state <> 'uninstalled' and is_trial;

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded', 'exported',
    'uninstalled', 'restored', 'deleted', 'stopped', 'released', 'tried', 'trial_ended'
));

-- Play money is a currency of its own: an account of it belongs to a trial, and its transfers move nothing else.
create table play_account (
    install text not null,
    is_trial boolean not null default true check (is_trial),
    holder uuid not null,
    -- Hundredths.
    balance bigint not null check (balance >= 0),
    primary key (install, holder),
    foreign key (install, is_trial) references install (id, is_trial) on delete cascade
);

create table play_transfer (
    install text not null,
    -- Made of the plugin's key: one transfer per key.
    id uuid not null,
    leg int not null,
    payer uuid not null,
    payee uuid not null,
    amount bigint not null check (amount > 0),
    memo text not null,
    at timestamptz not null,
    -- In Korean time, for the limits of a day.
    day date not null,
    primary key (install, id, leg),
    foreign key (install, payer) references play_account (install, holder) on delete cascade,
    foreign key (install, payee) references play_account (install, holder) on delete cascade,
    check (payer <> payee)
);
create index play_received on play_transfer (install, payee, day);
create index play_paid on play_transfer (install, payer, day);
