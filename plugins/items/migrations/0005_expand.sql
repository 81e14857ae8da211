-- The maker of a collection, and the share of each sale that the maker gets.

-- Null: made by the platform or a plugin, or the maker's account was erased.
alter table collection add column maker_id uuid;
-- In hundredths of a percent.
alter table collection add column royalty_bp integer not null default 0;
alter table collection add constraint collection_royalty check (royalty_bp between 0 and 1000);
