-- One row: who starts a game locks it, so that two people who start at once get into the same game.
create table stage (
  only_row boolean primary key default true,
  game_id uuid,
  constraint stage_one_row check (only_row)
);
insert into stage (only_row) values (true);

create table game (
  id uuid primary key,
  -- Places in the list of questions, one a round.
  questions bigint[] not null,
  -- The state at the last change; what follows from the clock is not stored.
  round bigint not null default 0,
  phase text not null default 'lobby',
  since timestamptz not null,
  constraint game_phase check (phase in ('lobby', 'asking', 'revealing', 'finished')),
  constraint game_round check (round >= 0)
);
create index game_old on game (since);

create table player (
  game_id uuid not null references game (id) on delete cascade,
  account_id uuid not null,
  joined_at timestamptz not null,
  primary key (game_id, account_id)
);
create index player_person on player (account_id);

create table answer (
  game_id uuid not null,
  account_id uuid not null,
  round bigint not null,
  choice bigint not null,
  points bigint not null,
  answered_at timestamptz not null,
  constraint answer_once primary key (game_id, account_id, round),
  constraint answer_player foreign key (game_id, account_id)
    references player (game_id, account_id) on delete cascade,
  constraint answer_choice check (choice between 0 and 3),
  constraint answer_points check (points between 0 and 1000)
);

-- Kept longer than the games: a person gets one prize a day.
create table prize (
  game_id uuid primary key,
  account_id uuid not null,
  -- Days since 1970-01-01, in Korean time.
  day bigint not null,
  hundredths bigint not null,
  paid_at timestamptz not null,
  constraint prize_once_a_day unique (account_id, day),
  constraint prize_amount check (hundredths > 0)
);
create index prize_day on prize (day);
