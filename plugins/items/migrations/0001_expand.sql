-- Items, whose they are, and the chain of how each came to its owner.

create table collection (
  id uuid not null,
  name_ko text not null,
  name_en text not null,
  -- How many numbered items it has: the next one's edition is one more.
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
  -- Nobody: it is in the platform's hands.
  owner_id uuid,
  made_at timestamptz not null,
  acquired_at timestamptz not null,
  state text not null,
  -- A lock is the plugin's that asked for it, under a key of its own; `lock_by` says what for.
  lock_plugin text,
  lock_key text,
  lock_by text,
  -- How long its chain is. Whoever adds a link holds this row.
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

-- How an item came to each of its owners. A link is never changed: its statement was hashed and signed.
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

-- How many items of each kind somebody has, so that nobody counts rows.
create table tally (
  owner_id uuid not null,
  type text not null,
  state text not null,
  items bigint not null,
  constraint tally_pkey primary key (owner_id, type, state),
  constraint tally_items check (items >= 0)
);

-- What was made under which key: the same key of the same plugin makes once.
create table making (
  plugin text not null,
  key text not null,
  item_id uuid not null,
  constraint making_pkey primary key (plugin, key)
);

-- People who have left. What is locked is theirs by name until the lock ends; then it is the platform's.
create table departed (
  account_id uuid not null,
  constraint departed_pkey primary key (account_id)
);
