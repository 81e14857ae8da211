-- Payments by card that plugins open for their orders. No foreign key to accounts: records of payments outlive the people
-- who paid.
create table plugin_payment (
    -- Also the payment's id at the provider (`merchant_uid`).
    id uuid primary key,
    plugin text not null,
    -- The plugin's order.
    reference text not null check (octet_length(reference) between 1 and 100),
    account_id uuid not null,
    state text not null check (state in (
        'created', 'paid', 'failed', 'cancelled', 'expired', 'voided', 'refunded', 'disputed')),
    title_ko text not null,
    title_en text not null,
    return_path text not null,
    -- Won.
    price bigint not null check (price between 100 and 10000000),
    -- Requested refunds, with those that the provider has not made yet.
    refunded bigint not null default 0,
    -- Null until the payment page was opened.
    provider text check (provider in ('sandbox', 'portone')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paid_at timestamptz,
    moved_at timestamptz not null,
    -- Time of the next background poll of the provider; null if no change is expected.
    look_at timestamptz,
    looks int not null default 0,
    constraint plugin_payment_reference unique (plugin, reference),
    constraint plugin_payment_refunded check (refunded between 0 and price and (refunded = 0 or paid_at is not null)),
    constraint plugin_payment_paid check (paid_at is not null or state not in ('paid', 'refunded', 'disputed')),
    constraint plugin_payment_period check (expires_at > created_at)
);
create index plugin_payment_look on plugin_payment (look_at, id) where look_at is not null;
create index plugin_payment_account on plugin_payment (account_id, created_at, id);

create table plugin_payment_refund (
    id uuid primary key,
    payment_id uuid not null references plugin_payment (id),
    -- The plugin's key.
    key text not null check (octet_length(key) between 1 and 100),
    amount bigint not null check (amount > 0),
    state text not null check (state in ('queued', 'done', 'failed')),
    requested_at timestamptz not null,
    ended_at timestamptz,
    constraint plugin_payment_refund_key unique (payment_id, key),
    constraint plugin_payment_refund_ended check ((state = 'queued') = (ended_at is null))
);

-- The page of the shell that the payer returns to; payments before this column were recharges.
alter table sandbox_payment add column return_path text;
update sandbox_payment set return_path = '/charge/complete?orderId=' || id;
alter table sandbox_payment alter column return_path set not null;
