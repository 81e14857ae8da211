-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table block drop constraint block_title;
alter table block add constraint block_title check (char_length(title_ko) between 1 and 640 and char_length(title_en) between 1 and 640);
alter table block drop constraint block_description;
alter table block add constraint block_description check (char_length(description_ko) <= 4800 and char_length(description_en) <= 4800);
