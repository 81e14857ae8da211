-- The scene that a block began with: its picture stands for the block until it has one of its own.

alter table block
  add column template text not null default 'empty',
  add constraint block_template check (template ~ '^[a-z-]{3,30}$');
