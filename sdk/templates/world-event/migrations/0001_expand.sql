create table note (
  id uuid primary key,
  event_id uuid not null,
  account_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint note_text check (char_length(text) between 1 and 140)
);

create index note_latest on note (event_id, written_at desc, id desc);
create index note_person on note (account_id);
