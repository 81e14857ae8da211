-- Events that an administrator of their world or of the platform has stopped. Null in `stopped_by`: the administrator was erased.
alter table event
  add column stop_reason text,
  add column stopped_by uuid,
  add constraint event_stop_reason check (stop_reason is null or char_length(stop_reason) between 1 and 300 and status <> 'open'),
  add constraint event_stopped_by check (stopped_by is null or stop_reason is not null);
create index event_stopped on event (stopped_by) where stopped_by is not null;

-- A transferred place keeps no answer of the former holder.
update place p set answer = null where answer is not null
  and exists (select 1 from place_entry x where x.place_id = p.id and x.reason = 'transferred');

-- The outcome of a leaf of a draw.
create index place_leaf on place (event_id, leaf) where leaf is not null;

-- The places of each ticket are counted on every page of its event.
create index place_ticket on place (event_id, ticket_id) include (held_until)
  where ticket_id is not null and state in ('cart', 'offered', 'taken');

-- All events of a world, and the places of an event, when the world is closed to people.
create index event_of_world on event (world_id, starts_at, id);
create index event_unclosed_of_world on event (world_id, id) where status = 'open';
create index place_unfreed on place (event_id, id) where state <> 'freed';
