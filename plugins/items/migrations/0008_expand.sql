-- The terms of collections, for the search box. A timer makes those of collections from before.
alter table collection add column is_indexed boolean not null default false;
create index collection_unindexed on collection (created_at, id) where not is_indexed;
create table collection_term (
  term text not null,
  created_at timestamptz not null,
  collection_id uuid not null,
  constraint collection_term_pkey primary key (collection_id, term),
  constraint collection_term_collection foreign key (collection_id) references collection (id)
);
create index collection_term_listed on collection_term (term, created_at desc, collection_id desc);
