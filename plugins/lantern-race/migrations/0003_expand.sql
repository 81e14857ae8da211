-- The ways of runners, which moderators watch before they decide about a time.

-- The gates in centimetres, three numbers for each: x, z and the radius; empty for races from before.
alter table race add column gates_cm bigint[] not null default '{}';
alter table race add constraint race_gates_cm
  check (cardinality(gates_cm) in (0, 3 * cardinality(gates)));

-- The accepted positions of a runner between two crossings, three numbers for each: milliseconds of the clock of the rooms,
-- x and z in centimetres.
create table way (
  race_id uuid not null,
  account_id uuid not null,
  from_ms bigint not null,
  points bigint[] not null,
  constraint way_pkey primary key (race_id, account_id, from_ms),
  constraint way_runner foreign key (race_id, account_id)
    references runner (race_id, account_id) on delete cascade,
  constraint way_points check (cardinality(points) between 3 and 1800 and cardinality(points) % 3 = 0)
);
