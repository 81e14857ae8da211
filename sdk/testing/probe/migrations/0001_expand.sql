-- The table that test scripts write to.
create table note (
  id uuid primary key,
  v text not null,
  n bigint,
  constraint note_v_key unique (v)
);
