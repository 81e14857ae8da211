-- Where a gear item is worn, and the model that draws it. Both null: the item cannot be worn.

alter table item add column gear_slot text;
alter table item add column gear_model text;
alter table item add constraint item_gear check (
  case when gear_slot is null then gear_model is null
       else gear_model is not null and type = 'gear' and gear_slot in ('head', 'face', 'back', 'hand') end
);
