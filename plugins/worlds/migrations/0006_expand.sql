-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table blacklist drop constraint blacklist_reason;
alter table blacklist add constraint blacklist_reason check (char_length(reason) between 1 and 3200);
