-- One row: every change of the queue locks it, so that two people who change it at once see the same queue.
create table jukebox (
  only_row boolean primary key default true,
  constraint jukebox_one_row check (only_row)
);
insert into jukebox (only_row) values (true);

create table entry (
  id uuid primary key,
  track text not null,
  account_id uuid not null,
  asked_at timestamptz not null,
  -- Absent while it waits.
  started_at timestamptz,
  constraint entry_track check (char_length(track) between 1 and 40)
);
-- One track plays at a time.
create unique index entry_playing on entry ((true)) where started_at is not null;
create index entry_person on entry (account_id);

create table vote (
  entry_id uuid not null references entry (id) on delete cascade,
  account_id uuid not null,
  -- For a waiting track, or against the playing one.
  kind text not null,
  constraint vote_once primary key (entry_id, account_id, kind),
  constraint vote_kind check (kind in ('wish', 'skip'))
);
create index vote_person on vote (account_id);
