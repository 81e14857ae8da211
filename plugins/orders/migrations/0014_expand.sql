-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table parcel_note drop constraint parcel_note_reason;
alter table parcel_note add constraint parcel_note_reason check (char_length(reason) between 2 and 8000);
alter table refund_part drop constraint refund_part_reason;
alter table refund_part add constraint refund_part_reason check (char_length(reason) between 2 and 8000);
alter table legal_terms drop constraint legal_terms_reason;
alter table legal_terms add constraint legal_terms_reason check (char_length(reason) <= 3200);
alter table stock_entry drop constraint stock_entry_note;
alter table stock_entry add constraint stock_entry_note check (char_length(note) between 2 and 1600);
alter table holiday_version drop constraint holiday_version_reason;
alter table holiday_version add constraint holiday_version_reason check (char_length(reason) <= 3200);
alter table holiday drop constraint holiday_name;
alter table holiday add constraint holiday_name check (char_length(name_ko) between 1 and 640 and char_length(name_en) between 1 and 960);
