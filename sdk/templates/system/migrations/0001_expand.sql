create table note (
  account_id uuid primary key,
  text text not null,
  constraint note_text check (char_length(text) <= 2000)
);
