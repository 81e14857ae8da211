-- Friend requests and friendships: one row per pair of people, in either direction.

create table relationship (
  id uuid not null,
  -- The pair in id order, so that concurrent requests in both directions share one row.
  low_id uuid not null,
  high_id uuid not null,
  asker_id uuid not null,
  asked_id uuid not null,
  -- 0 pending, 1 accepted, 2 rejected, as on the wire.
  status smallint not null,
  requested_at timestamptz not null,
  answered_at timestamptz,
  constraint relationship_pkey primary key (low_id, high_id),
  constraint relationship_id_key unique (id),
  constraint relationship_pair check (
    low_id < high_id and ((asker_id, asked_id) = (low_id, high_id) or (asker_id, asked_id) = (high_id, low_id))
  ),
  constraint relationship_status check (status between 0 and 2 and (status = 0) = (answered_at is null))
);

-- The relationships of a person who is the second part of the primary key.
create index relationship_high on relationship (high_id, low_id);

-- Pending requests, newest first, for each side.
create index relationship_received on relationship (asked_id, requested_at desc, id desc) where status = 0;
create index relationship_sent on relationship (asker_id, requested_at desc, id desc) where status = 0;

-- One row per friendship and side, so that the key begins with the list's owner. `nickname` is the friend's: nicknames
-- never change, and lists search by prefix.
create table friend (
  account_id uuid not null,
  friend_id uuid not null,
  nickname text collate "C" not null,
  since timestamptz not null,
  constraint friend_pkey primary key (account_id, friend_id)
);

create index friend_newest on friend (account_id, since desc, friend_id desc);
create index friend_by_name on friend (account_id, nickname);

-- Counters per person, so that no query counts rows. A change between two people first locks both rows, in id order;
-- the relationship then cannot change until the end of the transaction.
create table tally (
  account_id uuid not null,
  friends integer not null default 0,
  received integer not null default 0,
  sent integer not null default 0,
  constraint tally_pkey primary key (account_id),
  constraint tally_friends_limit check (friends <= 5000),
  constraint tally_sent_limit check (sent <= 200),
  constraint tally_counts check (friends >= 0 and received >= 0 and sent >= 0)
);
