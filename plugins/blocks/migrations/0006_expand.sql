-- The 3D models that a version of a scene shows. A file without a version that shows it is detached.

create table scene_model (
  block_id uuid not null,
  version bigint not null,
  file_id uuid not null,
  constraint scene_model_pkey primary key (block_id, version, file_id),
  constraint scene_model_version foreign key (block_id, version)
    references scene_version (block_id, version) on delete cascade
);

create index scene_model_file on scene_model (block_id, file_id);
