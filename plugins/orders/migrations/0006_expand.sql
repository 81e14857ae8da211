-- Public draws, and products in the search box.

-- The draw of an item: each item was created from one row.
create unique index given_item on given (item_id) where item_id is not null;

-- The terms of products on sale. A timer makes those of products from before.
alter table product add column is_indexed boolean not null default false;
create index product_unindexed on product (created_at, id) where not is_indexed;
create table product_term (
  term text not null,
  created_at timestamptz not null,
  product_id uuid not null,
  constraint product_term_pkey primary key (product_id, term),
  constraint product_term_product_fkey foreign key (product_id) references product (id)
);
create index product_term_listed on product_term (term, created_at desc, product_id desc);
