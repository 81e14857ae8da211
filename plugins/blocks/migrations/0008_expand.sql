-- The blocks of a world with a game, newest first.
create index block_of_game on block (world_id, game, id desc) where game is not null;
