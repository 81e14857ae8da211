-- The list of the people who may not enter a block.

create index room_ban_listing on room_ban (block_id, until desc, account_id desc);

-- The access `item`: the official collection of which a visitor needs an item.

alter table block
  add column collection_id uuid,
  drop constraint block_access,
  add constraint block_access
    check (access in ('everybody', 'signedIn', 'members', 'membership', 'item', 'owner')),
  add constraint block_collection check ((access = 'item') = (collection_id is not null));
