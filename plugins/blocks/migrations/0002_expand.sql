-- People who were removed from a block and may not come back yet. At most a day: the blacklist of the world is for longer.

create table room_ban (
  block_id uuid not null,
  account_id uuid not null,
  until timestamptz not null,
  -- Null: the account was erased.
  banned_by uuid,
  banned_at timestamptz not null,
  constraint room_ban_pkey primary key (block_id, account_id),
  constraint room_ban_block foreign key (block_id) references block (id) on delete cascade,
  constraint room_ban_length check (until > banned_at and until <= banned_at + interval '1 day'),
  constraint room_ban_other check (account_id <> banned_by)
);

create index room_ban_of_person on room_ban (account_id);
create index room_ban_author on room_ban (banned_by);
create index room_ban_expiry on room_ban (until);
