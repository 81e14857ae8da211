-- Accounts that people can trust: what has happened to them, second factors, passkeys, resets, safety
-- between people, export and erasure.

alter table account
    -- When the account will be erased; a sign-in before may take it back.
    add column deletion_at timestamptz,
    -- Since when nothing personal is left of it.
    add column erased_at timestamptz;
create index account_deletion on account (deletion_at) where deletion_at is not null;
create index account_email_prefix on account (email_key text_pattern_ops);
create index account_nickname_prefix on account (nickname text_pattern_ops);

alter table session
    add column method text not null default 'password' check (method in ('password', 'passkey', 'link')),
    -- When the person last proved who they are; what is sensitive asks that it was a moment ago.
    add column authenticated_at timestamptz not null default now();

alter table signing_key
    -- A key verifies from the start and signs from here on, so that every kernel knows it by then.
    add column signs_from timestamptz not null default now();

-- Words and names are looked up by how they begin.
create index forbidden_word_prefix on forbidden_word (word text_pattern_ops);

alter table role_binding add column granted_by uuid;
-- Who has a role, and whether anybody else has it.
create index role_binding_role on role_binding (scope, role, account_id);

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

create function audit_hash(before bytea, entry audit_entry) returns bytea
language sql immutable set search_path = kernel, pg_catalog, pg_temp as $$
    select sha256(
        before || uuid_send(entry.account_id) || int8send(entry.seq)
        || int8send((extract(epoch from entry.at) * 1000000)::bigint)
        || sha256(convert_to(entry.kind, 'UTF8'))
        || coalesce(uuid_send(entry.actor), '\x'::bytea) || entry.digest
    )
$$;

create function record(
    account uuid, happened_at timestamptz, what text, by_whom uuid, facts jsonb
) returns bigint
language plpgsql volatile set search_path = kernel, pg_catalog, pg_temp as $$
declare
    head audit_head;
    entry audit_entry;
begin
    insert into audit_head as h (account_id, seq, hash) values (account, 0, '\x')
    on conflict (account_id) do nothing;
    select * into head from audit_head h where h.account_id = account for update;
    entry.account_id := account;
    entry.seq := head.seq + 1;
    entry.at := happened_at;
    entry.kind := what;
    entry.actor := by_whom;
    entry.personal := facts;
    entry.digest := sha256(convert_to(facts::text, 'UTF8'));
    entry.hash := audit_hash(head.hash, entry);
    insert into audit_entry select entry.*;
    update audit_head h set seq = entry.seq, hash = entry.hash where h.account_id = account;
    return entry.seq;
end $$;

create function keep_audit_entries() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if tg_op = 'UPDATE' and new.personal is null
        and (new.account_id, new.seq, new.at, new.kind, new.digest, new.hash)
          = (old.account_id, old.seq, old.at, old.kind, old.digest, old.hash)
        and new.actor is not distinct from old.actor then
        return new;
    end if;
    raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_entry_kept before update or delete on audit_entry
    for each row execute function keep_audit_entries();

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

-- A push to a person's open screens by the kernel itself, numbered as those of a unit of work are.
create function push_live(person uuid, what text, content jsonb, happened_at timestamptz) returns void
language plpgsql volatile set search_path = kernel, pg_catalog, pg_temp as $$
declare
    next_seq bigint;
begin
    insert into live_cursor as c (account_id, seq) values (person, 1)
    on conflict (account_id) do update set seq = c.seq + 1
    returning c.seq into next_seq;
    insert into live_event (account_id, seq, kind, payload, at)
    values (person, next_seq, what, content, happened_at);
end $$;
