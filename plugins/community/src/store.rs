//! Statements about posts. The lock order is the writer, the post, its comments, then counters.

use crate::access::World;
use crate::pace::Writer;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// A post as it is stored.
#[derive(Clone, Debug, FromRow)]
#[row(alias = "p")]
pub(crate) struct Post {
    pub(crate) id: Uuid,
    #[row(with = world_named)]
    pub(crate) world: World,
    #[row(column = "author_id")]
    pub(crate) author: Uuid,
    pub(crate) text: String,
    #[row(column = "block_id")]
    pub(crate) block: Option<Uuid>,
    pub(crate) for_members: bool,
    pub(crate) is_hidden: bool,
    pub(crate) hidden_by: Option<Uuid>,
    pub(crate) hidden_reason: Option<String>,
    pub(crate) appealed_at: Option<Timestamp>,
    #[row(sql = "exists (select 1 from pin where pin.post_id = p.id)")]
    pub(crate) is_pinned: bool,
    pub(crate) comments: u32,
    pub(crate) posted_at: Timestamp,
    pub(crate) edited_at: Option<Timestamp>,
}

fn world_named(name: String) -> World {
    World::from(name)
}

impl Post {
    /// The path of its page.
    pub(crate) fn link(&self) -> String {
        format!("/{}/post/{}", self.world.as_str(), self.id)
    }
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Post>, Error> {
    Ok(ctx.sql().optional(
        select!(Post, "from post p where not p.is_deleted and p.id = $1"),
        &params![id],
    )?)
}

/// Locks a post against concurrent changes.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Post>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Post,
            "from post p where not p.is_deleted and p.id = $1 for no key update of p"
        ),
        &params![id],
    )?)
}

/// Creates or locks the pace of a person until the end of the request.
pub(crate) fn lock_writer(ctx: &Ctx, account: &Uuid) -> Result<Writer, Error> {
    type Stored = (Option<i64>, Option<Timestamp>, Option<Timestamp>, i64, u32);
    let (first_post_day, last_post_at, last_comment_at, day, day_posts): Stored = ctx.sql().one(
        "insert into writer (account_id) values ($1) \
         on conflict (account_id) do update set account_id = excluded.account_id \
         returning first_post_day, last_post_at, last_comment_at, day, day_posts",
        &params![account],
    )?;
    Ok(Writer {
        first_post_day,
        last_post_at,
        last_comment_at,
        day,
        day_posts,
    })
}

pub(crate) fn save_writer(ctx: &Ctx, account: &Uuid, writer: &Writer) -> Result<(), Error> {
    ctx.sql().execute(
        "update writer set first_post_day = $2, last_post_at = $3, last_comment_at = $4, day = $5, day_posts = $6 \
         where account_id = $1",
        &params![
            account,
            writer.first_post_day,
            writer.last_post_at,
            writer.last_comment_at,
            writer.day,
            writer.day_posts
        ],
    )?;
    Ok(())
}

pub(crate) fn insert(ctx: &Ctx, post: &Post) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into post (id, world, author_id, text, block_id, for_members, posted_at) \
         values ($1, $2, $3, $4, $5, $6, $7)",
        &params![
            &post.id,
            post.world.as_str(),
            &post.author,
            &post.text,
            post.block.clone(),
            post.for_members,
            post.posted_at
        ],
    )?;
    Ok(())
}

/// Replaces the text of a locked post and keeps the earlier one. `now` is when the request began: a later change may have been
/// written before it got the lock, and the text that stands is never older than its versions.
pub(crate) fn edit(ctx: &Ctx, post: &Post, text: &str, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into revision (post_id, written_at, text, n) values ($1, $2, $3, \
         (select coalesce(max(r.n), 0) + 1 from revision r where r.post_id = $1))",
        &params![
            &post.id,
            post.edited_at.unwrap_or(post.posted_at),
            &post.text
        ],
    )?;
    ctx.sql().execute(
        "update post set text = $2, edited_at = greatest($3, edited_at, posted_at) where id = $1",
        &params![&post.id, text, now],
    )?;
    Ok(())
}

/// The earlier versions of a post, newest first, at most 50.
pub(crate) fn revisions(ctx: &Ctx, post: &Uuid) -> Result<Vec<(Timestamp, String)>, Error> {
    Ok(ctx
        .sql()
        .query(
            "select written_at, text from revision where post_id = $1 order by n desc, written_at desc limit 50",
            &params![post],
        )?
        .all()?)
}

/// Removes the text of a locked post, its versions and its pin. A timer deletes the rest.
pub(crate) fn delete(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    for statement in [
        "delete from pin where post_id = $1",
        "delete from revision where post_id = $1",
        "delete from post_term where post_id = $1",
        "update post set is_deleted = true, text = '', is_hidden = false, hidden_by = null, hidden_reason = null, \
         appealed_at = null where id = $1",
    ] {
        ctx.sql().execute(statement, &params![id])?;
    }
    Ok(())
}

/// Hides a locked post and unpins it.
pub(crate) fn hide(ctx: &Ctx, id: &Uuid, by: &Uuid, reason: Option<&str>) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from pin where post_id = $1", &params![id])?;
    ctx.sql().execute(
        "update post set is_hidden = true, hidden_by = $2, hidden_reason = $3, appealed_at = null where id = $1",
        &params![id, by, reason.map(str::to_owned)],
    )?;
    Ok(())
}

pub(crate) fn show(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update post set is_hidden = false, hidden_by = null, hidden_reason = null, appealed_at = null where id = $1",
        &params![id],
    )?;
    Ok(())
}

pub(crate) fn set_for_members(ctx: &Ctx, id: &Uuid, for_members: bool) -> Result<(), Error> {
    ctx.sql().execute(
        "update post set for_members = $2 where id = $1",
        &params![id, for_members],
    )?;
    Ok(())
}

/// Notes that the author has asked for a review of the hiding; false if they have asked before.
pub(crate) fn appeal(ctx: &Ctx, id: &Uuid, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update post set appealed_at = $2 where id = $1 and is_hidden and appealed_at is null",
        &params![id, now],
    )?;
    Ok(changed == 1)
}

/// Removes the pin of a post; false if it was not pinned.
pub(crate) fn unpin(ctx: &Ctx, post: &Post) -> Result<bool, Error> {
    let removed = ctx.sql().execute(
        "delete from pin where world = $1 and post_id = $2",
        &params![post.world.as_str(), &post.id],
    )?;
    Ok(removed == 1)
}

/// Pins a locked post in place of another one.
pub(crate) fn pin(ctx: &Ctx, post: &Post, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into pin (world, post_id, pinned_at) values ($1, $2, $3) \
         on conflict (world) do update set post_id = excluded.post_id, pinned_at = excluded.pinned_at",
        &params![post.world.as_str(), &post.id, now],
    )?;
    Ok(())
}

/// The pinned post of a world.
pub(crate) fn pinned(ctx: &Ctx, world: &World) -> Result<Option<Post>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Post,
            "from post p where not p.is_deleted and not p.is_hidden and p.id = (select post_id from pin where \
             pin.world = $1)"
        ),
        &params![world.as_str()],
    )?)
}

/// Deletes up to `limit` rows of what belongs to deleted posts, then posts without such rows. Returns whether there may
/// be more.
pub(crate) fn purge(ctx: &Ctx, posts: u32, limit: u32) -> Result<bool, Error> {
    let ids: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select id from post where is_deleted order by id limit $1",
            &params![posts],
        )?
        .all()?;
    let ids: Vec<Uuid> = ids.into_iter().map(|(id,)| id).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let mut full = false;
    for statement in [
        "delete from comment where id in (select id from comment where post_id = any($1) limit $2)",
        "delete from reaction where (post_id, account_id) in \
         (select post_id, account_id from reaction where post_id = any($1) limit $2)",
        "delete from thread_mute where (post_id, account_id) in \
         (select post_id, account_id from thread_mute where post_id = any($1) limit $2)",
        "delete from mention where (post_id, account_id) in \
         (select post_id, account_id from mention where post_id = any($1) limit $2)",
        "delete from revision where id in (select id from revision where post_id = any($1) limit $2)",
    ] {
        let deleted = ctx.sql().execute(statement, &params![ids.clone(), limit])?;
        full |= deleted == u64::from(limit);
    }
    if full {
        return Ok(true);
    }
    for statement in [
        "delete from reaction_total where post_id = any($1)",
        "delete from image where post_id = any($1)",
        "delete from post_term where post_id = any($1)",
        "delete from post where id = any($1)",
    ] {
        ctx.sql().execute(statement, &params![ids.clone()])?;
    }
    Ok(ids.len() == posts as usize)
}
