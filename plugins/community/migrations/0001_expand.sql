-- Feeds, comments and announcements of worlds, and comments on items and blocks. A world is stored by its name, which is
-- unique and never changes.

create table post (
  id uuid not null,
  world text not null,
  author_id uuid not null,
  text text not null,
  block_id uuid,
  -- Only members of the world see it.
  for_members boolean not null default false,
  is_hidden boolean not null default false,
  hidden_by uuid,
  hidden_reason text,
  -- The author has asked for the hiding to be reviewed.
  appealed_at timestamptz,
  -- Deleted posts have no text; a timer deletes what belongs to them, and then the row.
  is_deleted boolean not null default false,
  -- Visible comments and replies.
  comments bigint not null default 0,
  posted_at timestamptz not null,
  edited_at timestamptz,
  constraint post_pkey primary key (id),
  constraint post_world_form check (world ~ '^[a-z0-9_]{3,10}$'),
  constraint post_text_length check (char_length(text) <= 2000 and (is_deleted or text <> '')),
  constraint post_hidden check (is_hidden = (hidden_by is not null) and (is_hidden or hidden_reason is null)),
  constraint post_reason_length check (char_length(hidden_reason) between 1 and 200),
  constraint post_appeal check (is_hidden or appealed_at is null),
  constraint post_comments check (comments >= 0)
);

-- The feed, newest first, one index per audience.
create index post_for_admins on post (world, posted_at desc, id desc) where not is_deleted;
create index post_for_members on post (world, posted_at desc, id desc) where not is_deleted and not is_hidden;
create index post_for_anybody on post (world, posted_at desc, id desc)
  where not is_deleted and not is_hidden and not for_members;
create index post_hidden_of_world on post (world, posted_at desc, id desc) where not is_deleted and is_hidden;
-- An author sees their own hidden posts in the feed.
create index post_hidden_of_author on post (author_id, world, posted_at desc, id desc)
  where not is_deleted and is_hidden;
create index post_of_block on post (world, block_id, posted_at desc, id desc)
  where not is_deleted and not is_hidden and block_id is not null;
-- For the data export and erasure.
create index post_of_author on post (author_id, posted_at desc, id desc) where not is_deleted;
create index post_to_purge on post (id) where is_deleted;

-- What posts are found by; see `search` of the SDK.
create table post_term (
  post_id uuid not null,
  term text not null,
  posted_at timestamptz not null,
  constraint post_term_pkey primary key (post_id, term),
  constraint post_term_post foreign key (post_id) references post (id)
);

create index post_term_newest on post_term (term, posted_at desc, post_id desc);

-- Earlier versions of edited posts.
create table revision (
  post_id uuid not null,
  written_at timestamptz not null,
  text text not null,
  constraint revision_pkey primary key (post_id, written_at),
  constraint revision_post foreign key (post_id) references post (id)
);

create table image (
  post_id uuid not null,
  place smallint not null,
  file_id uuid not null,
  url text not null,
  width integer not null,
  height integer not null,
  constraint image_pkey primary key (post_id, place),
  constraint image_post foreign key (post_id) references post (id),
  constraint image_place check (place between 1 and 5),
  constraint image_size check (width > 0 and height > 0)
);

-- The pinned post of a world: one, and pinning another replaces it.
create table pin (
  world text not null,
  post_id uuid not null,
  pinned_at timestamptz not null,
  constraint pin_pkey primary key (world),
  constraint pin_post_key unique (post_id),
  constraint pin_post foreign key (post_id) references post (id)
);

create table reaction (
  post_id uuid not null,
  account_id uuid not null,
  kind text not null,
  constraint reaction_pkey primary key (post_id, account_id),
  constraint reaction_post foreign key (post_id) references post (id),
  constraint reaction_kind check (kind in ('like', 'love', 'laugh', 'wow', 'cheer'))
);

create index reaction_of_account on reaction (account_id, post_id);

create table reaction_total (
  post_id uuid not null,
  kind text not null,
  total bigint not null,
  constraint reaction_total_pkey primary key (post_id, kind),
  constraint reaction_total_post foreign key (post_id) references post (id),
  constraint reaction_total_count check (total >= 0)
);

create table comment (
  id uuid not null,
  post_id uuid not null,
  -- Replies have one level: the comment that they belong to.
  parent_id uuid,
  author_id uuid not null,
  text text not null,
  is_hidden boolean not null default false,
  is_deleted boolean not null default false,
  -- Visible replies.
  replies bigint not null default 0,
  at timestamptz not null,
  constraint comment_pkey primary key (id),
  constraint comment_post foreign key (post_id) references post (id),
  constraint comment_text_length check (char_length(text) <= 100 and (is_deleted or text <> '')),
  constraint comment_replies check (replies >= 0 and (parent_id is null or replies = 0))
);

-- Comments and replies, oldest first.
create index comment_of_post on comment (post_id, at, id) where parent_id is null;
create index comment_replies_of on comment (parent_id, at, id) where parent_id is not null;
create index comment_any_of_post on comment (post_id);
-- For the counts that leave out people on either side of a block with the reader.
create index comment_visible_of_author on comment (post_id, author_id, parent_id) where not is_hidden and not is_deleted;
create index comment_of_author on comment (author_id, at desc, id desc) where not is_deleted;

-- Threads whose replies raise no alarm for a person.
create table thread_mute (
  post_id uuid not null,
  account_id uuid not null,
  constraint thread_mute_pkey primary key (post_id, account_id),
  constraint thread_mute_post foreign key (post_id) references post (id)
);

create index thread_mute_of_account on thread_mute (account_id);

-- People that a version of a post has mentioned: each gets one alarm.
create table mention (
  post_id uuid not null,
  account_id uuid not null,
  constraint mention_pkey primary key (post_id, account_id),
  constraint mention_post foreign key (post_id) references post (id)
);

create index mention_of_account on mention (account_id);

-- The pace of a person: locked before anything that they write. Days are numbers since 1970, in Korea.
create table writer (
  account_id uuid not null,
  first_post_day bigint,
  last_post_at timestamptz,
  last_comment_at timestamptz,
  day bigint not null default 0,
  day_posts integer not null default 0,
  constraint writer_pkey primary key (account_id),
  constraint writer_posts check (day_posts between 0 and 20)
);

create table announcement (
  id uuid not null,
  world text not null,
  author_id uuid not null,
  title_ko text not null,
  title_en text not null,
  content_ko text not null,
  content_en text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint announcement_pkey primary key (id),
  constraint announcement_titles check (char_length(title_ko) between 1 and 100 and char_length(title_en) between 1 and 100),
  constraint announcement_contents check (
    char_length(content_ko) between 1 and 5000 and char_length(content_en) between 1 and 5000
  )
);

create index announcement_newest on announcement (world, created_at desc, id desc);

create table announcement_pin (
  world text not null,
  announcement_id uuid not null,
  constraint announcement_pin_pkey primary key (world),
  constraint announcement_pin_key unique (announcement_id),
  constraint announcement_pin_target foreign key (announcement_id) references announcement (id) on delete cascade
);

-- Comments on items and blocks.
create table gallery_comment (
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  author_id uuid not null,
  text text not null,
  at timestamptz not null,
  constraint gallery_comment_pkey primary key (id),
  constraint gallery_comment_kind check (kind in ('item', 'block')),
  constraint gallery_comment_length check (char_length(text) between 1 and 100)
);

create index gallery_comment_newest on gallery_comment (kind, subject_id, at desc, id desc);
create index gallery_comment_of_author on gallery_comment (author_id, at desc, id desc);
