-- Every table of the kernel and of the ledger. Code in the database (functions, views, triggers) is not here: each has a
-- file of its own under `functions/`, applied after the numbered migrations.
--
-- `kernel_app` reads and writes `kernel` and reads `ledger`. `kernel_rt`, the role that runs plugin SQL, holds EXECUTE on
-- the functions of `kernel_api` and nothing else. Keys lead with the account or the plugin, ids are made by the
-- application, and no sequence is global, so that the tables can be distributed.

-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts, sessions, plugins, background work
-- ---------------------------------------------------------------------------------------------------------------------

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
    created_at timestamptz not null default now(),
    -- When the account will be erased; logging in before then can cancel it.
    deletion_at timestamptz,
    -- When everything personal was removed.
    erased_at timestamptz
);
create index account_deletion on account (deletion_at) where deletion_at is not null;
create index account_email_prefix on account (email_key text_pattern_ops);
create index account_nickname_prefix on account (nickname text_pattern_ops);

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
    ip text not null default '',
    method text not null default 'password' check (method in ('password', 'passkey', 'link')),
    -- When the person last proved who they are; sensitive actions require that it is recent.
    authenticated_at timestamptz not null default now()
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
    retired_at timestamptz,
    -- A key verifies from `created_at` and signs from here on, so that every kernel knows it by then.
    signs_from timestamptz not null default now()
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
create index forbidden_word_prefix on forbidden_word (word text_pattern_ops);

-- Roles of people: (who, role, on what). `scope` is `platform` or `<plugin>::<Type>:<id>`.
create table role_binding (
    account_id uuid not null references account (id) on delete cascade,
    role text not null,
    scope text not null,
    granted_at timestamptz not null default now(),
    granted_by uuid,
    primary key (account_id, scope, role)
);
create index role_binding_role on role_binding (scope, role, account_id);

-- Resources of plugins that authorization decides about: worlds, blocks, events. `kind` is `<plugin>::<Type>`, and
-- `<kind>:<id>` is the scope of role bindings. A resource exists only as long as its parent.
create table resource (
    kind text not null check (length(kind) <= 128),
    id text not null check (length(id) between 1 and 64),
    -- A second unique key, such as the name of a world.
    alias text check (length(alias) between 1 and 64),
    parent_kind text,
    parent_id text,
    -- Attributes of the Cedar entity.
    attributes jsonb not null default '{}' check (pg_column_size(attributes) <= 8192),
    primary key (kind, id),
    foreign key (parent_kind, parent_id) references resource (kind, id) on delete cascade,
    check ((parent_kind is null) = (parent_id is null))
);
create unique index resource_alias on resource (kind, alias) where alias is not null;
create index resource_parent on resource (parent_kind, parent_id) where parent_id is not null;

create table block (
    blocker uuid not null references account (id) on delete cascade,
    blocked uuid not null references account (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (blocker, blocked)
);
create index block_blocked on block (blocked, blocker);

-- The code in the database that was applied: `schema.name` of each file under `functions/`.
create table database_function (
    name text primary key,
    digest bytea not null
);

create table plugin (
    id text primary key,
    version text not null,
    digest bytea not null,
    migration int not null default 0,
    -- The oldest migration whose version of the plugin can work on the tables as they are.
    compatible_from int not null default 0,
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
    last_error text,
    -- Until when a delivery to one of the kernel's own subscribers is reserved for the kernel that claimed it. After that,
    -- it can be claimed again.
    leased_until timestamptz
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
    seq bigint not null,
    -- Pushes are stored only for people who had a screen open recently.
    heard_at timestamptz not null default now()
);
create index live_cursor_heard_at on live_cursor (heard_at);
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Audit log, second factors, safety between people, export and erasure
-- ---------------------------------------------------------------------------------------------------------------------

-- What happened to an account, one entry after the other: each holds the hash of the one before, so that
-- none can be changed or taken out unnoticed. No foreign key: entries outlive everything.
create table audit_entry (
    account_id uuid not null,
    seq bigint not null,
    at timestamptz not null,
    kind text not null,
    -- Who did it, where it was not the person themselves.
    actor uuid,
    -- {ip, userAgent, details}; taken out when the account is erased, while its digest stays.
    personal jsonb,
    digest bytea not null,
    hash bytea not null,
    primary key (account_id, seq)
);
create index audit_entry_at on audit_entry (at desc, account_id, seq);
create index audit_entry_kind on audit_entry (kind, at desc, account_id, seq);

create table audit_head (
    account_id uuid primary key,
    seq bigint not null,
    hash bytea not null
);

-- Failed tries by account (or by a device that the account knows) and by network.
create table login_guard (
    -- HMAC of what is counted by, so that the table names nobody.
    key bytea primary key,
    failures int not null,
    -- No try is looked at before.
    next_at timestamptz not null,
    day date not null,
    day_failures int not null,
    at timestamptz not null
);
create index login_guard_at on login_guard (at);

create table password_reset (
    account_id uuid primary key references account (id) on delete cascade,
    id uuid not null,
    code_hash bytea not null,
    token_hash bytea not null,
    expires_at timestamptz not null,
    tries int not null default 0,
    sent_at timestamptz not null,
    sent_on date not null,
    sent_count int not null,
    used_at timestamptz
);

-- Something begun that is finished by who holds the ticket: a second factor, a passkey ceremony, a wallet.
create table ticket (
    hash bytea primary key,
    kind text not null,
    account_id uuid references account (id) on delete cascade,
    payload jsonb not null,
    expires_at timestamptz not null,
    tries int not null default 0
);
create index ticket_expiry on ticket (expires_at);

create table passkey (
    id uuid primary key,
    account_id uuid not null references account (id) on delete cascade,
    credential_id bytea not null unique,
    name text not null,
    credential jsonb not null,
    created_at timestamptz not null,
    used_at timestamptz
);
create index passkey_account on passkey (account_id, created_at);

create table totp (
    account_id uuid primary key references account (id) on delete cascade,
    -- Sealed with the kernel's key.
    secret bytea not null,
    created_at timestamptz not null,
    -- Null until the first code proved that the app has it.
    confirmed_at timestamptz,
    -- The step of the last code that was taken: each code is good once.
    last_step bigint not null default 0
);

create table recovery_code (
    account_id uuid not null references account (id) on delete cascade,
    hash bytea not null,
    used_at timestamptz,
    primary key (account_id, hash)
);

create table wallet (
    -- Lower case, with 0x.
    address text primary key,
    account_id uuid not null references account (id) on delete cascade,
    connected_at timestamptz not null
);
create index wallet_account on wallet (account_id, connected_at);

-- One graph of who wants nothing to do with whom: `block` (0001) works both ways, `mute` for the muter only.
create table mute (
    muter uuid not null references account (id) on delete cascade,
    muted uuid not null references account (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (muter, muted)
);

create table moderation_case (
    id uuid primary key,
    person uuid not null references account (id),
    -- Appealed: decided, and somebody else is to look at it again.
    state text not null check (state in ('open', 'appealed', 'closed')),
    opened_at timestamptz not null,
    -- Since when it is in its state.
    moved_at timestamptz not null,
    reports int not null default 0,
    reasons text[] not null default '{}',
    action text check (action in ('dismiss', 'warn', 'mute', 'suspend')),
    decision_reason text,
    decided_by uuid,
    decided_at timestamptz,
    sanction_id uuid
);
-- Reports of one person gather in one open case.
create unique index moderation_case_open on moderation_case (person) where state = 'open';
create index moderation_case_queue on moderation_case (state, moved_at, id);
create index moderation_case_person on moderation_case (person);

create table report (
    id uuid primary key,
    case_id uuid not null references moderation_case (id),
    reporter uuid not null references account (id),
    person uuid not null references account (id),
    reason text not null,
    text text not null,
    subject_kind text,
    subject_id text,
    at timestamptz not null
);
create index report_case on report (case_id, at, id);
create index report_reporter on report (reporter, at, id);
create unique index report_once on report (case_id, reporter, coalesce(subject_kind, ''), coalesce(subject_id, ''));

create table sanction (
    id uuid primary key,
    account_id uuid not null references account (id),
    action text not null check (action in ('warn', 'mute', 'suspend')),
    reason text not null,
    at timestamptz not null,
    -- Null: without end (suspend), or nothing to end (warn).
    until timestamptz,
    decided_by uuid,
    case_id uuid references moderation_case (id),
    lifted_at timestamptz,
    lifted_by uuid,
    lift_reason text,
    appeal_token_hash bytea not null,
    appeal_state text check (appeal_state in ('open', 'upheld', 'overturned')),
    appeal_text text,
    appealed_at timestamptz,
    appeal_answer text,
    appeal_answered_by uuid,
    appeal_answered_at timestamptz
);
create index sanction_account on sanction (account_id, at, id);

-- Nicknames of erased accounts, as HMACs: nobody takes one and passes for who had it.
create table retired_nickname (
    hash bytea primary key
);

create table data_export (
    account_id uuid primary key references account (id) on delete cascade,
    state text not null check (state in ('preparing', 'ready', 'failed')),
    requested_at timestamptz not null,
    ready_at timestamptz,
    expires_at timestamptz,
    archive bytea
);
create index data_export_waiting on data_export (requested_at) where state = 'preparing';

-- ---------------------------------------------------------------------------------------------------------------------
-- Ledger
-- ---------------------------------------------------------------------------------------------------------------------

-- Double entry, append-only, integer hundredths of a WIT. Only the functions of `ledger` write these tables.
--
-- Account ids are in three ranges, so that locks taken in id order take the busiest accounts last, and the kind of an
-- account is visible in its id:
--   people     the id of the person's account (UUIDv7, begins with a time)
--   plugins    fffffffe-…   may not go below zero; income is deferred
--   the system ffffffff-…   the other side of issuing and redeeming; may go below zero, always deferred
--
-- Outcomes of every function that moves WIT; anything but 0 moved nothing:
--   0 posted   1 replayed   2 key used for something else   3 insufficient   4 no such account
--   5 frozen   6 closed     7 invalid amount or parties     8 would exceed what an account can hold
--   9 no such hold   10 hold already captured   11 hold released or expired   12 over the grant's limit
--   13 the lot is no longer whole

create schema ledger;

create table ledger.account (
    id uuid primary key,
    -- 0 person, 1 plugin, 2 system
    kind smallint not null,
    -- 0 active, 1 frozen, 2 closed
    state smallint not null default 0,
    state_reason text not null default '',
    balance bigint not null default 0,
    -- The sum of the open holds.
    held bigint not null default 0,
    -- Of the balance, what was bought and not yet spent: the sum of what remains in the lots.
    bought bigint not null default 0,
    -- The number and the hash of the last entry.
    seq bigint not null default 0,
    head bytea not null,
    opened_at timestamptz not null default now(),
    constraint account_kind check (kind between 0 and 2),
    constraint account_state check (state between 0 and 2),
    constraint account_funds check (
        held >= 0 and bought >= 0 and seq >= 0 and (kind = 2 or balance >= held and balance >= bought))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- The system's accounts: minted, given by the platform, corrected by hand, forfeited. The head of an account without
-- entries is `ledger.genesis`.
insert into ledger.account (id, kind, head)
select id, 2, sha256('witverse ledger'::bytea || '\x0a'::bytea || uuid_send(id))
from (values ('ffffffff-ffff-8fff-bfff-000000000001'::uuid), ('ffffffff-ffff-8fff-bfff-000000000002'),
             ('ffffffff-ffff-8fff-bfff-000000000003'), ('ffffffff-ffff-8fff-bfff-000000000004')) system (id);

create table ledger.transfer (
    -- A hash of the key that the caller named it by: one transfer for each key.
    id uuid primary key,
    debit uuid not null,
    credit uuid not null,
    -- The number of the entry in either account, and the balance after it; null where it is deferred.
    debit_seq bigint,
    credit_seq bigint,
    debit_after bigint,
    credit_after bigint,
    amount bigint not null,
    at timestamptz not null,
    kind smallint not null,
    -- The hash of each entry: over the hash before it and `ledger.record`.
    debit_hash bytea,
    credit_hash bytea,
    -- The plugin that asked for it, or `kernel`.
    source text not null,
    memo text not null default '',
    -- The version of what the hash covers.
    form smallint not null default 2,
    constraint transfer_amount check (amount > 0),
    constraint transfer_parties check (debit <> credit)
);
-- 1, 2, 3, … of each account, without gaps, over both sides and what was rolled up.
create unique index transfer_debit on ledger.transfer (debit, debit_seq) where debit_seq is not null;
create unique index transfer_credit on ledger.transfer (credit, credit_seq) where credit_seq is not null;
create index transfer_at on ledger.transfer using brin (at);

-- Entries that roll up several deferred movements of an account.
create table ledger.gathered (
    account_id uuid not null,
    seq bigint not null,
    id uuid not null,
    amount bigint not null,
    balance_after bigint not null,
    at timestamptz not null,
    hash bytea not null,
    form smallint not null default 2,
    primary key (account_id, seq),
    constraint gathered_amount check (amount <> 0)
);

-- Movements of plugin and system accounts that are not yet in their balance: appended without a lock on the account's
-- row, and rolled up into one entry for many.
create table ledger.deferred (
    account_id uuid not null,
    transfer_id uuid not null,
    amount bigint not null constraint deferred_amount check (amount <> 0)
);

create table ledger.hold (
    id uuid primary key,
    account_id uuid not null,
    -- Null: the capture names the payee.
    to_account uuid,
    amount bigint not null,
    kind smallint not null,
    -- 0 open, 1 captured, 2 released, 3 expired
    state smallint not null default 0,
    captured bigint,
    source text not null,
    memo text not null default '',
    at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    constraint hold_amount check (amount > 0),
    constraint hold_state check (state between 0 and 3),
    constraint hold_captured check (captured between 1 and amount and (state = 1) = (captured is not null)),
    constraint hold_ended check ((state = 0) = (ended_at is null)),
    constraint hold_parties check (account_id <> to_account),
    constraint hold_period check (expires_at > at)
);
create index hold_open on ledger.hold (account_id, expires_at, id) where state = 0;
create index hold_due on ledger.hold (expires_at) where state = 0;

-- WIT that a person bought at once. WIT that was given or won is spent first, then the oldest lot.
create table ledger.lot (
    id uuid primary key,
    account_id uuid not null,
    amount bigint not null check (amount > 0),
    remaining bigint not null check (remaining between 0 and amount),
    -- 0 live, 1 reserved for a refund, 2 refunded, 3 void
    state smallint not null default 0 check (state between 0 and 3),
    hold_id uuid,
    bought_at timestamptz not null,
    check ((state = 1) = (hold_id is not null))
);
create index lot_live on ledger.lot (account_id, state, bought_at) where state < 2 and remaining > 0;
create index lot_hold on ledger.lot (hold_id) where hold_id is not null;

-- How much of a grant was used on a day; the scope is `*`, `p:<person>` or `w:<world>`.
create table ledger.usage (
    plugin text not null,
    op text not null,
    scope text not null,
    day date not null,
    spent bigint not null check (spent >= 0),
    primary key (plugin, op, scope, day)
);
create index usage_day on ledger.usage (day);

-- Totals of the days that are over.
create table ledger.day_total (
    day date not null,
    kind smallint not null,
    transfers bigint not null,
    amount bigint not null,
    primary key (day, kind)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Ledger administration
-- ---------------------------------------------------------------------------------------------------------------------

-- What the checker found, for administrators.
create table ledger_check (
    at timestamptz primary key,
    accounts bigint not null,
    entries bigint not null,
    findings jsonb not null
);

-- A correction by hand: one administrator proposes it, another one decides.
create table adjustment (
    id uuid primary key,
    account_id uuid not null,
    -- What the account gets, in hundredths of a WIT; negative takes it away.
    amount bigint not null check (amount <> 0),
    reason text not null,
    state text not null default 'proposed' check (state in ('proposed', 'applied', 'rejected')),
    proposed_by uuid not null,
    proposed_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    check (decided_by is null or decided_by <> proposed_by)
);
create index adjustment_at on adjustment (proposed_at desc, id desc);
create index adjustment_open on adjustment (proposed_at desc, id desc) where state = 'proposed';

-- ---------------------------------------------------------------------------------------------------------------------
-- Payments. No foreign keys to accounts: records of payments outlive the people who paid
-- ---------------------------------------------------------------------------------------------------------------------

-- What a WIT costs. Orders name the version they were made under, so a version never changes.
create table exchange_rate (
    version int primary key check (version > 0),
    -- Hundredths of a WIT for one US dollar, and for a thousand won.
    hundredths_per_usd bigint not null check (hundredths_per_usd between 1 and 1000000000),
    hundredths_per_1000_krw bigint not null check (hundredths_per_1000_krw between 1 and 1000000000),
    note text not null,
    -- Null for the first one.
    set_by uuid,
    since timestamptz not null
);

insert into exchange_rate (version, hundredths_per_usd, hundredths_per_1000_krw, note, since)
values (1, 10000, 7143, '처음 환율 · The first rate', now());

create table payment_order (
    id uuid primary key,
    account_id uuid not null,
    state text not null check (state in (
        'created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunding', 'refunded', 'disputed')),
    -- Hundredths of a WIT.
    amount bigint not null check (amount > 0),
    currency text not null check (currency in ('KRW', 'USD')),
    -- Won, or US cents; 0 for what a store charged, which it does not tell.
    price bigint not null check (price >= 0),
    rate_version int not null references exchange_rate (version),
    provider text not null check (provider in ('sandbox', 'portone', 'apple', 'google')),
    -- Of a store: what was bought there.
    product text,
    idempotency_key text,
    created_at timestamptz not null,
    -- Unpaid orders are given up then.
    expires_at timestamptz not null,
    paid_at timestamptz,
    -- Since when it is in its state.
    moved_at timestamptz not null,
    -- Why it failed: a code of the catalogue.
    failure text,
    -- When the provider is asked next without anybody asking us; null where nothing is expected.
    look_at timestamptz,
    looks int not null default 0,
    disputed_at timestamptz,
    dispute_outcome text check (dispute_outcome in ('won', 'lost')),
    dispute_reason text,
    dispute_settled_by uuid,
    dispute_settled_at timestamptz,
    -- When the provider first reported that the payment was refunded in full, in any state of the order. An answer "paid"
    -- that was made before and is processed later credits nothing.
    provider_refunded_at timestamptz
);
create index payment_order_account on payment_order (account_id, created_at, id);
create unique index payment_order_key on payment_order (account_id, idempotency_key)
    where idempotency_key is not null;
create index payment_order_open on payment_order (account_id) where state in ('created', 'pending');
create index payment_order_latest on payment_order (created_at, id);
create index payment_order_state on payment_order (state, created_at, id);
create index payment_order_look on payment_order (look_at, id) where look_at is not null;

-- What a store says was bought, once and by one account: the same receipt is never worth anything again.
create table store_purchase (
    store text not null check (store in ('apple', 'google')),
    -- Apple's transaction, Google's purchase token.
    transaction_id text not null,
    account_id uuid not null,
    order_id uuid not null unique,
    product text not null,
    -- What the store calls the purchase where people see it.
    reference text not null,
    at timestamptz not null,
    primary key (store, transaction_id)
);

-- One row per transaction of an app store that a purchase or a refund notice named. Purchases and notices lock it first, so
-- that the later of the two sees what the earlier one wrote.
create table store_transaction (
    store text not null check (store in ('apple', 'google')),
    -- Apple's transaction id, Google's purchase token; as in `store_purchase`.
    transaction_id text not null check (length(transaction_id) between 1 and 1000),
    -- The tombstone: set while the store reports the transaction as refunded, which is then never credited. Null again after
    -- the store reversed the refund.
    refunded_at timestamptz,
    -- When the store signed the newest notice that was recorded. Notices arrive in any order; an older one changes nothing.
    notified_at timestamptz check (notified_at is not null or refunded_at is null),
    primary key (store, transaction_id)
);

-- Requests to have money back. One that was taken back or rejected stays, and another may follow.
create table payment_refund (
    id uuid primary key,
    order_id uuid not null references payment_order (id),
    account_id uuid not null,
    state text not null check (state in (
        'requested', 'withdrawn', 'approved', 'refunded', 'rejected', 'failed')),
    reason text not null,
    requested_at timestamptz not null,
    -- Of the hold on the order's WIT.
    hold_id uuid not null,
    held_until timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    refunded_at timestamptz
);
create index payment_refund_order on payment_refund (order_id, requested_at, id);
-- One at a time.
create unique index payment_refund_open on payment_refund (order_id)
    where state in ('requested', 'approved', 'refunded', 'failed');
create index payment_refund_queue on payment_refund (state, requested_at, order_id);
create index payment_refund_latest on payment_refund (requested_at, order_id) where state <> 'withdrawn';
create index payment_refund_held on payment_refund (held_until) where state = 'requested';

-- Notices from providers that were dealt with, so that a repeat costs nothing.
create table webhook_receipt (
    provider text not null,
    webhook_id text not null,
    received_at timestamptz not null,
    primary key (provider, webhook_id)
);
create index webhook_receipt_at on webhook_receipt (received_at);

-- The sandbox provider's own books: what a card company would keep.
create table sandbox_payment (
    -- The order's id, which is how a merchant names a payment.
    id uuid primary key,
    name text not null,
    amount bigint not null,
    currency text not null,
    state text not null check (state in ('ready', 'pending', 'paid', 'failed', 'cancelled')),
    -- What was really taken.
    paid bigint not null default 0,
    -- A pending payment goes through then.
    pays_at timestamptz,
    disputed_at timestamptz,
    -- Counts what was done on its page, so that each form is good once.
    turn int not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Signed statements, notices on devices
-- ---------------------------------------------------------------------------------------------------------------------

-- Every key that ever signed a statement: what it signed has to be checkable for ever. The secret half is derived
-- from the kernel's secret and stands nowhere.
create table statement_key (
    kid text primary key,
    public bytea not null,
    known_since timestamptz not null
);

-- A device that somebody has asked to be notified on.
create table push_subscription (
    id uuid primary key,
    account_id uuid not null references account (id) on delete cascade,
    -- Where its browser's push service takes notices: an address that is as secret as a key.
    endpoint text not null constraint push_subscription_endpoint unique,
    p256dh bytea not null,
    auth bytea not null,
    subscribed_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id, subscribed_at, id);
