-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table post drop constraint post_reason_length;
alter table post add constraint post_reason_length check (char_length(hidden_reason) between 1 and 3200);
alter table announcement drop constraint announcement_titles;
alter table announcement add constraint announcement_titles check (char_length(title_ko) between 1 and 1600 and char_length(title_en) between 1 and 1600);
alter table announcement drop constraint announcement_contents;
alter table announcement add constraint announcement_contents check (char_length(content_ko) between 1 and 80000 and char_length(content_en) between 1 and 80000);
