-- One item admits one person, and the ledger of places has the order of its locks.

-- The item that admits the holder of a place, at an event for owners of items. Null for places from before: the door names it.
alter table place add column item_id uuid;
create unique index place_item on place (event_id, item_id) where item_id is not null and state <> 'freed';

-- The number of an entry in the ledger of its event, given under the lock of the event. Entries from before have the order of
-- their times.
alter table place_entry add column seq bigint not null default 0;
update place_entry x set seq = n.seq from (
  select id, row_number() over (partition by event_id order by at, id) as seq from place_entry
) n where n.id = x.id;
create index place_entry_order on place_entry (event_id, seq, id);

-- A random number of the entrant's own device, which is part of the leaf. Null for entries from before, and of other events.
alter table place add column nonce text;
alter table place add constraint place_nonce check (nonce ~ '^[0-9a-f]{64}$');
-- How ranks follow from what is published: 1 from the seed and the leaf, 2 also from the root.
alter table event add column draw_version bigint not null default 1;
alter table event add constraint event_draw_version check (draw_version in (1, 2));
