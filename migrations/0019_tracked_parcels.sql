-- Parcels that a plugin follows at the operator's tracking service, until they are delivered, for at most 30 days. A row names
-- no person; what happened is reported to the plugin by an event.
create table tracked_parcel (
    plugin text not null,
    -- The plugin's name of the parcel.
    reference text not null check (octet_length(reference) between 1 and 100),
    -- A code of the platform.
    carrier text not null check (octet_length(carrier) between 1 and 20),
    number text not null check (octet_length(number) between 1 and 40),
    -- The latest state that was reported to the plugin; null before the first.
    state text check (state in ('received', 'pickedup', 'moving', 'out', 'missed', 'held', 'problem')),
    state_at timestamptz,
    followed_at timestamptz not null,
    -- Time of the next question to the service, the number of questions, and how many in a row were not answered.
    look_at timestamptz not null,
    looks int not null default 0,
    failures int not null default 0,
    constraint tracked_parcel_key primary key (plugin, reference),
    constraint tracked_parcel_state check ((state is null) = (state_at is null))
);
create index tracked_parcel_look on tracked_parcel (look_at, plugin, reference);
