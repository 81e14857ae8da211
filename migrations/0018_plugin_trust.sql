-- Trust in installed plugins: the keys that operators have agreed to, reviews of the platform, stopped publishers, the places
-- where plugins appear, and what their calls use by capability.

-- The slots of the manifest. Empty for packages that were stored before this column; they could only be games of blocks.
alter table package add column slots text[] not null default '{}';
-- The platform looks at it: its publisher has no reviewed package, or it asks for WIT.
alter table package add column needs_review boolean not null default false;
-- The countersignature of the platform over the digest (`installs::reviews`).
alter table package add column reviewed_at timestamptz;
alter table package add column reviewed_by uuid;
alter table package add column review_kid text;
alter table package add column review_signature text;
alter table package add constraint package_review check (
    num_nonnulls(reviewed_at, reviewed_by, review_kid, review_signature) in (0, 4)
);
create index package_queue on package (uploaded_at, id)
    where needs_review and reviewed_at is null and stopped_at is null;
create index package_of_publisher on package (publisher, uploaded_at desc, id desc);

-- The kill switch of a publisher: for all its packages, also those to come.
alter table publisher add column stopped_at timestamptz;
alter table publisher add column stopped_by uuid;
alter table publisher add column stopped_because text;
alter table publisher add constraint publisher_stopped check (
    num_nonnulls(stopped_at, stopped_by, stopped_because) in (0, 3)
);
-- The position of a publisher in lists.
alter table publisher add column id uuid not null generated always as (md5(name)::uuid) stored;
create index publisher_listed on publisher (known_since desc, id desc);
create index publisher_named on publisher (name text_pattern_ops);

-- The key of a publisher that the operators of a resource have agreed to. Their installs stay on their versions while the
-- publisher has another key.
create table publisher_agreement (
    scope_kind text not null,
    scope_id text not null,
    publisher text not null,
    public_key bytea not null,
    agreed_at timestamptz not null,
    agreed_by uuid not null,
    primary key (scope_kind, scope_id, publisher),
    foreign key (publisher, public_key) references publisher_key (publisher, public_key)
);
-- Operators who have installed a plugin before this migration have agreed to the key that its publisher has now.
insert into publisher_agreement (scope_kind, scope_id, publisher, public_key, agreed_at, agreed_by)
select distinct on (i.scope_kind, i.scope_id, p.publisher)
    i.scope_kind, i.scope_id, p.publisher, maker.public_key, i.installed_at, i.installed_by
from install i
join package p on p.digest = i.digest
join publisher maker on maker.name = p.publisher
where i.state <> 'uninstalled' and not i.is_trial
order by i.scope_kind, i.scope_id, p.publisher, i.installed_at;

-- Host calls that needed a capability, by days in Korean time.
create table install_capability (
    install text not null references install (id) on delete cascade,
    day date not null,
    -- A field of `installs::Grant`.
    capability text not null check (capability in (
        'sql', 'balance', 'users', 'timers', 'rooms', 'reward', 'charge'
    )),
    calls bigint not null check (calls > 0),
    primary key (install, day, capability)
);
-- The same of all installs of a plugin, without trials; what operators read before they install it.
create table plugin_usage (
    plugin text not null,
    day date not null,
    calls bigint not null check (calls >= 0),
    failures bigint not null check (failures >= 0),
    -- Hundredths of a WIT: to people, and from people.
    paid bigint not null check (paid >= 0),
    collected bigint not null check (collected >= 0),
    -- Calls by their CPU time: up to 1, 2, 4, … 64 ms, and more (`plugins::install_records`).
    cpu_histogram bigint[] not null check (cardinality(cpu_histogram) = 8),
    primary key (plugin, day)
);
create table plugin_capability (
    plugin text not null,
    day date not null,
    capability text not null,
    calls bigint not null check (calls > 0),
    primary key (plugin, day, capability)
);
create index install_of_plugin on install (plugin) where state <> 'uninstalled' and not is_trial;

-- Since when an install has had everything that it may do now: what was never used since then for 30 days can be withdrawn.
alter table install add column granted_at timestamptz;
update install set granted_at = now();
alter table install alter column granted_at set not null;

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded', 'exported',
    'uninstalled', 'restored', 'deleted', 'stopped', 'released', 'tried', 'trial_ended', 'reviewed', 'review_withdrawn',
    'publisher_stopped', 'publisher_released'
));
