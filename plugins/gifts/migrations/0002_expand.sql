-- Whoever gives shares the rows of both people; whoever ends everything between two, or of one, has them alone. So a
-- block or a departure waits for the gifts that are being given, and those that come after see it. Givers never wait
-- for each other here: the counters are the last rows that a transaction takes.
create table guard (
  account_id uuid not null,
  constraint guard_pkey primary key (account_id)
);
