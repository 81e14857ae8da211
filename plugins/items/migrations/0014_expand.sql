-- Goods that were refunded: used for good, and without a sound, video, text or gear of their own. A consumable that its owner has
-- used up is used and not refunded. Until now only refunds have used up other items.
alter table item add column is_refunded boolean not null default false;
update item set is_refunded = true where state = 'used' and type <> 'consumable';
alter table item add constraint item_refunded check (state = 'used' or not is_refunded);
