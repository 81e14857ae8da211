-- The locks of a plugin: those of an installed one are released when the install ends.
create index item_lock_of on item (lock_plugin, id) where lock_plugin is not null;
