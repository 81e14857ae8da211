-- Entries of places name the person, freed places of a draw go by rank, and events follow their blocks.

-- Whose place it was at that time. Null: the account was erased, or a place from before this column was transferred.
alter table place_entry add column account_id uuid;
update place_entry x set account_id = p.holder_id from place p where p.id = x.place_id
  and not exists (select 1 from place_entry t where t.place_id = x.place_id and t.reason = 'transferred');
create index place_entry_person on place_entry (account_id, event_id, at, id) where account_id is not null;

-- Runners are in the room; a check-in by hand must not free their places.
update event set no_show_minutes = null where kind = 'challenge' and no_show_minutes is not null;
alter table event add constraint event_no_show_kind check (kind = 'meetup' or no_show_minutes is null);

-- When the organiser was last notified of applications.
alter table event add column applications_notified_at timestamptz;

create index event_open_block on event (block_id, id) where status = 'open';
-- The calendar filters by both times in this index, without reading the rows of events that have ended.
create index event_spans on event (starts_at, id, ends_at)
  where is_public and review in ('none', 'approved') and status <> 'cancelled';
create index place_ranked on place (event_id, rank) where state = 'waiting' and rank is not null;
-- Places of people who did not come are paid out too, so they count as spent.
create index place_unspent on place (event_id, id) where paid > 0 and not is_counted_as_spent;
