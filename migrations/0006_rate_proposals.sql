-- A change of the exchange rate by more than 10 % needs a second administrator. The limit itself is enforced by
-- kernel.check_exchange_rate().
alter table exchange_rate add column approved_by uuid;
alter table exchange_rate add constraint exchange_rate_second_person check (approved_by <> set_by);

create table rate_proposal (
    id uuid primary key,
    -- The version that the proposer saw. Once there is a newer one, the proposal can only be rejected.
    base_version int not null references exchange_rate (version),
    hundredths_per_usd bigint not null check (hundredths_per_usd between 1 and 1000000000),
    hundredths_per_1000_krw bigint not null check (hundredths_per_1000_krw between 1 and 1000000000),
    note text not null,
    state text not null default 'proposed' check (state in ('proposed', 'applied', 'rejected')),
    proposed_by uuid not null,
    proposed_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    answer text,
    check ((state = 'proposed') = (decided_by is null)),
    check (state <> 'applied' or decided_by <> proposed_by)
);
create index rate_proposal_at on rate_proposal (proposed_at desc, id desc);
create unique index rate_proposal_open on rate_proposal ((true)) where state = 'proposed';
