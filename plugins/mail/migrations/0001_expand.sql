-- Alarms for one person each, and notices for everybody.

-- One row per alarm and person; both sides of a thread have the same `thread_id`.
create table alarm (
  account_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  -- gift, friend, reward, reply, system
  kind text not null,
  -- The plugin that raised the alarm, and its key for it.
  source text not null,
  key text not null,
  -- The other person in the thread.
  from_id uuid,
  title_ko text not null,
  title_en text not null,
  description_ko text not null,
  description_en text not null,
  link text,
  can_reply boolean not null,
  remain_amount bigint,
  reply_count integer not null default 0,
  created_at timestamptz not null,
  -- Time of the last activity; lists are sorted by it.
  active_at timestamptz not null,
  read_at timestamptz,
  constraint alarm_pkey primary key (account_id, id),
  constraint alarm_once unique (account_id, source, key),
  constraint alarm_thread unique (thread_id, account_id)
);
create index alarm_latest on alarm (account_id, active_at desc, id desc);
create index alarm_unread on alarm (account_id, kind, active_at desc, id desc) where read_at is null;
create index alarm_from on alarm (from_id) where from_id is not null;
create index alarm_age on alarm (active_at);

create table reply (
  thread_id uuid not null,
  id uuid not null,
  author_id uuid not null,
  content text not null,
  at timestamptz not null,
  constraint reply_pkey primary key (thread_id, id),
  constraint reply_length check (char_length(content) between 1 and 500)
);
create index reply_author on reply (author_id, id);

create table notice (
  id uuid not null,
  title_ko text not null,
  title_en text not null,
  body_ko text not null,
  body_en text not null,
  author_id uuid not null,
  publish_at timestamptz not null,
  -- Null until published.
  published_at timestamptz,
  withdrawn_at timestamptz,
  constraint notice_pkey primary key (id)
);
create index notice_latest on notice (published_at desc, id desc) where published_at is not null and withdrawn_at is null;
create index notice_written on notice (publish_at desc, id desc);

-- Number of published notices, and of all notices. One row: administrators are few, so it is not contended.
create table notice_tally (
  id smallint not null,
  shown integer not null default 0,
  written integer not null default 0,
  constraint notice_tally_pkey primary key (id),
  constraint notice_tally_one check (id = 1 and shown >= 0 and written >= 0)
);

-- Read state of notices: all up to `seen_until`, and single ones after it.
create table notice_reader (
  account_id uuid not null,
  seen_until timestamptz not null,
  constraint notice_reader_pkey primary key (account_id)
);
create table notice_seen (
  account_id uuid not null,
  notice_id uuid not null,
  constraint notice_seen_pkey primary key (account_id, notice_id)
);

-- Notification preferences; a person without a row has the defaults.
create table preference (
  account_id uuid not null,
  channels jsonb not null,
  -- off, daily, weekly
  digest text not null,
  -- When the next digest is due.
  digest_at timestamptz,
  digested_until timestamptz,
  -- Sends notices to another channel than the list, too.
  notices_elsewhere boolean not null,
  constraint preference_pkey primary key (account_id)
);
create index preference_digest on preference (digest_at, account_id) where digest_at is not null;
create index preference_notices on preference (account_id) where notices_elsewhere;
