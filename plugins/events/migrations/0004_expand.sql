-- The game whose times a challenge uses. Null for challenges from before: the lantern race.

alter table event add column game text;
alter table event add constraint event_game
  check (game in ('lantern-race', 'lantern-puzzle') and (game is null or kind = 'challenge'));
