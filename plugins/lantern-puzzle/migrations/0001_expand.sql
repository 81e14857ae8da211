-- Runs of the lantern puzzle with their logs of presses, and the best times of each block.

create table run (
  id uuid primary key,
  block_id uuid not null,
  account_id uuid not null,
  -- The board follows from it.
  seed bigint not null,
  state text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- From the start to the arrival of the log, by the clock of the server.
  time_ms bigint,
  -- The log: each press with its lantern, and when it was made by the clock of the player.
  cells bigint[] not null default '{}',
  pressed_ms bigint[] not null default '{}',
  -- Of a time that is too fast or too even for a person: it waits for a moderator, or was rejected.
  review text,
  suspicion text,
  constraint run_state check (state in ('playing', 'solved', 'ended')),
  constraint run_ended check ((state = 'playing') = (ended_at is null)),
  constraint run_time check ((state = 'solved') = (time_ms is not null) and time_ms > 0),
  constraint run_seed check (seed between 0 and 4294967295),
  constraint run_log check (
    cardinality(cells) = cardinality(pressed_ms) and cardinality(cells) <= 500
    and (state = 'solved') = (cardinality(cells) > 0)
  ),
  constraint run_review check (
    review in ('pending', 'rejected') and (review is null or (state = 'solved' and suspicion is not null))
  ),
  constraint run_suspicion check (suspicion in ('tooFast', 'evenPace'))
);

-- One run at a time for a person in a block.
create unique index run_playing on run (block_id, account_id) where state = 'playing';
create index run_of_person on run (account_id, id);
create index run_of_block on run (block_id, id);
create index run_old on run (started_at);
create index run_reviewed on run (block_id, ended_at, id) where review = 'pending';

-- One row for each person and block. It stays when the run is deleted.
create table best_time (
  block_id uuid not null,
  account_id uuid not null,
  time_ms bigint not null,
  achieved_at timestamptz not null,
  constraint best_time_pkey primary key (block_id, account_id),
  constraint best_time_positive check (time_ms > 0)
);

-- Of equal times the earlier one comes first.
create index best_time_listed on best_time (block_id, time_ms, achieved_at, account_id);
create index best_time_of_person on best_time (account_id);
