-- Times that are faster than rooms let people move: they are kept for the moderators of the block and are not ranked.

-- The least way from each gate to the next one in millimetres; empty for races from before.
alter table race add column legs_mm bigint[] not null default '{}';

alter table runner add column review text;
alter table runner add constraint runner_review
  check (review in ('pending', 'rejected') and (review is null or time_ms is not null));

-- Waits for a decision, and is deleted with it, with the run, or with the race after a month.
create table review (
  id uuid primary key,
  block_id uuid not null,
  race_id uuid not null,
  account_id uuid not null,
  time_ms bigint not null,
  -- The part of the run that is too fast: from one step to another, how long it took, and how long it takes at least.
  from_step bigint not null,
  to_step bigint not null,
  took_ms bigint not null,
  least_ms bigint not null,
  found_at timestamptz not null,
  constraint review_once unique (race_id, account_id),
  constraint review_runner foreign key (race_id, account_id)
    references runner (race_id, account_id) on delete cascade,
  constraint review_part check (0 <= from_step and from_step < to_step and 0 <= took_ms and took_ms < least_ms)
);

create index review_listed on review (block_id, found_at, id);
