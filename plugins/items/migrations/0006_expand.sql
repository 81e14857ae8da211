-- Collections and items that people make.

alter table collection add column description_ko text not null default '';
alter table collection add column description_en text not null default '';
-- The picture, as a path on this origin.
alter table collection add column image text;
-- The name of the world that it belongs to; null: of its maker alone. Its administrators create items in it, too.
alter table collection add column world text;
create index collection_of_maker on collection (maker_id, created_at desc, id desc) where maker_id is not null;
create index collection_of_world on collection (world, created_at desc, id desc) where world is not null;

-- What the item consists of besides its picture: an uploaded sound, video or model, or a text.
alter table item add column media_file uuid;
alter table item add column media_type text;
alter table item add column body text;
alter table item add constraint item_media check ((media_file is null) = (media_type is null));

-- How much an account has made on its last day of crafting, in Korean time.
create table crafting (
  account_id uuid not null,
  -- Days since 1970-01-01.
  day bigint not null,
  collections integer not null,
  items integer not null,
  constraint crafting_pkey primary key (account_id),
  constraint crafting_collections check (collections between 0 and 10),
  constraint crafting_items check (items between 0 and 500)
);
