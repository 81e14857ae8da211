-- All collections of a world, those that plugins of the platform have made included.
create index collection_of_world_id on collection (world_id, created_at desc, id desc) where world_id is not null;
