-- Worlds and who lives in them. Every key leads with an account or a world, so the tables can be spread over nodes.

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
  item_count bigint not null default 0,
  -- In hundredths of a point.
  witch_points bigint not null default 0,
  created_at timestamptz not null,
  constraint world_name_key unique (name),
  constraint world_name_form check (name ~ '^[a-z0-9_]{3,10}$'),
  constraint world_hue_range check (hue between 0 and 359),
  constraint world_counts check (member_count >= 0 and block_count >= 0 and item_count >= 0)
);

-- The public list, most members first, read from any point on without sorting.
create index world_public_rank on world (member_count desc, id desc) where is_public;

-- The primary key is what makes it one world per person.
create table member (
  account_id uuid not null,
  world_id uuid not null,
  role text not null,
  joined_at timestamptz not null,
  constraint member_pkey primary key (account_id),
  constraint member_role check (role in ('owner', 'member'))
);

create index member_of_world on member (world_id, account_id);

-- How many public worlds there are, in parts, so that nobody counts rows and creators seldom wait for each other.
create table tally (
  shard smallint primary key,
  public_worlds bigint not null
);

-- Whose worlds these are: asked for a copy of somebody's data.
create index world_owner on world (owner_id, created_at);
-- The members of a world, newest first: whom somebody there may like to know.
create index member_newest on member (world_id, joined_at desc, account_id desc);
