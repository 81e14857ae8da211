-- Comments on items and blocks can be hidden by the people who moderate the gallery.

alter table gallery_comment add column is_hidden boolean not null default false;
