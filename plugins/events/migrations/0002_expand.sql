-- Lists of events to come read these, so that they do not read the ended events of the past week.

create index event_open on event (starts_at, id)
  where is_public and review in ('none', 'approved') and status = 'open';
create index event_open_kinds on event (kind, starts_at, id)
  where is_public and review in ('none', 'approved') and status = 'open';
create index event_open_world on event (world_id, starts_at, id)
  where review in ('none', 'approved') and status = 'open';
