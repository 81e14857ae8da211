-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table reply drop constraint reply_length;
alter table reply add constraint reply_length check (char_length(content) between 1 and 8000);
