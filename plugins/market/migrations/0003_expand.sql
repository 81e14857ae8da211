-- A saved search keeps every filter of the list, and its order.

alter table saved_search add column world_id uuid;
-- The name of a world never changes.
alter table saved_search add column world_name text;
alter table saved_search add column has_offers boolean not null default false;
alter table saved_search add column sort text not null default 'newest';
alter table saved_search add constraint saved_search_world check ((world_id is null) = (world_name is null));
alter table saved_search add constraint saved_search_sort check (sort in ('newest', 'cheapest', 'dearest', 'ending'));
