-- What operators see of an install besides its history: its settings, its log, what it uses, and exports of its data.

-- The settings that the package declares (`plugins::SettingField`), in the order of its form.
alter table package add column settings jsonb not null default '[]' check (jsonb_typeof(settings) = 'array');

alter table install add constraint install_settings check (jsonb_typeof(settings) = 'object');

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded', 'exported',
    'uninstalled', 'restored', 'deleted', 'stopped', 'released'
));

-- The newest lines that a plugin has logged, and the failures of its calls. The kernel keeps 1,000 of each install.
create table install_log (
    install text not null references install (id) on delete cascade,
    at timestamptz not null,
    id uuid not null,
    level text not null check (level in ('info', 'warn', 'error')),
    message text not null check (octet_length(message) <= 8192),
    -- `"key"="value"` pairs.
    fields text not null default '' check (octet_length(fields) <= 16384),
    primary key (install, at, id)
);

-- What the calls of an install have used, by days in Korean time.
create table install_usage (
    install text not null references install (id) on delete cascade,
    day date not null,
    calls bigint not null default 0 check (calls >= 0),
    failures bigint not null default 0 check (failures >= 0),
    cpu_us bigint not null default 0 check (cpu_us >= 0),
    statements bigint not null default 0 check (statements >= 0),
    -- Hundredths of a WIT that it has paid to people.
    paid bigint not null default 0 check (paid >= 0),
    primary key (install, day)
);
