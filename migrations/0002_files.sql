-- Files that people upload. A file belongs to one person and has variants: the pictures that the kernel made of it, or
-- the video as it was sent. The bytes of a variant are a blob, stored under its SHA-256 in the local folder or in S3.

-- Content-addressed bytes. A blob that no variant uses is deleted, at the earliest ten minutes after it was stored.
create table blob (
    digest bytea primary key constraint blob_digest check (octet_length(digest) = 32),
    bytes bigint not null check (bytes > 0),
    -- Number of variants; counted by the trigger `count_blob_uses`.
    uses int not null default 0 constraint blob_uses check (uses >= 0),
    -- When its bytes were last written, by the kernel's clock.
    stored_at timestamptz not null
);
create index blob_unused on blob (stored_at) where uses = 0;

create table file (
    id uuid primary key,
    account_id uuid not null references account (id) on delete cascade,
    -- uploading → checking → ready or refused
    state text not null check (state in ('uploading', 'checking', 'ready', 'refused')),
    -- What the person may upload with it; decides the limit of its size.
    purpose text not null check (purpose in ('any', 'image', 'video')),
    -- The name on the person's device, shown to its owner only.
    name text not null check (length(name) <= 200),
    -- The size of the whole upload; null until the client has sent it.
    length bigint check (length >= 0),
    -- Bytes that were received and are durable: the offset of the next part.
    received bigint not null default 0 check (received >= 0),
    -- SHA-256 of the upload as the client sent it: declared, and computed.
    expected_digest bytea check (octet_length(expected_digest) = 32),
    digest bytea check (octet_length(digest) = 32),
    kind text check (kind in ('image', 'video', 'audio', 'other')),
    media_type text,
    width int check (width > 0),
    height int check (height > 0),
    -- Bytes that count against the owner's quota: what was declared or received, then the size of the variants.
    charged bigint not null check (charged >= 0),
    -- The code of the problem for which it was refused.
    refusal text,
    -- The next attempt to check it; postponed while an attempt is under way.
    check_at timestamptz,
    checks int not null default 0,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    -- Since when nothing uses it; it is deleted after a day.
    unused_since timestamptz,
    constraint file_within_length check (received <= length),
    constraint file_complete check (state in ('uploading', 'refused') or (received = length and digest is not null)),
    constraint file_known check (state <> 'ready' or (kind is not null and media_type is not null)),
    constraint file_pixels check (state <> 'ready' or kind <> 'image' or (width is not null and height is not null)),
    constraint file_refused check ((state = 'refused') = (refusal is not null)),
    constraint file_checking check ((state = 'checking') = (check_at is not null))
);
create index file_owner on file (account_id, created_at, id);
create index file_waiting on file (check_at, id) where state = 'checking';
create index file_unfinished on file (account_id) where state = 'uploading';
create index file_abandoned on file (changed_at) where state = 'uploading';
create index file_unused on file (unused_since) where unused_since is not null;

-- Bytes of a person's files together; counted by the trigger `count_file_usage`.
create table file_usage (
    account_id uuid primary key references account (id) on delete cascade,
    bytes bigint not null default 0 constraint file_usage_bytes check (bytes >= 0)
);

create table file_variant (
    file_id uuid not null references file (id) on delete cascade,
    -- The last part of its address: `768.webp`, `original.mp4`.
    name text not null check (length(name) between 1 and 40),
    blob bytea not null references blob (digest),
    media_type text not null,
    width int,
    height int,
    primary key (file_id, name)
);
create index file_variant_blob on file_variant (blob);

-- Where a file is used: `reference` is chosen by the plugin, for example `post:<id>`. The kernel's own uses are those of
-- the plugin `kernel`.
create table file_use (
    file_id uuid not null references file (id) on delete cascade,
    plugin text not null,
    reference text not null constraint file_use_reference check (octet_length(reference) between 1 and 200),
    since timestamptz not null,
    primary key (file_id, plugin, reference)
);
create index file_use_of_reference on file_use (plugin, reference, file_id);

-- SHA-256 of uploads that no person may share.
create table forbidden_file (
    digest bytea primary key check (octet_length(digest) = 32),
    reason text not null,
    added_at timestamptz not null default now()
);
