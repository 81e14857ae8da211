-- WIT that people spent in worlds: the transfer, and the world that the selling plugin named. Each transfer counts once.
create table ledger.spending (
    transfer_id uuid primary key references ledger.transfer (id),
    world_id uuid not null
);
create index spending_world on ledger.spending (world_id);
