-- A person's picture can come from a plugin, for example an item. The source is `<plugin>:<reference>`; null for a file
-- that the person uploaded, and without a picture.
alter table account add column image_source text check (length(image_source) <= 300);
alter table account add constraint account_image_source check (image_source is null or image is not null);
