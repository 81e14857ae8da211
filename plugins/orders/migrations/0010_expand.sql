-- Versions of the holidays: each is a whole table, and the highest one is in force. Days that are over are the same in every version.
create table holiday_version (
  version bigint not null,
  reason text not null default '',
  -- Null for the first version, and once the account was erased.
  made_by uuid,
  made_at timestamptz not null,
  constraint holiday_version_pkey primary key (version),
  constraint holiday_version_reason check (char_length(reason) <= 200)
);
create index holiday_version_made_by on holiday_version (made_by) where made_by is not null;
insert into holiday_version (version, made_at) values (1, '2026-01-01T00:00:00Z');
alter table holiday add constraint holiday_version_fkey foreign key (version) references holiday_version (version);
alter table holiday add constraint holiday_name check (char_length(name_ko) between 1 and 40 and char_length(name_en) between 1 and 60);

-- Products with a parcel are ordered one at a time, so no parcel holds a part of a quantity. Earlier rows are not checked.
alter table purchase add constraint purchase_one_piece check (not has_parcel or quantity = 1) not valid;
