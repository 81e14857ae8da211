-- The installed plugin that an event is held with. The event stays after the plugin was uninstalled, so its name is here.
create table event_plugin (
  event_id uuid not null,
  install_id text not null,
  plugin_id text not null,
  name_ko text not null,
  name_en text not null,
  -- What the organiser has entered in the form of the plugin.
  form jsonb not null,
  -- What the plugin has stated about the outcome.
  result_ko text,
  result_en text,
  result_at timestamptz,
  constraint event_plugin_pkey primary key (event_id),
  constraint event_plugin_event foreign key (event_id) references event (id),
  constraint event_plugin_names check (install_id <> '' and plugin_id <> '' and name_ko <> '' and name_en <> ''),
  constraint event_plugin_form check (jsonb_typeof(form) = 'object'),
  constraint event_plugin_result check (
    (result_ko is null) = (result_at is null) and (result_en is null) = (result_at is null)
  )
);
-- The events of an install; ids are in the order of time.
create index event_plugin_install on event_plugin (install_id, event_id desc);
