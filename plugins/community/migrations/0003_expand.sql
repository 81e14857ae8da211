-- Versions of a post have the order of its lock: two changes can begin in the same millisecond, and the later one first.

alter table revision
  add column id uuid not null default gen_random_uuid(),
  -- The number of the version, from 1.
  add column n bigint not null default 0;
update revision r set n = o.n from (
  select id, row_number() over (partition by post_id order by written_at) as n from revision
) o where o.id = r.id;
alter table revision drop constraint revision_pkey;
alter table revision add constraint revision_pkey primary key (id);
create index revision_of_post on revision (post_id, n desc, written_at desc);
