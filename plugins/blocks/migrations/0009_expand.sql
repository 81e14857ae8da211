-- The items that stand in the scene that visitors see. `items` has a lock for each row, with the block as its key; the
-- rows of a block end before the block, so that each lock is released.

create table placed_item (
  item_id uuid primary key,
  block_id uuid not null,
  -- The object of the scene that shows the item.
  object_id text not null,
  owner_id uuid not null,
  placed_at timestamptz not null,
  constraint placed_item_object unique (block_id, object_id),
  constraint placed_item_block foreign key (block_id) references block (id)
);

create index placed_item_of_owner on placed_item (owner_id, block_id);
