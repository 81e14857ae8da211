-- Whose worlds these are: asked for a copy of somebody's data.
create index world_owner on world (owner_id, created_at);
