-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table post drop constraint post_text_length;
alter table post add constraint post_text_length check (char_length(text) <= 32000 and (is_deleted or text <> ''));
alter table comment drop constraint comment_text_length;
alter table comment add constraint comment_text_length check (char_length(text) <= 1600 and (is_deleted or text <> ''));
alter table gallery_comment drop constraint gallery_comment_length;
alter table gallery_comment add constraint gallery_comment_length check (char_length(text) between 1 and 1600);
