-- Mandates: a person permits a plugin to collect an amount from them later, once. Nothing is reserved.
create table ledger.mandate (
    id uuid primary key,
    account_id uuid not null,
    amount bigint not null,
    -- 0 open, 1 collected, 2 revoked
    state smallint not null default 0,
    collected bigint,
    source text not null,
    at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    constraint mandate_amount check (amount > 0),
    constraint mandate_state check (state between 0 and 2),
    constraint mandate_collected check (collected between 1 and amount and (state = 1) = (collected is not null)),
    constraint mandate_ended check ((state = 0) = (ended_at is null)),
    constraint mandate_period check (expires_at > at)
);
create index mandate_open on ledger.mandate (account_id) where state = 0;
