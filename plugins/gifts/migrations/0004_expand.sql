-- A gift has a timer only towards its end: most are answered long before, and a timer of its own was a row for each of them
-- in a table that everybody shares. Until then it waits in an index of its own.
alter table gift add column has_timer boolean not null default false;
update gift set has_timer = true where status = 'pending';
create index gift_without_timer on gift (expires_at) where status = 'pending' and not has_timer;

-- Of WIT, nothing waits under an item.
drop index gift_item_pending;
create unique index gift_item_pending on gift (item_id) where status = 'pending' and item_id is not null;

-- `guard` and `tally` are read by nobody any more. They stay for an older version that still runs beside this one, and go with
-- the next migration that contracts. An older version alone would return no gift that was made without a timer.
