-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table rules drop constraint rules_reason;
alter table rules add constraint rules_reason check (char_length(reason) <= 3200);
alter table halt drop constraint halt_reason;
alter table halt add constraint halt_reason check (char_length(reason_ko) <= 3200 and char_length(reason_en) <= 3200);
alter table saved_search drop constraint saved_search_name;
alter table saved_search add constraint saved_search_name check (char_length(name) between 1 and 640);
alter table saved_search drop constraint saved_search_q;
alter table saved_search add constraint saved_search_q check (char_length(q) <= 960);
