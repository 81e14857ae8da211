-- 3D models: the kernel makes their levels of detail, and knows facts about them that their owner sees.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('any', 'image', 'video', 'model'));
alter table file drop constraint file_kind_check;
alter table file add constraint file_kind_check check (kind in ('image', 'video', 'audio', 'other', 'model'));
-- Triangles, draw calls, size, and what was left out.
alter table file add column model jsonb;
-- A figure or a name in the text of the refusal.
alter table file add column refusal_value text check (length(refusal_value) <= 100);
alter table file add constraint file_model check (state <> 'ready' or (kind = 'model') = (model is not null));
alter table file add constraint file_refusal_value check (refusal_value is null or state = 'refused');
