-- Stock that is added later, pre-orders with a promised date, and several parcels of an order.

-- Why stock was added, and who added it; the person is removed with their account.
alter table stock_entry add column note text;
alter table stock_entry add column made_by uuid;
alter table stock_entry add constraint stock_entry_note check (char_length(note) between 2 and 100);
create index stock_entry_added on stock_entry (product_id, at desc, id desc) where reason = 'added';
create index stock_entry_made_by on stock_entry (made_by) where made_by is not null;

-- A pre-order is shipped from this day on (days since 1970-01-01). Null, or a day that has passed: shipped at once.
alter table product add column release_day bigint;
-- The first day of shipping that was promised when a pre-order was paid; it never changes.
alter table purchase add column promised_day bigint;
create index purchase_promised on purchase (product_id, id) where promised_day is not null and state in ('paid', 'preparing');

create table parcel (
  purchase_id uuid not null,
  -- The exchange that it belongs to: 0 for the first delivery.
  exchange bigint not null,
  n bigint not null,
  carrier text,
  tracking text,
  shipped_at timestamptz not null,
  constraint parcel_pkey primary key (purchase_id, exchange, n),
  constraint parcel_purchase_fkey foreign key (purchase_id) references purchase (id),
  constraint parcel_n check (n between 1 and 10)
);
insert into parcel (purchase_id, exchange, n, carrier, tracking, shipped_at)
select id, exchanges, 1, carrier, tracking, shipped_at from purchase where shipped_at is not null;
