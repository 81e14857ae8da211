-- Safety of installed plugins: erasures that wait for stopped installs, limits of data, revoked keys, and faster lookups.

-- Deliveries that wait until their install runs again. They are parked, so that the relay does not try them.
alter table delivery add column awaits_install boolean not null default false;
alter table delivery add constraint delivery_waiting check (not awaits_install or parked_at is not null);
create index delivery_awaits on delivery (subscriber) where awaits_install;

-- Whether the plugin wants to learn of erased accounts. Earlier packages are asked; those that do not subscribe ignore it.
alter table package add column hears_erasure boolean not null default true;
-- How long an uninstall keeps the data.
alter table package add column retain_days int not null default 30 check (retain_days between 1 and 30);
create index install_previous on install (previous) where previous is not null;

-- The size of the data is a limit of the grant.
update package set requested = requested || jsonb_build_object('sqlMib', sql_mib)
where requested ->> 'sql' = 'true' and not requested ? 'sqlMib';
update install i set granted = i.granted || jsonb_build_object('sqlMib', p.sql_mib)
from package p where p.digest = i.digest and i.granted ->> 'sql' = 'true' and not i.granted ? 'sqlMib';
update install i set previous_granted = i.previous_granted || jsonb_build_object('sqlMib', p.sql_mib)
from package p
where p.digest = i.previous and i.previous_granted ->> 'sql' = 'true' and not i.previous_granted ? 'sqlMib';

-- What people have paid to an install.
alter table install_usage add column collected bigint not null default 0 check (collected >= 0);
-- A use of a scope is counted as `services.<service>.<scope>`.
alter table install_capability drop constraint install_capability_capability_check;
alter table install_capability add constraint install_capability_capability_check check (
    length(capability) <= 120 and (
        capability in ('sql', 'balance', 'users', 'timers', 'rooms', 'reward', 'charge') or capability like 'services.%'
    )
);

-- Their uses were not counted before: they are offered for withdrawal 30 days from now.
update install set granted_at = now() where granted -> 'services' <> '{}';

-- The open holds of an install, for the preview of its uninstall.
create index hold_of_install on ledger.hold (source) where state = 0 and source like 'x-%';

-- The last health check of an install.
alter table install add column checked_at timestamptz;
alter table install add column check_failed text check (length(check_failed) <= 500);

-- The key that has signed a package, the last one of its chain; absent for packages that were stored before.
alter table package add column public_key bytea check (octet_length(public_key) = 32);
alter table package add foreign key (publisher, public_key) references publisher_key (publisher, public_key);
create index package_signed on package (publisher, public_key);
-- A leaked key: what it has signed is stopped.
alter table publisher_key add column revoked_at timestamptz;
alter table publisher_key add column revoked_by uuid;
alter table publisher_key add column revoked_because text;
alter table publisher_key add constraint publisher_key_revoked check (
    num_nonnulls(revoked_at, revoked_by, revoked_because) in (0, 3)
);

-- The catalogue: countersigned packages, the latest one of each plugin, with what the plugin says about itself.
alter table package add column description_ko text;
alter table package add column description_en text;
alter table package add constraint package_description check (
    num_nonnulls(description_ko, description_en) in (0, 2) and length(description_ko) <= 300 and length(description_en) <= 300
);
create index package_catalogue on package (uploaded_at desc, id desc) where reviewed_at is not null and stopped_at is null;
create index package_reviewed on package (plugin, uploaded_at desc, id desc) where reviewed_at is not null and stopped_at is null;

alter table install_event drop constraint install_event_kind_check;
alter table install_event add constraint install_event_kind_check check (kind in (
    'installed', 'upgraded', 'rolled_back', 'granted', 'configured', 'enabled', 'disabled', 'failed', 'funded', 'paid_out',
    'exported', 'uninstalled', 'restored', 'deleted', 'stopped', 'released', 'tried', 'trial_ended', 'reviewed',
    'review_withdrawn', 'publisher_stopped', 'publisher_released'
));
