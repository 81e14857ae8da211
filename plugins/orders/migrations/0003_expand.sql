-- Uploaded pictures, sounds and videos of the items of a product.
alter table content add column image_file uuid;
alter table content add column media_file uuid;
alter table content add column media_type text;
alter table content add constraint content_media check ((media_file is null) = (media_type is null));

-- The public index of postal codes. A new version is filled first, and then used at once.
create table postcode_version (
  version bigint not null,
  state text not null,
  rows bigint not null default 0,
  started_at timestamptz not null,
  used_at timestamptz,
  constraint postcode_version_pkey primary key (version),
  constraint postcode_version_state check (state in ('filling', 'used', 'old'))
);
create unique index postcode_version_used on postcode_version ((true)) where state = 'used';

-- Texts as the index has them; keys in the order of their bytes, so that a prefix is a range of an index.
create table postcode (
  version bigint not null,
  n bigint not null,
  code text not null,
  street text not null,
  street_en text not null,
  building text not null,
  lot_text text not null,
  region_key text not null,
  road_key text collate "C" not null,
  road_en_key text collate "C" not null,
  building_key text collate "C" not null,
  quarter_key text collate "C" not null,
  main bigint not null,
  sub bigint not null,
  lot bigint not null,
  sub_lot bigint not null,
  constraint postcode_pkey primary key (version, n),
  constraint postcode_version_fkey foreign key (version) references postcode_version (version)
);
create index postcode_road on postcode (version, road_key, main, sub, n);
create index postcode_road_en on postcode (version, road_en_key, main, sub, n);
create index postcode_building on postcode (version, building_key, n) where building_key <> '';
create index postcode_quarter on postcode (version, quarter_key, lot, sub_lot, n);
create index postcode_code on postcode (version, code, n);
