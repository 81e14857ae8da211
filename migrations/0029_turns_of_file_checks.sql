-- How long the files of a person, and of an install, were checked on a day: checks take turns by it, and a person has a budget.
alter table file_usage
    add column checked_on date,
    add column check_ms bigint not null default 0 constraint file_usage_check_ms check (check_ms >= 0);
alter table install_file_usage
    add column checked_on date,
    add column check_ms bigint not null default 0 constraint install_file_usage_check_ms check (check_ms >= 0);
