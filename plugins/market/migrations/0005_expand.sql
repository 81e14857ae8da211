-- Every list of the market leaves out the listings of halted collections. Few collections are halted, and without an index a
-- page of the list reads all of them.
create index collection_halted on collection (id) where halted_at is not null;
