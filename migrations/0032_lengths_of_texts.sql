-- Texts are counted as people count them: a character has up to 16 code points (emojis of families, syllables in parts).
alter table forbidden_file drop constraint forbidden_file_reason;
alter table forbidden_file add constraint forbidden_file_reason check (length(reason) between 1 and 8000);
alter table package drop constraint package_description;
alter table package add constraint package_description check (
    num_nonnulls(description_ko, description_en) in (0, 2) and length(description_ko) <= 4800 and length(description_en) <= 4800
);
