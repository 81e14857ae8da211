-- Worlds and their members. Every key begins with an account or a world, so that the tables can be distributed.

create table world (
  id uuid primary key,
  name text not null,
  owner_id uuid not null,
  description_ko text not null,
  description_en text not null,
  logo text,
  thumbnail text,
  hue smallint not null,
  is_public boolean not null,
  member_count bigint not null,
  block_count bigint not null default 0,
  -- In hundredths of a point.
  witch_points bigint not null default 0,
  created_at timestamptz not null,
  constraint world_name_key unique (name),
  constraint world_name_form check (name ~ '^[a-z0-9_]{3,10}$'),
  constraint world_hue_range check (hue between 0 and 359),
  constraint world_counts check (member_count >= 0 and block_count >= 0)
);

-- The public list, most members first, paged without sorting.
create index world_public_rank on world (member_count desc, id desc) where is_public;

-- What public worlds are found by; see `search` of the SDK. The popularity is the binary logarithm of the number of
-- members, so that few joins change it.
create table world_term (
  world_id uuid not null,
  term text not null,
  popularity smallint not null,
  constraint world_term_pkey primary key (world_id, term),
  constraint world_term_world foreign key (world_id) references world (id)
);

create index world_term_rank on world_term (term, popularity desc, world_id desc);

-- The public list, newest first: ids are ordered by time.
create index world_public_newest on world (id desc) where is_public;

-- The primary key limits a person to one world.
create table member (
  account_id uuid not null,
  world_id uuid not null,
  role text not null,
  joined_at timestamptz not null,
  constraint member_pkey primary key (account_id),
  constraint member_role check (role in ('owner', 'member'))
);

create index member_of_world on member (world_id, account_id);

-- The number of public worlds, in shards: no query counts rows, and concurrent creations rarely lock the same row.
create table tally (
  shard smallint primary key,
  public_worlds bigint not null
);

-- The worlds of an owner, for the data export.
create index world_owner on world (owner_id, created_at);
-- The members of a world, newest first. With the role, so that a list reads no index in another order and sorts it.
create index member_newest on member (world_id, joined_at desc, account_id desc) include (role);
