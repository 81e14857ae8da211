-- Official collections: chosen by administrators. Blocks may ask for one of their items.

-- When it became official; null: it is not.
alter table collection add column official_at timestamptz;
create index collection_official on collection (official_at desc, id desc) where official_at is not null;
-- Whether a person owns an item of a collection.
create index item_owned_of on item (owner_id, collection_id);
