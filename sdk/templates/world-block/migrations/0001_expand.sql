-- One row, which orders the presses of all players.
create table board (
  only_row boolean not null default true,
  lit bigint not null default 0,
  presses bigint not null default 0,
  solved bigint not null default 0,
  constraint board_pkey primary key (only_row),
  constraint board_only_row check (only_row),
  constraint board_lit check (lit between 0 and 511),
  constraint board_counts check (presses >= 0 and solved >= 0)
);

create table solved (
  id uuid primary key,
  account_id uuid not null,
  presses bigint not null,
  solved_at timestamptz not null,
  constraint solved_presses check (presses > 0)
);

create index solved_latest on solved (solved_at desc, id desc);
create index solved_person on solved (account_id, solved_at desc);
