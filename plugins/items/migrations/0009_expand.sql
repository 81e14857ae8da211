-- Signed statements about items that are no change of owner: what was packed with them. They join the provenance of an item
-- beside its chain, so that the version of the item, and with it listings and offers, stay as they are.
create table attestation (
  id uuid not null,
  plugin text not null,
  -- Of the plugin: one statement for each parcel.
  key text not null,
  at timestamptz not null,
  statement text not null,
  hash text not null,
  key_id text not null,
  signature text not null,
  constraint attestation_pkey primary key (id),
  constraint attestation_key unique (plugin, key)
);

create table attested_item (
  item_id uuid not null,
  attestation_id uuid not null,
  constraint attested_item_pkey primary key (item_id, attestation_id),
  constraint attested_item_item_fkey foreign key (item_id) references item (id),
  constraint attested_item_attestation_fkey foreign key (attestation_id) references attestation (id)
);
create index attested_item_attestation on attested_item (attestation_id);
