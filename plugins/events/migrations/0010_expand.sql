-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table event drop constraint event_stop_reason;
alter table event add constraint event_stop_reason check (stop_reason is null or char_length(stop_reason) between 1 and 4800 and status <> 'open');
