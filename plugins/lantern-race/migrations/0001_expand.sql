-- Races, who runs in them, the gates that they passed, and the best times of each block.

create table race (
  id uuid primary key,
  block_id uuid not null,
  -- The gates and the number of laps as one text: times of the same course are comparable.
  course text not null,
  -- The ids of the zones, the start first.
  gates text[] not null,
  laps bigint not null,
  -- Null: the account was erased.
  started_by uuid,
  state text not null,
  end_reason text,
  -- Milliseconds of the clock of the rooms.
  created_ms bigint not null,
  lobby_until_ms bigint not null,
  go_ms bigint not null,
  limit_ms bigint not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint race_state check (state in ('open', 'ended')),
  constraint race_ended check ((state = 'ended') = (end_reason is not null and ended_at is not null)),
  constraint race_end_reason check (end_reason in ('finished', 'timeLimit', 'restarted', 'lost')),
  constraint race_gates check (cardinality(gates) between 2 and 20),
  constraint race_laps check (laps between 1 and 3),
  constraint race_times check (
    created_ms < lobby_until_ms and lobby_until_ms < go_ms and go_ms < limit_ms
  )
);

-- One race at a time in a block.
create unique index race_open on race (block_id) where state = 'open';
create index race_latest on race (block_id, created_at desc, id desc);
create index race_old on race (ended_at) where state = 'ended';
create index race_starter on race (started_by);

create table runner (
  race_id uuid not null,
  account_id uuid not null,
  state text not null,
  -- Steps of the course that are done: the start, then a gate each.
  passed bigint not null,
  false_starts bigint not null,
  -- Milliseconds from the start of the race to the finish.
  time_ms bigint,
  -- The best time of this person in the block so far.
  is_best boolean not null,
  joined_at timestamptz not null,
  constraint runner_pkey primary key (race_id, account_id),
  constraint runner_race foreign key (race_id) references race (id) on delete cascade,
  constraint runner_state check (state in ('running', 'finished', 'left')),
  constraint runner_time check ((state = 'finished') = (time_ms is not null) and time_ms > 0),
  constraint runner_counts check (passed >= 0 and false_starts >= 0)
);

create index runner_of_person on runner (account_id, race_id);

-- The track of a run: when each step was done.
create table crossing (
  race_id uuid not null,
  account_id uuid not null,
  step bigint not null,
  zone text not null,
  at_ms bigint not null,
  constraint crossing_pkey primary key (race_id, account_id, step),
  constraint crossing_runner foreign key (race_id, account_id)
    references runner (race_id, account_id) on delete cascade
);

-- One row for each person, block and course. It stays when the race is deleted.
create table best_time (
  block_id uuid not null,
  course text not null,
  account_id uuid not null,
  time_ms bigint not null,
  achieved_at timestamptz not null,
  constraint best_time_pkey primary key (block_id, course, account_id),
  constraint best_time_positive check (time_ms > 0)
);

-- Of equal times the earlier one comes first.
create index best_time_listed on best_time (block_id, course, time_ms, achieved_at, account_id);
create index best_time_of_person on best_time (account_id);
