-- People turn off the messages of a plugin that operators have installed.

-- Plugins that may write to people, by their installs.
create table plugin_sender (
  install text not null,
  plugin text not null,
  world_id uuid not null,
  world_name text not null,
  name_ko text not null,
  name_en text not null,
  constraint plugin_sender_pkey primary key (install)
);
create index plugin_sender_plugin on plugin_sender (world_id, plugin);

-- A plugin in a world whose messages a person does not get. It outlives the install: one that is installed again stays off.
create table plugin_mute (
  account_id uuid not null,
  world_id uuid not null,
  plugin text not null,
  world_name text not null,
  name_ko text not null,
  name_en text not null,
  muted_at timestamptz not null,
  constraint plugin_mute_pkey primary key (account_id, world_id, plugin)
);
