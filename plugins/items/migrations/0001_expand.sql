-- Items, their owners, and the provenance chain of each item.

create table collection (
  id uuid not null,
  name_ko text not null,
  name_en text not null,
  -- Number of numbered items; the next edition is one higher.
  editions bigint not null default 0,
  created_at timestamptz not null,
  constraint collection_pkey primary key (id)
);

create table item (
  id uuid not null,
  collection_id uuid not null,
  type text not null,
  name_ko text not null,
  name_en text not null,
  description_ko text not null,
  description_en text not null,
  thumbnail text not null,
  edition bigint,
  -- Null: owned by the platform.
  owner_id uuid,
  made_at timestamptz not null,
  acquired_at timestamptz not null,
  state text not null,
  -- The plugin that holds the lock, and its key; `lock_by` is the purpose.
  lock_plugin text,
  lock_key text,
  lock_by text,
  -- Length of the provenance chain. Adding a link requires the lock on this row.
  links integer not null,
  constraint item_pkey primary key (id),
  constraint item_collection_fkey foreign key (collection_id) references collection (id),
  constraint item_edition_key unique (collection_id, edition),
  constraint item_type check (type in ('audio', 'block', 'consumable', 'gear', 'pfp', 'photo', 'text', 'video')),
  constraint item_state check (state in ('free', 'locked', 'used')),
  constraint item_lock check (
    case when state = 'locked' then lock_plugin is not null and lock_key is not null and lock_by is not null
         else lock_plugin is null and lock_key is null and lock_by is null end
  ),
  constraint item_links check (links > 0)
);

-- An inventory, newest arrival first: all of it, by type, by state, by both.
create index item_inventory on item (owner_id, acquired_at desc, id desc);
create index item_inventory_type on item (owner_id, type, acquired_at desc, id desc);
create index item_inventory_state on item (owner_id, state, acquired_at desc, id desc);
create index item_inventory_type_state on item (owner_id, type, state, acquired_at desc, id desc);

-- Provenance links, one per change of owner. A link is never changed: its statement is hashed and signed.
create table provenance (
  item_id uuid not null,
  seq integer not null,
  kind text not null,
  from_id uuid,
  to_id uuid,
  at timestamptz not null,
  reference text,
  statement text not null,
  previous text,
  hash text not null,
  key_id text not null,
  signature text not null,
  constraint provenance_pkey primary key (item_id, seq),
  constraint provenance_item_fkey foreign key (item_id) references item (id),
  constraint provenance_kind check (kind in ('made', 'given', 'sold', 'returned')),
  constraint provenance_chain check ((seq = 1) = (previous is null))
);

-- Item counts per owner, type and state, so that no query counts rows.
create table tally (
  owner_id uuid not null,
  type text not null,
  state text not null,
  items bigint not null,
  constraint tally_pkey primary key (owner_id, type, state),
  constraint tally_items check (items >= 0)
);

-- Idempotency keys of item creation: one item per plugin and key.
create table making (
  plugin text not null,
  key text not null,
  item_id uuid not null,
  constraint making_pkey primary key (plugin, key)
);

-- Erased accounts. Their locked items go to the platform when the lock ends.
create table departed (
  account_id uuid not null,
  constraint departed_pkey primary key (account_id)
);
