-- Versions of the surcharges: each is a whole table, and the highest one is in force. An order keeps the surcharge that it was made with.
create table surcharge_version (
  version bigint not null,
  -- Which list it is, such as the month it is of.
  name text not null,
  -- Null for the versions of this file, and once the account was erased.
  made_by uuid,
  made_at timestamptz not null,
  constraint surcharge_version_pkey primary key (version),
  constraint surcharge_version_name check (char_length(name) between 1 and 960)
);
create index surcharge_version_made_by on surcharge_version (made_by) where made_by is not null;
insert into surcharge_version (version, name, made_at) values
  (1, '2026-01', '2026-01-01T00:00:00Z'),
  (2, '2026-04', '2026-04-01T00:00:00Z');
alter table surcharge add constraint surcharge_version_fkey foreign key (version) references surcharge_version (version);
alter table surcharge add constraint surcharge_digits check (from_code ~ '^[0-9]{5}$' and to_code ~ '^[0-9]{5}$');
-- The area, as a part of its address.
alter table surcharge add column area text not null default '';
alter table surcharge add constraint surcharge_area check (char_length(area) <= 640);
-- The last code of the area before; null for the first area.
alter table surcharge add column after_code text;

-- The islands of the lists that couriers publish, as of the version's name. A carrier may charge for other areas:
-- administrators replace the whole list by a version of their own.
insert into surcharge (version, from_code, to_code, won, area) values
  (2, '22386', '22388', 5000, '인천 중구'),
  (2, '23004', '23010', 5000, '인천 강화군'),
  (2, '23100', '23116', 5000, '인천 옹진군'),
  (2, '23124', '23136', 5000, '인천 옹진군'),
  (2, '31708', '31708', 5000, '충남 당진시'),
  (2, '32133', '32133', 5000, '충남 태안군'),
  (2, '33411', '33411', 5000, '충남 보령시'),
  (2, '40200', '40240', 5000, '경북 울릉군'),
  (2, '46768', '46771', 5000, '부산 강서구'),
  (2, '52570', '52571', 5000, '경남 사천시'),
  (2, '53031', '53033', 5000, '경남 통영시'),
  (2, '53089', '53104', 5000, '경남 통영시'),
  (2, '54000', '54000', 5000, '전북 군산시'),
  (2, '56347', '56349', 5000, '전북 부안군'),
  (2, '57068', '57069', 5000, '전남 영광군'),
  (2, '58760', '58762', 5000, '전남 목포시'),
  (2, '58800', '58810', 5000, '전남 신안군'),
  (2, '58816', '58818', 5000, '전남 신안군'),
  (2, '58826', '58826', 5000, '전남 신안군'),
  (2, '58832', '58832', 5000, '전남 신안군'),
  (2, '58839', '58841', 5000, '전남 신안군'),
  (2, '58843', '58866', 5000, '전남 신안군'),
  (2, '58953', '58958', 5000, '전남 진도군'),
  (2, '59102', '59103', 5000, '전남 완도군'),
  (2, '59106', '59106', 5000, '전남 완도군'),
  (2, '59127', '59127', 5000, '전남 완도군'),
  (2, '59129', '59129', 5000, '전남 완도군'),
  (2, '59137', '59166', 5000, '전남 완도군'),
  (2, '59421', '59421', 5000, '전남 보성군'),
  (2, '59531', '59531', 5000, '전남 고흥군'),
  (2, '59551', '59551', 5000, '전남 고흥군'),
  (2, '59563', '59563', 5000, '전남 고흥군'),
  (2, '59650', '59650', 5000, '전남 여수시'),
  (2, '59766', '59766', 5000, '전남 여수시'),
  (2, '59781', '59790', 5000, '전남 여수시'),
  (2, '63000', '63644', 3000, '제주특별자치도');
update surcharge s set after_code = (
  select b.to_code from surcharge b where b.version = s.version and b.to_code < s.from_code order by b.to_code desc limit 1);
-- A postal code has one surcharge in a version: each area begins after the end of the one before, and one area follows each.
alter table surcharge add constraint surcharge_ends unique (version, to_code);
alter table surcharge add constraint surcharge_follows unique nulls not distinct (version, after_code);
alter table surcharge add constraint surcharge_after foreign key (version, after_code) references surcharge (version, to_code);
alter table surcharge add constraint surcharge_apart check (after_code < from_code);
