-- The 3D avatar that a person brought: a file of theirs. Their look and gear are drawn where it cannot be shown.

create table vrm (
  account_id uuid not null,
  file_id uuid not null,
  -- When the person confirmed to be the author, or to have the author's permission; for licences that ask for it.
  confirmed_at timestamptz,
  set_at timestamptz not null,
  constraint vrm_pkey primary key (account_id),
  constraint vrm_wearer_fkey foreign key (account_id) references wearer (account_id)
);

-- Parts of the body that are not drawn while an item is worn, as `items` names them.
alter table gear add column bodies_to_disable text[] not null default '{}';
