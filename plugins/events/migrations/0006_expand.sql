-- People whom the organiser lets check in guests at the door of one event: at most ten, by the number.
create table event_helper (
  event_id uuid not null,
  account_id uuid not null,
  n bigint not null,
  added_at timestamptz not null,
  constraint event_helper_pkey primary key (event_id, account_id),
  constraint event_helper_event foreign key (event_id) references event (id),
  constraint event_helper_n check (n between 1 and 10),
  constraint event_helper_number unique (event_id, n)
);
create index event_helper_account on event_helper (account_id, added_at, event_id);
