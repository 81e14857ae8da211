create table line (
  id uuid primary key,
  account_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint line_text check (char_length(text) between 1 and 140)
);

create index line_latest on line (written_at desc, id desc);
create index line_person on line (account_id);
