-- The chat of a room at the time of a report, as evidence for moderators: messages with `account` (null for a visitor), `at`
-- and `text`. It is deleted with its report; the messages of an erased account are removed from it.
alter table report add column room_id text;
alter table report add column room_chat jsonb;
alter table report add constraint report_room check (
    (room_id is null) = (room_chat is null)
    and length(room_id) <= 64
    and jsonb_typeof(room_chat) = 'array'
    and octet_length(room_chat::text) <= 262144
);
create index report_room_chat on report using gin (room_chat jsonb_path_ops) where room_chat is not null;
