-- What a payment took from the lots of its payer, and what they got back of it since. Payments from before this table have no rows:
-- giving them back restores nothing.
create table ledger.lot_spending (
    transfer_id uuid not null references ledger.transfer (id),
    lot_id uuid not null references ledger.lot (id),
    amount bigint not null,
    restored bigint not null default 0,
    primary key (transfer_id, lot_id),
    constraint lot_spending_amount check (amount > 0),
    constraint lot_spending_restored check (restored between 0 and amount)
);
create index lot_spending_lot on ledger.lot_spending (lot_id) where restored < amount;
