-- Messages are counted as people count them: a character has up to 16 code points.
alter table gift drop constraint gift_message_length;
alter table gift add constraint gift_message_length check (char_length(message) <= 3200);
