-- Alarms of plugins that operators have installed.

-- People who have used a plugin, and to whom it may therefore raise alarms.
create table plugin_recipient (
  install text not null,
  account_id uuid not null,
  added_at timestamptz not null,
  constraint plugin_recipient_pkey primary key (install, account_id)
);
create index plugin_recipient_account on plugin_recipient (account_id);

-- Alarms of a plugin on a Korean day, to a person; the account of zeros counts those to all people.
create table plugin_alarm_count (
  install text not null,
  account_id uuid not null,
  -- Days since 1970.
  day bigint not null,
  sent bigint not null,
  constraint plugin_alarm_count_pkey primary key (install, account_id, day),
  constraint plugin_alarm_count_positive check (sent > 0)
);
create index plugin_alarm_count_account on plugin_alarm_count (account_id);
create index plugin_alarm_count_day on plugin_alarm_count (day);
