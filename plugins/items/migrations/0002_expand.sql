-- Collections of plugins: with a limit, and with items that only their plugin creates.

-- Null: no limit.
alter table collection add column supply bigint;
-- The plugin that created it; null: for administrators.
alter table collection add column plugin text;
-- The path of the page that offers it.
alter table collection add column link text;
alter table collection add constraint collection_supply check (supply > 0 and editions <= supply);

-- The items of a collection, by number.
create index item_of_collection on item (collection_id, edition);
