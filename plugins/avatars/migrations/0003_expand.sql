-- Looks with styles of clothes, and six more hair styles. Looks of version 1 were chosen before there were styles: their people
-- get one from their id, and may choose once more.

alter table avatar
  drop constraint avatar_hair,
  add constraint avatar_hair check (
    hair in ('buzz', 'short', 'bob', 'long', 'ponytail', 'bun', 'curly', 'spiky', 'pixie', 'wavy', 'twin-tails', 'braid',
      'two-block', 'half-up')
  ),
  add column top_style text not null default 'tee',
  add column bottom_style text not null default 'trousers',
  add column version int not null default 1,
  add constraint avatar_top_style check (
    top_style in ('tee', 'hoodie', 'hanbok', 'dress', 'long-sleeve', 'shirt', 'knit', 'cardigan', 'jacket', 'tank', 'sailor', 'puffer',
      'vest', 'turtleneck')
  ),
  add constraint avatar_bottom_style check (
    bottom_style in ('trousers', 'shorts', 'skirt', 'chima', 'jeans', 'wide', 'joggers', 'pleated', 'long-skirt', 'leggings',
      'culottes', 'cargo')
  ),
  add constraint avatar_version check (version in (1, 2));

update avatar set
  top_style = (array['tee', 'long-sleeve', 'hoodie', 'knit', 'shirt'])[1 + mod(abs(hashtext(account_id::text)::bigint), 5)],
  bottom_style = (array['trousers', 'jeans', 'joggers', 'shorts'])[1 + mod(abs(hashtext(account_id::text)::bigint) / 5, 4)];
