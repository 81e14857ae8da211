-- Declined attempts to pay for an order of a plugin. The payment stays open until it expires, so that another card can be tried.
create table plugin_payment_decline (
    payment_id uuid not null references plugin_payment (id),
    -- From 1.
    n int not null check (n > 0),
    -- The provider's id of the attempt: a repeated report of it is counted once.
    attempt text not null check (octet_length(attempt) <= 100),
    -- The provider's text for the payer.
    reason text check (char_length(reason) <= 200),
    -- How often the payment page had been opened.
    openings int not null,
    declined_at timestamptz not null,
    primary key (payment_id, n),
    constraint plugin_payment_decline_attempt unique (payment_id, attempt)
);

-- How often the payment page was opened.
alter table plugin_payment add column openings int not null default 0;
update plugin_payment set openings = 1 where provider is not null;

-- Why the sandbox declined the latest attempt.
alter table sandbox_payment add column refusal text;
