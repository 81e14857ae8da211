-- Files that plugins of third parties store, each install under its own id, and refused calls in the log of installs.
-- The content of a file is in the database, so a file is
-- written, rolled back, exported and deleted in the transaction of everything else.

create table install_file (
    install text not null references install (id) on delete cascade,
    name text collate "C" not null constraint install_file_name check (name ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$'),
    -- By the bytes; of a picture `image/webp` after its check.
    media_type text not null,
    -- As the plugin wrote it; a picture is replaced by the one that the check made. Empty if the check refused it.
    content bytea not null constraint install_file_content check (octet_length(content) <= 524288),
    -- SHA-256 of what the plugin wrote.
    digest bytea not null check (octet_length(digest) = 32),
    -- The account whose file it is; it is deleted with the account. No reference: made-up players of trials have none.
    person uuid,
    -- checking → ready or refused
    state text not null check (state in ('checking', 'ready', 'refused')),
    -- The code of the problem for which it was refused.
    refusal text,
    -- The next attempt to check it; postponed while an attempt is under way.
    check_at timestamptz,
    checks int not null default 0,
    changed_at timestamptz not null,
    primary key (install, name),
    constraint install_file_refused check ((state = 'refused') = (refusal is not null)),
    constraint install_file_checking check ((state = 'checking') = (check_at is not null)),
    constraint install_file_empty check ((octet_length(content) = 0) = (state = 'refused'))
);
create index install_file_waiting on install_file (check_at) where state = 'checking';
create index install_file_person on install_file (person) where person is not null;
-- They are compressed already.
alter table install_file alter column content set storage external;

-- The files of an install together; counted by the trigger `count_install_files`.
create table install_file_usage (
    install text primary key references install (id) on delete cascade,
    files int not null default 0 constraint install_file_usage_files check (files >= 0),
    bytes bigint not null default 0 constraint install_file_usage_bytes check (bytes >= 0)
);

alter table install_capability drop constraint install_capability_capability_check;
alter table install_capability add constraint install_capability_capability_check check (
    length(capability) <= 120 and (
        capability in ('sql', 'balance', 'users', 'timers', 'rooms', 'reward', 'charge', 'files')
        or capability like 'services.%'
    )
);

-- A refused call is a line of its own level, which no plugin can write: its text is the platform's.
alter table install_log drop constraint install_log_level_check;
alter table install_log add constraint install_log_level_check check (level in ('info', 'warn', 'error', 'denied'));

-- Payments of play money that a made-up player has confirmed: held until the plugin on trial collects them.
create table play_charge (
    install text not null,
    id uuid not null,
    payer uuid not null,
    -- Hundredths.
    amount bigint not null check (amount > 0),
    memo text not null,
    -- In Korean time, for the limits of a day.
    day date not null,
    expires_at timestamptz not null,
    collected_at timestamptz,
    primary key (install, id),
    foreign key (install, payer) references play_account (install, holder) on delete cascade
);
create index play_charge_of_payer on play_charge (install, payer, day);
