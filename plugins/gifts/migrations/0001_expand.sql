-- Gifts of WIT and of items. A pending gift has a hold in the ledger or a lock on the item, keyed by the gift's id.

create table gift (
  id uuid not null,
  sender_id uuid not null,
  recipient_id uuid not null,
  message text not null,
  -- WIT gifts: hundredths of a WIT, and the hold.
  amount bigint,
  hold_id uuid,
  -- Item gifts: a copy of the item's display data at sending, so that lists need no call to `items`.
  item_id uuid,
  item_type text,
  item_name_ko text,
  item_name_en text,
  item_thumbnail text,
  status text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- The expiry timer is set only shortly before `expires_at`.
  has_timer boolean not null default false,
  constraint gift_pkey primary key (id),
  constraint gift_two_people check (sender_id <> recipient_id),
  constraint gift_message_length check (char_length(message) <= 200),
  constraint gift_of_one_thing check (
    case when item_id is null
      then amount > 0 and hold_id is not null
      else amount is null and hold_id is null and item_type is not null and item_name_ko is not null
        and item_name_en is not null and item_thumbnail is not null end
  ),
  constraint gift_status check (
    status in ('pending', 'accepted', 'rejected', 'returned', 'cancelled') and (status = 'pending') = (closed_at is null)
  )
);

-- Lists of sender and recipient, newest first: pending and closed gifts have separate indexes, and a list of all gifts
-- merges two.
create index gift_received_pending on gift (recipient_id, sent_at desc, id desc) where status = 'pending';
create index gift_sent_pending on gift (sender_id, sent_at desc, id desc) where status = 'pending';
create index gift_received_ended on gift (recipient_id, sent_at desc, id desc) where status <> 'pending';
create index gift_sent_ended on gift (sender_id, sent_at desc, id desc) where status <> 'pending';

-- An item is in one pending gift at a time.
create unique index gift_item_pending on gift (item_id) where status = 'pending' and item_id is not null;

-- Pending gifts without a timer: most gifts are answered long before they expire.
create index gift_without_timer on gift (expires_at) where status = 'pending' and not has_timer;
