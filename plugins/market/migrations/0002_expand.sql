-- Who changed the rules and why, and a log of halts. Erased accounts are removed from both.

alter table rules add column reason text not null default '';
alter table rules add column made_by uuid;
alter table rules add constraint rules_reason check (char_length(reason) <= 200);
create index rules_made_by on rules (made_by) where made_by is not null;

-- The reason is shown on the page of the collection.
alter table collection add column halt_reason_ko text;
alter table collection add column halt_reason_en text;
alter table collection add constraint collection_halt_reason check (
  (halt_reason_ko is null) = (halt_reason_en is null) and (halt_reason_ko is null or halted_at is not null)
);

create table halt (
  id uuid not null,
  collection_id uuid not null,
  -- False: trading was resumed.
  is_halted boolean not null,
  reason_ko text not null,
  reason_en text not null,
  made_by uuid,
  at timestamptz not null,
  constraint halt_pkey primary key (id),
  constraint halt_collection_fkey foreign key (collection_id) references collection (id),
  constraint halt_reason check (char_length(reason_ko) <= 200 and char_length(reason_en) <= 200)
);
create index halt_newest on halt (at desc, id desc);
create index halt_made_by on halt (made_by) where made_by is not null;
