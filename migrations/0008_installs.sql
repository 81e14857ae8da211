-- Plugins that operators install into their own resources, for example into a world.

-- The first part of a plugin's id belongs to the keys of one publisher.
create table publisher (
    name text primary key check (length(name) between 1 and 40),
    -- The newest key that the platform has seen. Packages that are signed with an earlier one are refused.
    public_key bytea not null,
    known_since timestamptz not null
);

-- Every key that a publisher has used.
create table publisher_key (
    publisher text not null references publisher (name),
    public_key bytea not null check (octet_length(public_key) = 32),
    known_since timestamptz not null,
    primary key (publisher, public_key)
);
alter table publisher add foreign key (name, public_key) references publisher_key (publisher, public_key)
    deferrable initially deferred;

-- Signed archives. A version of a plugin has one content for ever.
create table package (
    -- SHA-256 of MANIFEST.json, which holds the hashes of all files.
    digest bytea primary key check (octet_length(digest) = 32),
    publisher text not null references publisher (name),
    plugin text not null,
    version text not null,
    archive bytea not null,
    -- From the manifest: the name in both languages, what it asks for (`installs::Grant`), and the quota of its data.
    name_ko text not null,
    name_en text not null,
    requested jsonb not null,
    sql_mib int not null,
    has_migrations boolean not null,
    has_pages boolean not null,
    uploaded_by uuid not null,
    uploaded_at timestamptz not null,
    -- The kill switch: stopped packages cannot be installed, and their installs do not run.
    stopped_at timestamptz,
    stopped_by uuid,
    stopped_because text,
    unique (plugin, version),
    check ((stopped_at is null) = (stopped_by is null) and (stopped_at is null) = (stopped_because is null))
);
-- Archives are compressed already.
alter table package alter column archive set storage external;
create index package_uploaded on package (uploaded_by, uploaded_at desc);

create table install (
    -- Names the schema, the roles, the WIT account and the routes of the install.
    id text primary key check (id ~ '^x-[a-z2-7]{12}$'),
    scope_kind text not null,
    scope_id text not null,
    plugin text not null,
    digest bytea not null references package (digest),
    -- The version before, for a rollback.
    previous bytea references package (digest),
    granted jsonb not null,
    previous_granted jsonb,
    settings jsonb not null default '{}',
    state text not null default 'enabled' check (state in ('enabled', 'disabled', 'uninstalled')),
    -- Why it does not run: an operator has disabled it, or its calls have failed.
    disabled_because text check (disabled_because in ('operator', 'failures')),
    installed_by uuid not null,
    installed_at timestamptz not null,
    changed_at timestamptz not null,
    -- When the data of an uninstalled plugin are deleted.
    retained_until timestamptz,
    check ((state = 'disabled') = (disabled_because is not null)),
    check ((state = 'uninstalled') = (retained_until is not null)),
    check ((previous is null) = (previous_granted is null))
);
create unique index install_once on install (scope_kind, scope_id, plugin) where state <> 'uninstalled';
create index install_scope on install (scope_kind, scope_id, installed_at desc, id desc);
create index install_package on install (digest);
create index install_retained on install (retained_until) where state = 'uninstalled';

-- What happened to an install: shown to its operators. Kept when the data of the install are deleted.
create table install_event (
    id uuid primary key,
    install text not null,
    scope_kind text not null,
    scope_id text not null,
    kind text not null check (kind in (
        'installed', 'upgraded', 'rolled_back', 'granted', 'enabled', 'disabled', 'failed', 'funded', 'uninstalled',
        'restored', 'deleted'
    )),
    at timestamptz not null,
    -- Absent for what the kernel did by itself.
    actor uuid,
    details jsonb not null default '{}'
);
create index install_event_at on install_event (install, at desc, id desc);

-- Counts every change, so that other kernels of the database notice it.
create table install_generation (
    singleton boolean primary key default true check (singleton),
    generation bigint not null default 0
);
insert into install_generation default values;
