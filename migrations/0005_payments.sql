-- Buying WIT with money: what a WIT costs, orders, what stores and providers said, refunds and disputes.
-- No foreign keys to accounts: records of payments outlive the people who paid.

-- What a WIT costs. Orders name the version they were made under, so a version never changes.
create table exchange_rate (
    version int primary key check (version > 0),
    -- Hundredths of a WIT for one US dollar, and for a thousand won.
    hundredths_per_usd bigint not null check (hundredths_per_usd between 1 and 1000000000),
    hundredths_per_1000_krw bigint not null check (hundredths_per_1000_krw between 1 and 1000000000),
    note text not null,
    -- Null for the first one.
    set_by uuid,
    since timestamptz not null
);

create function keep_exchange_rates() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    raise exception 'exchange rates are only ever added to';
end $$;
create trigger exchange_rate_kept before update or delete on exchange_rate
    for each row execute function keep_exchange_rates();

insert into exchange_rate (version, hundredths_per_usd, hundredths_per_1000_krw, note, since)
values (1, 10000, 7143, '처음 환율 · The first rate', now());

create table payment_order (
    id uuid primary key,
    account_id uuid not null,
    state text not null check (state in (
        'created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunding', 'refunded', 'disputed')),
    -- Hundredths of a WIT.
    amount bigint not null check (amount > 0),
    currency text not null check (currency in ('KRW', 'USD')),
    -- Won, or US cents; 0 for what a store charged, which it does not tell.
    price bigint not null check (price >= 0),
    rate_version int not null references exchange_rate (version),
    provider text not null check (provider in ('sandbox', 'portone', 'apple', 'google')),
    -- Of a store: what was bought there.
    product text,
    idempotency_key text,
    created_at timestamptz not null,
    -- Unpaid orders are given up then.
    expires_at timestamptz not null,
    paid_at timestamptz,
    -- Since when it is in its state.
    moved_at timestamptz not null,
    -- Why it failed: a code of the catalogue.
    failure text,
    -- When the provider is asked next without anybody asking us; null where nothing is expected.
    look_at timestamptz,
    looks int not null default 0,
    disputed_at timestamptz,
    dispute_outcome text check (dispute_outcome in ('won', 'lost')),
    dispute_reason text,
    dispute_settled_by uuid,
    dispute_settled_at timestamptz
);
create index payment_order_account on payment_order (account_id, created_at, id);
create unique index payment_order_key on payment_order (account_id, idempotency_key)
    where idempotency_key is not null;
create index payment_order_open on payment_order (account_id) where state in ('created', 'pending');
create index payment_order_latest on payment_order (created_at, id);
create index payment_order_state on payment_order (state, created_at, id);
create index payment_order_look on payment_order (look_at, id) where look_at is not null;

-- What a store says was bought, once and by one account: the same receipt is never worth anything again.
create table store_purchase (
    store text not null check (store in ('apple', 'google')),
    -- Apple's transaction, Google's purchase token.
    transaction_id text not null,
    account_id uuid not null,
    order_id uuid not null unique,
    product text not null,
    -- What the store calls the purchase where people see it.
    reference text not null,
    at timestamptz not null,
    primary key (store, transaction_id)
);

-- Requests to have money back. One that was taken back or rejected stays, and another may follow.
create table payment_refund (
    id uuid primary key,
    order_id uuid not null references payment_order (id),
    account_id uuid not null,
    state text not null check (state in (
        'requested', 'withdrawn', 'approved', 'refunded', 'rejected', 'failed')),
    reason text not null,
    requested_at timestamptz not null,
    -- Of the hold on the order's WIT.
    hold_id uuid not null,
    held_until timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    refunded_at timestamptz
);
create index payment_refund_order on payment_refund (order_id, requested_at, id);
-- One at a time.
create unique index payment_refund_open on payment_refund (order_id)
    where state in ('requested', 'approved', 'refunded', 'failed');
create index payment_refund_queue on payment_refund (state, requested_at, order_id);
create index payment_refund_latest on payment_refund (requested_at, order_id) where state <> 'withdrawn';
create index payment_refund_held on payment_refund (held_until) where state = 'requested';

-- Notices from providers that were dealt with, so that a repeat costs nothing.
create table webhook_receipt (
    provider text not null,
    webhook_id text not null,
    received_at timestamptz not null,
    primary key (provider, webhook_id)
);
create index webhook_receipt_at on webhook_receipt (received_at);

-- The sandbox provider's own books: what a card company would keep.
create table sandbox_payment (
    -- The order's id, which is how a merchant names a payment.
    id uuid primary key,
    name text not null,
    amount bigint not null,
    currency text not null,
    state text not null check (state in ('ready', 'pending', 'paid', 'failed', 'cancelled')),
    -- What was really taken.
    paid bigint not null default 0,
    -- A pending payment goes through then.
    pays_at timestamptz,
    disputed_at timestamptz,
    -- Counts what was done on its page, so that each form is good once.
    turn int not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
