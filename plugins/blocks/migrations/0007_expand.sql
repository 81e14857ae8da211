-- Visits of blocks by signed-in people: an entry more than half an hour after the last one is a new visit.

create table visitor (
  account_id uuid not null,
  block_id uuid not null,
  last_at timestamptz not null,
  constraint visitor_pkey primary key (account_id, block_id),
  constraint visitor_block foreign key (block_id) references block (id) on delete cascade
);

create index visitor_of_block on visitor (block_id);

create table block_total (
  block_id uuid primary key,
  visits bigint not null,
  -- People who have entered, each counted once; erased accounts stay counted.
  visitors bigint not null,
  constraint block_total_block foreign key (block_id) references block (id) on delete cascade,
  constraint block_total_counts check (visitors between 1 and visits)
);
