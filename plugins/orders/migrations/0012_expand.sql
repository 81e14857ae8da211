-- When the buyer has last changed the address of an order, and how often.
alter table purchase add column address_changed_at timestamptz;
alter table purchase add column address_changes bigint not null default 0;
alter table purchase add constraint purchase_address_changed check ((address_changed_at is null) = (address_changes = 0));
