-- Products, orders and their parcels. Amounts of money are won, amounts of WIT hundredths. Every change of stock is an entry of
-- `stock_entry`; the columns of `product` are its sums, changed in the same transaction under the lock of the product's row.

-- Public holidays in Korea as days since 1970-01-01, by the version of the table.
create table holiday (
  version bigint not null,
  day bigint not null,
  name_ko text not null,
  name_en text not null,
  constraint holiday_pkey primary key (version, day)
);
insert into holiday (version, day, name_ko, name_en)
select 1, d.day - date '1970-01-01', d.ko, d.en from (values
  (date '2026-01-01', '새해 첫날', 'New Year''s Day'),
  (date '2026-02-16', '설날 연휴', 'Seollal holiday'),
  (date '2026-02-17', '설날', 'Seollal'),
  (date '2026-02-18', '설날 연휴', 'Seollal holiday'),
  (date '2026-03-02', '삼일절 대체공휴일', 'Independence Movement Day (observed)'),
  (date '2026-05-05', '어린이날', 'Children''s Day'),
  (date '2026-05-25', '부처님오신날 대체공휴일', 'Buddha''s Birthday (observed)'),
  (date '2026-06-03', '지방선거', 'Local elections'),
  (date '2026-08-17', '광복절 대체공휴일', 'Liberation Day (observed)'),
  (date '2026-09-24', '추석 연휴', 'Chuseok holiday'),
  (date '2026-09-25', '추석', 'Chuseok'),
  (date '2026-10-05', '개천절 대체공휴일', 'National Foundation Day (observed)'),
  (date '2026-10-09', '한글날', 'Hangul Day'),
  (date '2026-12-25', '성탄절', 'Christmas Day'),
  (date '2027-01-01', '새해 첫날', 'New Year''s Day'),
  (date '2027-02-08', '설날 연휴', 'Seollal holiday'),
  (date '2027-02-09', '설날 대체공휴일', 'Seollal (observed)'),
  (date '2027-03-01', '삼일절', 'Independence Movement Day'),
  (date '2027-05-05', '어린이날', 'Children''s Day'),
  (date '2027-05-13', '부처님오신날', 'Buddha''s Birthday'),
  (date '2027-08-16', '광복절 대체공휴일', 'Liberation Day (observed)'),
  (date '2027-09-14', '추석 연휴', 'Chuseok holiday'),
  (date '2027-09-15', '추석', 'Chuseok'),
  (date '2027-09-16', '추석 연휴', 'Chuseok holiday'),
  (date '2027-10-04', '개천절 대체공휴일', 'National Foundation Day (observed)'),
  (date '2027-10-11', '한글날 대체공휴일', 'Hangul Day (observed)'),
  (date '2027-12-27', '성탄절 대체공휴일', 'Christmas Day (observed)')
) as d (day, ko, en);

-- What delivery to islands costs more, by postal code.
create table surcharge (
  version bigint not null,
  from_code text not null,
  to_code text not null,
  won bigint not null,
  constraint surcharge_pkey primary key (version, from_code),
  constraint surcharge_codes check (from_code <= to_code),
  constraint surcharge_won check (won between 0 and 100000)
);
insert into surcharge (version, from_code, to_code, won) values
  (1, '23100', '23116', 5000),
  (1, '23124', '23136', 5000),
  (1, '40200', '40240', 5000),
  (1, '58760', '58762', 5000),
  (1, '63000', '63644', 3000);

create table product (
  id uuid not null,
  kind text not null,
  -- The name of the world that sells; null for the platform.
  world text,
  -- The person who receives WIT of a world's product; null once their account was erased.
  seller_id uuid,
  -- The seller was erased: administrators of the platform take over.
  is_orphan boolean not null default false,
  name_ko text not null,
  name_en text not null,
  about_ko text not null,
  about_en text not null,
  thumbnail text not null,
  won bigint not null,
  -- Null if it is sold for won only.
  wit bigint,
  collection_id uuid not null,
  is_open boolean not null default true,
  available bigint not null,
  reserved bigint not null default 0,
  created_at timestamptz not null,
  constraint product_pkey primary key (id),
  constraint product_kind check (kind in ('random', 'album', 'hybrid')),
  constraint product_won check (won between 100 and 2000000),
  constraint product_wit check (wit between 100 and 100000000),
  -- Nothing is sold twice.
  constraint product_available check (available >= 0),
  constraint product_reserved check (reserved >= 0)
);
create index product_newest on product (created_at, id) where is_open;
create index product_world on product (world, created_at, id);
create index product_seller on product (seller_id) where seller_id is not null;

-- The items of a product: prizes of a random item with weight and stock, or what a buyer of another kind gets.
create table content (
  product_id uuid not null,
  no bigint not null,
  name_ko text not null,
  name_en text not null,
  item_type text not null,
  thumbnail text not null,
  weight bigint not null,
  stock bigint,
  -- Null without a stock of its own.
  left_over bigint,
  constraint content_pkey primary key (product_id, no),
  constraint content_product_fkey foreign key (product_id) references product (id),
  constraint content_weight check (weight between 0 and 1000000),
  constraint content_left check (left_over >= 0 and (left_over is null) = (stock is null))
);

create table stock_entry (
  id uuid not null,
  product_id uuid not null,
  purchase_id uuid,
  reason text not null,
  available_change bigint not null,
  reserved_change bigint not null,
  at timestamptz not null,
  constraint stock_entry_pkey primary key (id),
  constraint stock_entry_product_fkey foreign key (product_id) references product (id),
  constraint stock_entry_reason check (reason in ('added', 'reserved', 'sold', 'released', 'returned', 'exchanged'))
);
create index stock_entry_product on stock_entry (product_id, at, id);
-- One reservation, one end of it, one return for each order.
create unique index stock_entry_once on stock_entry (purchase_id, reason)
  where reason in ('reserved', 'sold', 'released', 'returned');

-- One row for each person with addresses: it is locked, so that the limit and the default hold for concurrent requests.
create table book (
  account_id uuid not null,
  constraint book_pkey primary key (account_id)
);

create table address (
  id uuid not null,
  account_id uuid not null,
  -- Encrypted: recipient, phone, postal code, lines.
  sealed bytea not null,
  is_default boolean not null,
  created_at timestamptz not null,
  constraint address_pkey primary key (id)
);
create index address_account on address (account_id, created_at, id);
create unique index address_default on address (account_id) where is_default;

create table purchase (
  id uuid not null,
  product_id uuid not null,
  world text,
  -- Null once the account was erased.
  buyer_id uuid,
  quantity bigint not null,
  state text not null,
  won bigint not null,
  surcharge_won bigint not null,
  wit bigint,
  method text,
  payment_id uuid,
  -- The draw: the hash is published when the order is placed, the seed after the payment.
  seed bytea,
  seed_hash text,
  nonce text,
  -- Encrypted; null once it was erased.
  address bytea,
  has_parcel boolean not null,
  ship_from_day bigint,
  ship_by_day bigint,
  carrier text,
  tracking text,
  exchanges bigint not null default 0,
  created_at timestamptz not null,
  reserved_until timestamptz not null,
  paid_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  opened_at timestamptz,
  -- WIT that the seller received.
  paid_out bigint,
  constraint purchase_pkey primary key (id),
  constraint purchase_product_fkey foreign key (product_id) references product (id),
  constraint purchase_quantity check (quantity between 1 and 5),
  constraint purchase_state check (state in ('reserved', 'expired', 'cancelled', 'paid', 'preparing', 'shipped', 'delivered',
    'refunding', 'refunded')),
  constraint purchase_method check (method in ('card', 'wit')),
  constraint purchase_paid check (state in ('reserved', 'expired', 'cancelled') or (paid_at is not null and method is not null))
);
create index purchase_buyer on purchase (buyer_id, created_at, id);
create index purchase_world on purchase (world, created_at, id);
create index purchase_paid on purchase (created_at, id) where paid_at is not null;
create index purchase_product on purchase (product_id);
create unique index purchase_payment on purchase (payment_id) where payment_id is not null;
create index purchase_address on purchase (ended_at, id) where address is not null and ended_at is not null;

-- What an order gives its buyer: a draw of a random item, or a fixed item. The item is created from it once.
create table given (
  purchase_id uuid not null,
  n bigint not null,
  content_no bigint not null,
  -- The rows of the draw as they were: `[{"no", "weight"}]`, without those that were sold out.
  odds jsonb,
  item_id uuid,
  constraint given_pkey primary key (purchase_id, n),
  constraint given_purchase_fkey foreign key (purchase_id) references purchase (id)
);
create index given_open on given (purchase_id) where item_id is null;

-- Legal terms. A row decides what is still possible, and when the platform acts by itself.
create table clock (
  purchase_id uuid not null,
  kind text not null,
  due_at timestamptz not null,
  -- When it ended: it was kept, or its time came.
  met_at timestamptz,
  constraint clock_pkey primary key (purchase_id, kind),
  constraint clock_purchase_fkey foreign key (purchase_id) references purchase (id),
  constraint clock_kind check (kind in ('ship', 'withdraw', 'defect', 'refund', 'payout'))
);
create index clock_due on clock (due_at, purchase_id, kind) where met_at is null;

-- A request for withdrawal, or about a defect.
create table request (
  id uuid not null,
  purchase_id uuid not null,
  kind text not null,
  wish text not null,
  reason text not null,
  file_ids uuid[] not null,
  state text not null,
  answer text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  returned_at timestamptz,
  constraint request_pkey primary key (id),
  constraint request_purchase_fkey foreign key (purchase_id) references purchase (id),
  constraint request_kind check (kind in ('withdrawal', 'defect')),
  constraint request_wish check (wish in ('refund', 'exchange')),
  constraint request_state check (state in ('requested', 'accepted', 'rejected', 'done'))
);
create unique index request_open on request (purchase_id) where state in ('requested', 'accepted');
create index request_purchase on request (purchase_id, requested_at, id);
