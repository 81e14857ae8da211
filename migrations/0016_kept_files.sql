-- Files that are part of a thing that others can own, for example an item. A kept file stays when its uploader deletes
-- files or erases the account; then it belongs to no account. It ends with its last use.
alter table file add column kept boolean not null default false;
alter table file alter column account_id drop not null;
alter table file add constraint file_without_owner check (account_id is not null or kept);

-- Sounds are a purpose of uploads.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('any', 'image', 'video', 'audio', 'model', 'vrm'));
