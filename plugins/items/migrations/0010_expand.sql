-- Items in the search box: one row for each name in a collection, however many numbered items have it.

create table item_name (
  id uuid not null,
  collection_id uuid not null,
  name_ko text not null,
  name_en text not null,
  -- The first item with this name.
  item_id uuid not null,
  created_at timestamptz not null,
  constraint item_name_pkey primary key (id),
  constraint item_name_key unique (collection_id, name_ko, name_en),
  constraint item_name_collection_fkey foreign key (collection_id) references collection (id),
  constraint item_name_item_fkey foreign key (item_id) references item (id)
);
create table item_term (
  term text not null,
  created_at timestamptz not null,
  name_id uuid not null,
  constraint item_term_pkey primary key (name_id, term),
  constraint item_term_name_fkey foreign key (name_id) references item_name (id)
);
create index item_term_listed on item_term (term, created_at desc, name_id desc);

-- New items get their terms when they are made; a timer makes those of items from before.
alter table item add column is_indexed boolean not null default false;
alter table item alter column is_indexed set default true;
create index item_unindexed on item (made_at, id) where not is_indexed;
