-- The sounds and videos of items that plugins make are what buyers have paid for: only the owner learns where they are.
alter table item add column is_media_private boolean not null default false;
update item set is_media_private = true where media_file is not null and id in (select item_id from making);
