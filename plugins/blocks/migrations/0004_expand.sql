-- The game that is played in a block: the id of a plugin.

alter table block
  add column game text,
  add constraint block_game check (game is null or (kind = 'game' and game ~ '^[a-z][a-z0-9.-]{0,39}$'));
