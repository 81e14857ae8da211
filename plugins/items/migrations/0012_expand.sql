-- The locks of installed plugins (`lock_by` is 'plugin') end at this time; null: no end. A version before this migration leaves
-- it when it releases a lock. So there is no constraint, and it counts only for a lock of an installed plugin.
alter table item add column lock_until timestamptz;
update item set lock_until = now() + interval '30 days' where state = 'locked' and lock_by = 'plugin';
create index item_lock_until on item (lock_until) where lock_until is not null;
