-- Items that people made in the collections of a world; events of the plugin `items` count them.
alter table world add column crafted_items bigint not null default 0;
alter table world add constraint world_crafted_items check (crafted_items >= 0);
