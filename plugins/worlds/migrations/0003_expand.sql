-- The sequence of the event that `block_count` comes from: an older event does not change it.
alter table world add column block_sequence bigint not null default 0;
