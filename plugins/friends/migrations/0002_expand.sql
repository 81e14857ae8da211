-- Who learns in which block a person is. Without a row: friends.
create table presence_setting (
  account_id uuid not null,
  audience text not null,
  changed_at timestamptz not null,
  constraint presence_setting_pkey primary key (account_id),
  constraint presence_setting_audience check (audience in ('friends', 'nobody'))
);
