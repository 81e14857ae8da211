-- The kernel's own tables. Plugins never see this schema; the functions of `kernel_api` (0002) are the
-- only way into it for a unit of work that runs plugin code.
-- Keys lead with the account or the plugin, ids are made by the application, and no sequence is global,
-- so that the tables can be spread over several machines.

create table account (
    id uuid primary key,
    email text not null,
    -- What makes two spellings the same address: lower case.
    email_key text not null unique,
    password_hash text not null,
    nickname text unique,
    image text,
    language text not null default 'ko' check (language in ('ko', 'en')),
    verified_at timestamptz,
    password_changed_at timestamptz not null default now(),
    created_at timestamptz not null default now()
);

create table email_code (
    account_id uuid primary key references account (id) on delete cascade,
    -- HMAC of account and code under the kernel's key; the code itself stands nowhere but in the mail.
    code_hash bytea not null,
    expires_at timestamptz not null,
    tries int not null default 0,
    sent_at timestamptz not null,
    -- How many went out on the day `sent_on` (Korean date).
    sent_on date not null,
    sent_count int not null default 1
);

create table session (
    id uuid primary key,
    account_id uuid not null references account (id) on delete cascade,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    revoked_at timestamptz,
    user_agent text not null default '',
    ip text not null default ''
);
create index session_account on session (account_id, created_at desc);

create table refresh_token (
    -- SHA-256 of the token.
    hash bytea primary key,
    session_id uuid not null references session (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

create table signing_key (
    kid text primary key,
    -- The Ed25519 seed, sealed with the kernel's key.
    seed bytea not null,
    created_at timestamptz not null default now(),
    retired_at timestamptz
);

create table captcha_used (
    ticket bytea primary key,
    expires_at timestamptz not null
);
create index captcha_used_expiry on captcha_used (expires_at);

create table forbidden_word (
    word text primary key,
    -- 'exact' forbids the whole name, 'part' any name that contains it.
    kind text not null check (kind in ('exact', 'part'))
);

-- Roles of people: (who, role, on what). `scope` is `platform` or `<plugin>::<Type>:<id>`.
create table role_binding (
    account_id uuid not null references account (id) on delete cascade,
    role text not null,
    scope text not null,
    granted_at timestamptz not null default now(),
    primary key (account_id, scope, role)
);

create table block (
    blocker uuid not null references account (id) on delete cascade,
    blocked uuid not null references account (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (blocker, blocked)
);
create index block_blocked on block (blocked, blocker);

create table plugin (
    id text primary key,
    version text not null,
    digest bytea not null,
    migration int not null default 0,
    enabled boolean not null default true,
    settings jsonb not null default '{}',
    installed_at timestamptz not null default now()
);

create table plugin_migration (
    plugin text not null,
    version int not null,
    name text not null,
    digest bytea not null,
    applied_at timestamptz not null default now(),
    primary key (plugin, version)
);

-- One row for each event and subscriber; deleted in the transaction that delivers it.
create table delivery (
    id uuid primary key,
    subscriber text not null,
    topic text not null,
    payload bytea not null,
    happened_at timestamptz not null,
    attempts int not null default 0,
    due_at timestamptz not null,
    -- Set when it failed too often; waits for an operator.
    parked_at timestamptz,
    last_error text
);
create index delivery_due on delivery (due_at, id) where parked_at is null;

create table timer (
    plugin text not null,
    key text not null,
    due_at timestamptz not null,
    -- Set for a timer that comes back.
    cron text,
    payload bytea not null,
    attempts int not null default 0,
    -- The next try after a failure; `due_at` stays what the plugin asked for.
    try_at timestamptz not null,
    parked_at timestamptz,
    last_error text,
    primary key (plugin, key)
);
create index timer_due on timer (try_at) where parked_at is null;

-- What is pushed to people's screens, numbered per person without gaps, so that a screen can resume.
create table live_cursor (
    account_id uuid primary key references account (id) on delete cascade,
    seq bigint not null
);
create table live_event (
    account_id uuid not null references account (id) on delete cascade,
    seq bigint not null,
    kind text not null,
    payload jsonb not null,
    at timestamptz not null,
    primary key (account_id, seq)
);
create index live_event_at on live_event (at);

create table idempotency (
    actor text not null,
    key text not null,
    request_hash bytea not null,
    status int not null,
    headers jsonb not null,
    body bytea not null,
    at timestamptz not null default now(),
    primary key (actor, key)
);
create index idempotency_at on idempotency (at);

-- Words that nobody may use in a name: reserved for the platform, or profane in either language.
insert into forbidden_word (word, kind) values
    ('admin', 'part'), ('register', 'part'),
    ('root', 'exact'), ('system', 'exact'), ('support', 'exact'), ('help', 'exact'), ('staff', 'exact'),
    ('official', 'exact'), ('operator', 'exact'), ('moderator', 'exact'), ('mod', 'exact'),
    ('witverse', 'part'), ('null', 'exact'), ('undefined', 'exact'), ('anonymous', 'exact'),
    ('everyone', 'exact'), ('here', 'exact'), ('me', 'exact'), ('you', 'exact'), ('wit', 'exact'),
    ('security', 'exact'), ('billing', 'exact'), ('payment', 'exact'), ('api', 'exact'),
    ('fuck', 'part'), ('shit', 'part'), ('bitch', 'part'), ('cunt', 'part'), ('nigger', 'part'),
    ('nigga', 'part'), ('faggot', 'part'), ('retard', 'part'), ('whore', 'part'), ('slut', 'part'),
    ('rapist', 'part'), ('porn', 'part'), ('penis', 'part'), ('vagina', 'part'), ('asshole', 'part'),
    ('bastard', 'part'), ('dick', 'exact'), ('cock', 'exact'), ('pussy', 'part'), ('nazi', 'part'),
    ('hitler', 'part'), ('sibal', 'part'), ('ssibal', 'part'), ('shibal', 'part'), ('byungsin', 'part'),
    ('byeongsin', 'part'), ('gaesaekki', 'part'), ('gaesaeki', 'part'), ('jonna', 'part'), ('jiral', 'part'),
    ('michinnom', 'part'), ('ssangnyeon', 'part'), ('changnyeo', 'part'), ('boji', 'exact'), ('jaji', 'exact');
