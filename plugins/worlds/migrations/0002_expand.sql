-- Administrators, blacklists, invitations, membership collections, the one change of worlds, visits and witch points.

-- Null: the owner and all administrators have left, and the platform looks after the world.
alter table world alter column owner_id drop not null;
-- Witch points follow from `world_total`.
alter table world drop column witch_points;

alter table member drop constraint member_role;
alter table member add constraint member_role check (role in ('owner', 'admin', 'member'));
-- An administrator takes one of five places.
alter table member add column admin_place smallint;
-- The administrator of longest standing succeeds an owner who leaves.
alter table member add column appointed_at timestamptz;
alter table member add constraint member_admin check (
  case when role = 'admin' then admin_place between 1 and 5 and appointed_at is not null
       else admin_place is null and appointed_at is null end
);
create unique index member_one_owner on member (world_id) where role = 'owner';
create unique index member_admin_place on member (world_id, admin_place) where role = 'admin';
-- The members of a world by role, newest first.
create index member_by_role on member (world_id, role, joined_at desc, account_id desc);

-- A person changes worlds once.
create table world_change (
  account_id uuid not null,
  from_world uuid not null,
  to_world uuid not null,
  changed_at timestamptz not null,
  constraint world_change_pkey primary key (account_id)
);

create table blacklist (
  world_id uuid not null,
  account_id uuid not null,
  reason text not null,
  -- Null: without an end.
  until timestamptz,
  listed_by uuid not null,
  listed_at timestamptz not null,
  constraint blacklist_pkey primary key (world_id, account_id),
  constraint blacklist_reason check (char_length(reason) between 1 and 200),
  constraint blacklist_until check (until > listed_at)
);

create index blacklist_newest on blacklist (world_id, listed_at desc, account_id desc);
create index blacklist_of_account on blacklist (account_id);

-- The invitation link of a private world: one at a time, renewing replaces it.
create table invitation (
  world_id uuid not null,
  code text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint invitation_pkey primary key (world_id),
  constraint invitation_code unique (code)
);

-- Membership collections. `id` is the collection of `items`.
create table membership (
  id uuid not null,
  world_id uuid not null,
  name_ko text not null,
  name_en text not null,
  quantity bigint not null,
  -- In hundredths of a WIT; 0 is free.
  price bigint not null,
  -- After this time nothing is sold; null: no deadline.
  deadline timestamptz,
  sold bigint not null default 0,
  -- False once it is sold out, or its deadline has passed and the next one was opened.
  is_open boolean not null default true,
  created_at timestamptz not null,
  constraint membership_pkey primary key (id),
  constraint membership_quantity check (quantity between 1 and 1000000),
  constraint membership_price check (price between 0 and 100000000),
  constraint membership_sold check (sold between 0 and quantity),
  constraint membership_deadline check (deadline > created_at)
);

-- The next collection opens only once the one before is closed.
create unique index membership_one_open on membership (world_id) where is_open;
create index membership_newest on membership (world_id, created_at desc, id desc);

-- Items of membership collections that were bought or claimed.
create table membership_sale (
  item_id uuid not null,
  membership_id uuid not null,
  world_id uuid not null,
  account_id uuid not null,
  price bigint not null,
  sold_at timestamptz not null,
  constraint membership_sale_pkey primary key (item_id),
  constraint membership_sale_membership foreign key (membership_id) references membership (id)
);

-- A person gets one free membership of a world.
create unique index membership_sale_free on membership_sale (world_id, account_id) where price = 0;
create index membership_sale_of_account on membership_sale (account_id);

-- How many items of a world's membership collections a person owns. Events of transfers may arrive out of order, so a
-- count can be negative until the earlier event has arrived.
create table holder (
  world_id uuid not null,
  account_id uuid not null,
  items bigint not null,
  constraint holder_pkey primary key (world_id, account_id)
);

create index holder_of_account on holder (account_id);

-- People who were in a world. A visit ends 30 minutes after the last sign of presence.
create table visitor (
  world_id uuid not null,
  account_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- In Korea.
  last_day date not null,
  visits bigint not null,
  constraint visitor_pkey primary key (world_id, account_id),
  constraint visitor_visits check (visits > 0)
);

create index visitor_latest on visitor (world_id, last_at desc, account_id desc);
create index visitor_of_account on visitor (account_id);

-- Roll-ups, written with each visit, so that no statistic counts rows. Days and hours are those of Korea.
create table visit_day (
  world_id uuid not null,
  day date not null,
  visits bigint not null,
  -- Different people.
  visitors bigint not null,
  -- Hundredths of a WIT.
  spent bigint not null,
  constraint visit_day_pkey primary key (world_id, day),
  constraint visit_day_counts check (visits >= 0 and visitors >= 0 and spent >= 0)
);

create table visit_hour (
  world_id uuid not null,
  hour smallint not null,
  visits bigint not null,
  constraint visit_hour_pkey primary key (world_id, hour),
  constraint visit_hour_range check (hour between 0 and 23)
);

create table world_total (
  world_id uuid not null,
  visits bigint not null,
  visitor_days bigint not null,
  -- Hundredths of a WIT.
  spent bigint not null,
  first_visit_at timestamptz,
  last_visit_at timestamptz,
  constraint world_total_pkey primary key (world_id),
  constraint world_total_counts check (visits >= 0 and visitor_days >= 0 and spent >= 0)
);

-- Worlds by witch points, in hundredths.
create index world_total_points on world_total ((spent / 100 + visitor_days) desc, world_id desc);
