-- Blocks, the versions of their scenes, their pictures, and the blocks that a person entered last.

create table block (
  id uuid primary key,
  world_id uuid not null,
  -- A copy: the name of a world never changes.
  world_name text not null,
  name text not null,
  -- Null: the account was erased, and the administrators of the world look after the block.
  maker_id uuid,
  kind text not null,
  state text not null,
  title_ko text not null,
  title_en text not null,
  description_ko text not null,
  description_en text not null,
  access text not null,
  is_main boolean not null default false,
  -- The newest version of the scene.
  version bigint not null,
  -- The version that visitors see; null until the first publication.
  published_version bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The first publication.
  published_at timestamptz,
  constraint block_name_key unique (world_id, name),
  constraint block_name_form check (name ~ '^[a-z0-9_-]{3,20}$'),
  constraint block_kind check (kind in ('brand', 'game', 'social', 'store')),
  constraint block_state check (state in ('assembling', 'complete')),
  constraint block_access check (access in ('everybody', 'signedIn', 'members', 'membership', 'owner')),
  constraint block_title check (
    char_length(title_ko) between 1 and 40 and char_length(title_en) between 1 and 40
  ),
  constraint block_description check (
    char_length(description_ko) <= 300 and char_length(description_en) <= 300
  ),
  constraint block_published check (
    case when state = 'complete' then published_version is not null and published_at is not null
         else published_version is null and published_at is null and not is_main end
  ),
  constraint block_version check (version > 0 and published_version <= version)
);

create unique index block_one_main on block (world_id) where is_main;
-- The list of a world, newest first; its main block is shown apart.
create index block_listed on block (world_id, published_at desc, id desc) where state = 'complete' and not is_main;
create index block_drafts on block (maker_id, created_at desc, id desc) where state = 'assembling';
create index block_of_maker on block (maker_id, created_at desc, id desc);

-- Counters of a world. The row is the lock for its limit and for the choice of its main block.
create table world_total (
  world_id uuid primary key,
  world_name text not null,
  blocks bigint not null,
  -- Complete blocks: those that visitors see.
  complete bigint not null,
  -- Increases with each change of `complete`, so that events that arrive out of order can be told apart.
  sequence bigint not null,
  constraint world_total_name unique (world_name),
  constraint world_total_counts check (complete between 0 and blocks and blocks <= 200)
);

create table maker_total (
  account_id uuid primary key,
  blocks bigint not null,
  constraint maker_total_blocks check (blocks between 0 and 20)
);

create table scene_version (
  block_id uuid not null,
  version bigint not null,
  -- The document as JSON, validated and in canonical form.
  scene text not null,
  objects bigint not null,
  -- The version that was restored.
  restored_from bigint,
  -- Null: the account was erased.
  saved_by uuid,
  saved_at timestamptz not null,
  constraint scene_version_pkey primary key (block_id, version),
  constraint scene_version_block foreign key (block_id) references block (id),
  constraint scene_version_size check (octet_length(scene) <= 524288)
);

create index scene_version_author on scene_version (saved_by);

create table thumbnail (
  block_id uuid not null,
  place smallint not null,
  file_id uuid not null,
  url text not null,
  width bigint not null,
  height bigint not null,
  constraint thumbnail_pkey primary key (block_id, place),
  constraint thumbnail_block foreign key (block_id) references block (id),
  constraint thumbnail_place check (place between 1 and 5)
);

-- The blocks that a person entered last, the latest first. More than are shown, because some may be gone.
create table visited (
  account_id uuid primary key,
  block_ids uuid[] not null,
  constraint visited_bounded check (cardinality(block_ids) between 1 and 10)
);
