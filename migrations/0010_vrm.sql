-- VRM avatars: the kernel knows facts about each, with its licence.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('any', 'image', 'video', 'model', 'vrm'));
alter table file drop constraint file_kind_check;
alter table file add constraint file_kind_check check (kind in ('image', 'video', 'audio', 'other', 'model', 'vrm'));
alter table file add column vrm jsonb;
alter table file add constraint file_vrm check (state <> 'ready' or (kind = 'vrm') = (vrm is not null));
