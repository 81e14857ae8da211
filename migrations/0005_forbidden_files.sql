-- Administrators edit the list of forbidden files.
alter table forbidden_file add column added_by uuid references account (id) on delete set null;
alter table forbidden_file add constraint forbidden_file_reason check (length(reason) between 1 and 500);
create index forbidden_file_newest on forbidden_file (added_at, digest);
create index forbidden_file_added_by on forbidden_file (added_by) where added_by is not null;
