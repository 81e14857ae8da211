-- Listings, offers and sales of items. An open listing has a lock on its item in `items`, keyed by the listing's id; an
-- offer has a mandate in the ledger. Amounts are hundredths of a WIT.

-- The rules of the market; a change is a new version.
create table rules (
  version bigint not null,
  -- The platform's fee, in hundredths of a percent of the price.
  fee_bp integer not null,
  -- A price this many times over or under the median of a collection must be confirmed.
  outlier_times integer not null,
  -- Accounts younger than this many days make at most so many trades a day.
  new_account_days integer not null,
  new_account_trades integer not null,
  made_at timestamptz not null,
  constraint rules_pkey primary key (version),
  constraint rules_fee check (fee_bp between 0 and 3000),
  constraint rules_outlier check (outlier_times between 2 and 100),
  constraint rules_new_accounts check (new_account_days between 0 and 365 and new_account_trades between 1 and 10000)
);
insert into rules (version, fee_bp, outlier_times, new_account_days, new_account_trades, made_at)
values (1, 0, 3, 7, 20, '2026-01-01T00:00:00Z');

-- Collections that were traded, with a copy of their data in `items`.
create table collection (
  id uuid not null,
  name_ko text not null,
  name_en text not null,
  maker_id uuid,
  royalty_bp integer not null,
  world_id uuid,
  supply bigint,
  -- An administrator has stopped trading.
  halted_at timestamptz,
  sales bigint not null default 0,
  volume bigint not null default 0,
  constraint collection_pkey primary key (id),
  constraint collection_royalty check (royalty_bp between 0 and 1000)
);

-- Sales of a collection per day in Korea (days since 1970-01-01), without wash trades.
create table day_total (
  collection_id uuid not null,
  day bigint not null,
  sales bigint not null,
  volume bigint not null,
  low bigint not null,
  high bigint not null,
  constraint day_total_pkey primary key (collection_id, day)
);

create table listing (
  id uuid not null,
  item_id uuid not null,
  -- The length of the item's provenance chain when it was listed.
  item_version bigint not null,
  collection_id uuid not null,
  world_id uuid,
  -- A copy of the item's display data, so that lists need no call to `items`.
  item_type text not null,
  name_ko text not null,
  name_en text not null,
  thumbnail text not null,
  edition bigint,
  seller_id uuid not null,
  price bigint not null,
  -- Fixed when it was listed.
  fee_bp integer not null,
  royalty_bp integer not null,
  maker_id uuid,
  rules_version bigint not null,
  status text not null,
  has_offers boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- The expiry timer is set only shortly before `expires_at`.
  has_timer boolean not null default false,
  constraint listing_pkey primary key (id),
  constraint listing_collection_fkey foreign key (collection_id) references collection (id),
  constraint listing_rules_fkey foreign key (rules_version) references rules (version),
  constraint listing_price check (price between 100 and 100000000 and price % 100 = 0),
  constraint listing_shares check (fee_bp >= 0 and royalty_bp between 0 and 1000 and fee_bp + royalty_bp < 10000),
  constraint listing_status check (
    status in ('open', 'sold', 'cancelled', 'expired', 'closed') and (status = 'open') = (closed_at is null)
  )
);

-- An item is in one open listing at a time.
create unique index listing_item_open on listing (item_id) where status = 'open';
create index listing_without_timer on listing (expires_at) where status = 'open' and not has_timer;
create index listing_seller on listing (seller_id, created_at desc, id desc);
-- The market: each filter with the orders by time and by price.
create index listing_newest on listing (created_at desc, id desc) where status = 'open';
create index listing_price on listing (price, id) where status = 'open';
create index listing_ending on listing (expires_at, id) where status = 'open';
create index listing_collection_newest on listing (collection_id, created_at desc, id desc) where status = 'open';
create index listing_collection_price on listing (collection_id, price, id) where status = 'open';
create index listing_type_newest on listing (item_type, created_at desc, id desc) where status = 'open';
create index listing_type_price on listing (item_type, price, id) where status = 'open';
create index listing_world_newest on listing (world_id, created_at desc, id desc) where status = 'open';
create index listing_world_price on listing (world_id, price, id) where status = 'open';
create index listing_wanted_newest on listing (created_at desc, id desc) where status = 'open' and has_offers;
create index listing_wanted_price on listing (price, id) where status = 'open' and has_offers;

-- Search terms of open listings.
create table listing_term (
  term text not null,
  listed_at timestamptz not null,
  listing_id uuid not null,
  constraint listing_term_pkey primary key (listing_id, term),
  constraint listing_term_listing_fkey foreign key (listing_id) references listing (id)
);
create index listing_term_newest on listing_term (term, listed_at desc, listing_id desc);

-- Offers of a person are valid while their counter has the value that it had when they were made.
create table trader (
  account_id uuid not null,
  counter bigint not null,
  constraint trader_pkey primary key (account_id)
);

create table offer (
  id uuid not null,
  -- Null: any item of the collection.
  item_id uuid,
  item_version bigint,
  collection_id uuid not null,
  item_type text,
  name_ko text not null,
  name_en text not null,
  thumbnail text,
  edition bigint,
  -- The owner of the item when the offer was made; null for an offer on a collection.
  owner_id uuid,
  offerer_id uuid not null,
  price bigint not null,
  fee_bp integer not null,
  royalty_bp integer not null,
  maker_id uuid,
  rules_version bigint not null,
  mandate_id uuid not null,
  counter bigint not null,
  -- Higher after each change of the price or the deadline.
  version integer not null default 1,
  status text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  has_timer boolean not null default false,
  constraint offer_pkey primary key (id),
  constraint offer_collection_fkey foreign key (collection_id) references collection (id),
  constraint offer_rules_fkey foreign key (rules_version) references rules (version),
  constraint offer_two_people check (owner_id <> offerer_id),
  constraint offer_price check (price between 100 and 100000000 and price % 100 = 0),
  constraint offer_shares check (fee_bp >= 0 and royalty_bp between 0 and 1000 and fee_bp + royalty_bp < 10000),
  constraint offer_of_item check (
    case when item_id is null then item_version is null and owner_id is null and thumbnail is null and item_type is null
         else item_version is not null and owner_id is not null and thumbnail is not null and item_type is not null end
  ),
  constraint offer_status check (
    status in ('open', 'accepted', 'rejected', 'cancelled', 'expired', 'closed')
    and (status = 'open') = (closed_at is null)
  )
);
-- One open offer per person on an item, or on a collection.
create unique index offer_item_once on offer (item_id, offerer_id) where status = 'open' and item_id is not null;
create unique index offer_collection_once on offer (collection_id, offerer_id) where status = 'open' and item_id is null;
create index offer_item on offer (item_id, price desc, id desc) where status = 'open' and item_id is not null;
create index offer_collection on offer (collection_id, price desc, id desc) where status = 'open' and item_id is null;
create index offer_open_of on offer (offerer_id, id) where status = 'open';
create index offer_sent on offer (offerer_id, created_at desc, id desc);
create index offer_received on offer (owner_id, created_at desc, id desc) where owner_id is not null;
create index offer_between on offer (owner_id, offerer_id) where status = 'open' and owner_id is not null;
create index offer_without_timer on offer (expires_at) where status = 'open' and not has_timer;

create table sale (
  id uuid not null,
  listing_id uuid,
  offer_id uuid,
  item_id uuid not null,
  collection_id uuid not null,
  item_type text not null,
  name_ko text not null,
  name_en text not null,
  thumbnail text not null,
  edition bigint,
  -- Null: the account was erased.
  seller_id uuid,
  buyer_id uuid,
  price bigint not null,
  fee bigint not null,
  royalty bigint not null,
  maker_id uuid,
  rules_version bigint not null,
  -- The link in the item's provenance chain, and the transfer in the ledger.
  provenance_seq bigint not null,
  payment_id uuid not null,
  -- A trade between linked people: not part of volume, median and price history.
  is_wash boolean not null,
  at timestamptz not null,
  constraint sale_pkey primary key (id),
  constraint sale_item_seq unique (item_id, provenance_seq),
  constraint sale_two_people check (seller_id <> buyer_id),
  constraint sale_parts check (fee >= 0 and royalty >= 0 and fee + royalty < price),
  constraint sale_way check (num_nonnulls(listing_id, offer_id) >= 1)
);
create unique index sale_listing on sale (listing_id) where listing_id is not null;
create unique index sale_offer on sale (offer_id) where offer_id is not null;
create index sale_item on sale (item_id, at desc, id desc);
create index sale_collection on sale (collection_id, at desc, id desc);
create index sale_priced on sale (collection_id, at desc) where not is_wash;
create index sale_buyer on sale (buyer_id, at desc, id desc);
create index sale_seller on sale (seller_id, at desc, id desc);
create index sale_pair on sale (seller_id, buyer_id, at desc);

create table watch (
  account_id uuid not null,
  item_id uuid not null,
  collection_id uuid not null,
  item_type text not null,
  name_ko text not null,
  name_en text not null,
  thumbnail text not null,
  edition bigint,
  created_at timestamptz not null,
  constraint watch_pkey primary key (account_id, item_id)
);
create index watch_list on watch (account_id, created_at desc, item_id desc);
create index watch_item on watch (item_id, account_id);

create table saved_search (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  q text not null,
  collection_id uuid,
  item_type text,
  min_price bigint,
  max_price bigint,
  created_at timestamptz not null,
  constraint saved_search_pkey primary key (id),
  constraint saved_search_name check (char_length(name) between 1 and 40),
  constraint saved_search_q check (char_length(q) <= 60)
);
create index saved_search_of on saved_search (account_id, created_at desc, id desc);
-- Searches that a new listing may match.
create index saved_search_match on saved_search (collection_id, item_type, id);
