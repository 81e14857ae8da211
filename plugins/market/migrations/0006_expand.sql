-- The list of a collection that ends soonest first was read from all listings by their end.
create index listing_collection_ending on listing (collection_id, expires_at, id) where status = 'open';

-- What a listing must have so that a saved search can match: a term, the collection, the world or the type. A new listing reads only
-- the searches under its own keys. Searches from before have the key of their filter.
alter table saved_search add column match_key text not null default '';
update saved_search set match_key = case
  when collection_id is not null then 'collection:' || collection_id
  when world_id is not null then 'world:' || world_id
  when item_type is not null then 'type:' || item_type
  else '' end;
create index saved_search_key on saved_search (match_key, id);
