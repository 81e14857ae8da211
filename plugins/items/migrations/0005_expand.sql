-- Collections that are traded: who gets a share of each sale, and the world that they belong to.

-- The royalty, in hundredths of a percent of the price.
alter table collection add column royalty_bp integer not null default 0;
-- Who gets it; null: made by the platform or a plugin, or the maker's account was erased.
alter table collection add column maker_id uuid;
alter table collection add column world_id uuid;
alter table collection add constraint collection_royalty check (royalty_bp between 0 and 1000);

-- The owners of a collection, and its items.
create index item_owners on item (collection_id, owner_id);
