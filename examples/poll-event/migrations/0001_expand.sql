create table vote (
  event_id uuid not null,
  account_id uuid not null,
  -- The number of the answer in the form of the event.
  answer integer not null,
  -- One vote of a person: a second one at the same time fails here.
  constraint vote_once primary key (event_id, account_id),
  constraint vote_answer check (answer between 1 and 6)
);
create index vote_person on vote (account_id);
