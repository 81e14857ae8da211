-- Where a parcel is by its carrier, what was packed, and refunds of parts of an order.

-- The latest state that a tracking service has reported. It is shown, and moves no order.
alter table parcel add column tracked_state text;
alter table parcel add column tracked_at timestamptz;
alter table parcel add constraint parcel_tracked_state check (tracked_state in ('received', 'pickedup', 'moving', 'out',
  'missed', 'held', 'delivered', 'problem'));
alter table parcel add constraint parcel_tracked check ((tracked_state is null) = (tracked_at is null));

-- Proof of packing. A parcel never changes; what is added later is a row of `parcel_note`.
alter table parcel add column weight_grams bigint;
alter table parcel add column photo_ids uuid[] not null default '{}';
-- Hexadecimal SHA-256 of the pictures, in the order of the photos.
alter table parcel add column photo_hashes text[] not null default '{}';
alter table parcel add constraint parcel_weight check (weight_grams between 1 and 100000);
alter table parcel add constraint parcel_photos check (cardinality(photo_ids) <= 3
  and cardinality(photo_ids) = cardinality(photo_hashes));

create table parcel_note (
  purchase_id uuid not null,
  exchange bigint not null,
  parcel_n bigint not null,
  n bigint not null,
  reason text not null,
  weight_grams bigint,
  photo_ids uuid[] not null,
  photo_hashes text[] not null,
  -- Null once the account was erased.
  made_by uuid,
  made_at timestamptz not null,
  constraint parcel_note_pkey primary key (purchase_id, exchange, parcel_n, n),
  constraint parcel_note_parcel_fkey foreign key (purchase_id, exchange, parcel_n) references parcel (purchase_id, exchange, n),
  constraint parcel_note_n check (n between 1 and 10),
  constraint parcel_note_reason check (char_length(reason) between 2 and 500),
  constraint parcel_note_weight check (weight_grams between 1 and 100000),
  constraint parcel_note_photos check (cardinality(photo_ids) <= 3 and cardinality(photo_ids) = cardinality(photo_hashes))
);
create index parcel_note_made_by on parcel_note (made_by) where made_by is not null;

-- What was refunded in parts, in the unit of the payment: won, or hundredths of a WIT. Never more than was paid.
alter table purchase add column refunded bigint not null default 0;
alter table purchase add constraint purchase_refunded check (refunded >= 0
  and refunded <= case when method = 'wit' then wit else won end);

create table refund_part (
  purchase_id uuid not null,
  -- Chosen by the seller's client: a repeated request has no second effect.
  key uuid not null,
  n bigint not null,
  amount bigint not null,
  reason text not null,
  -- Null once the account was erased.
  made_by uuid,
  made_at timestamptz not null,
  -- When the buyer got the money: at once for WIT, by the provider's answer for a card.
  paid_at timestamptz,
  constraint refund_part_pkey primary key (purchase_id, key),
  constraint refund_part_n_key unique (purchase_id, n),
  constraint refund_part_purchase_fkey foreign key (purchase_id) references purchase (id),
  constraint refund_part_n check (n between 1 and 20),
  constraint refund_part_amount check (amount > 0),
  constraint refund_part_reason check (char_length(reason) between 2 and 500)
);
create index refund_part_made_by on refund_part (made_by) where made_by is not null;
