-- The list of a collection that ends soonest first was read from all listings by their end.
create index listing_collection_ending on listing (collection_id, expires_at, id) where status = 'open';
