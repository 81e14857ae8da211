-- The look of each person, chosen once, and the gear that they wear.

create table avatar (
  account_id uuid not null,
  body text not null,
  skin text not null,
  face text not null,
  hair text not null,
  hair_color text not null,
  top text not null,
  bottom text not null,
  chosen_at timestamptz not null,
  constraint avatar_pkey primary key (account_id),
  constraint avatar_body check (body in ('petite', 'slim', 'regular', 'broad')),
  constraint avatar_skin check (skin in ('porcelain', 'rose', 'sand', 'honey', 'amber', 'bronze', 'umber', 'espresso')),
  constraint avatar_face check (face in ('calm', 'smile', 'bright', 'wink', 'cool', 'shy', 'surprised', 'stern')),
  constraint avatar_hair check (hair in ('buzz', 'short', 'bob', 'long', 'ponytail', 'bun', 'curly', 'spiky')),
  constraint avatar_hair_color check (
    hair_color in ('black', 'brown', 'chestnut', 'blond', 'red', 'silver', 'blue', 'pink')
  ),
  constraint avatar_top check (
    top in ('violet', 'coral', 'teal', 'gold', 'blue', 'pink', 'ivory', 'moss', 'charcoal', 'red')
  ),
  constraint avatar_bottom check (bottom in ('navy', 'brown', 'slate', 'plum', 'charcoal', 'beige'))
);

-- Locked before the gear of a person changes, so that two changes of one slot cannot overlap.
create table wearer (
  account_id uuid not null,
  changed_at timestamptz not null,
  constraint wearer_pkey primary key (account_id)
);

-- Worn items. Each is locked in `items` while it is worn, so it cannot leave its owner.
create table gear (
  account_id uuid not null,
  slot text not null,
  item_id uuid not null,
  model text not null,
  worn_at timestamptz not null,
  constraint gear_pkey primary key (account_id, slot),
  constraint gear_wearer_fkey foreign key (account_id) references wearer (account_id),
  constraint gear_item_key unique (item_id),
  constraint gear_slot check (slot in ('head', 'face', 'back', 'hand'))
);
