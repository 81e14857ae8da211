//! Statements about comments. Each change locks the post first, because its row counts the visible comments.

use crate::store::Post;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// A comment or a reply.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Comment {
    pub(crate) id: Uuid,
    #[row(column = "post_id")]
    pub(crate) post: Uuid,
    #[row(column = "parent_id")]
    pub(crate) parent: Option<Uuid>,
    #[row(column = "author_id")]
    pub(crate) author: Uuid,
    pub(crate) text: String,
    pub(crate) is_hidden: bool,
    pub(crate) is_deleted: bool,
    pub(crate) replies: u32,
    pub(crate) at: Timestamp,
}

impl Comment {
    fn is_counted(&self) -> bool {
        !self.is_hidden && !self.is_deleted
    }
}

/// Sort key: when a comment was written, in microseconds, and its id.
pub(crate) type Oldest = (i64, Uuid);

/// Comments of a post, or replies to a comment, oldest first. A deleted comment stays while it has replies.
pub(crate) fn list(
    ctx: &Ctx,
    post: &Uuid,
    parent: Option<&Uuid>,
    after: Option<&Oldest>,
    limit: u32,
) -> Result<Vec<Comment>, Error> {
    let (micros, id) = after.cloned().unwrap_or((0, Uuid::nil()));
    let at = Timestamp::from_micros(micros);
    let rows = match parent {
        None => ctx.sql().query(
            select!(
                Comment,
                "from comment where post_id = $1 and parent_id is null and (at, id) > ($2, $3) and (replies > 0 \
                 or not is_deleted) order by at, id limit $4"
            ),
            &params![post, at, &id, limit],
        )?,
        Some(parent) => ctx.sql().query(
            select!(
                Comment,
                "from comment where post_id = $5 and parent_id is not null and parent_id = $1 and (at, id) > \
                 ($2, $3) and not is_deleted order by at, id limit $4"
            ),
            &params![parent, at, &id, limit, post],
        )?,
    };
    Ok(rows.all()?)
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Comment>, Error> {
    Ok(ctx.sql().optional(
        select!(Comment, "from comment where id = $1 and not is_deleted"),
        &params![id],
    )?)
}

/// Locks a comment of a locked post.
pub(crate) fn lock(ctx: &Ctx, post: &Post, id: &Uuid) -> Result<Option<Comment>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Comment,
            "from comment where id = $1 and post_id = $2 and not is_deleted for update"
        ),
        &params![id, &post.id],
    )?)
}

/// Adds a comment to a locked post.
pub(crate) fn insert(ctx: &Ctx, comment: &Comment) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into comment (id, post_id, parent_id, author_id, text, at) values ($1, $2, $3, $4, $5, $6)",
        &params![
            &comment.id,
            &comment.post,
            comment.parent.clone(),
            &comment.author,
            &comment.text,
            comment.at
        ],
    )?;
    count(ctx, comment, 1)
}

/// Empties a locked comment.
pub(crate) fn delete(ctx: &Ctx, comment: &Comment) -> Result<(), Error> {
    ctx.sql().execute(
        "update comment set is_deleted = true, text = '' where id = $1",
        &params![&comment.id],
    )?;
    match comment.is_counted() {
        true => count(ctx, comment, -1),
        false => Ok(()),
    }
}

/// Hides or shows a locked comment; false if nothing changed.
pub(crate) fn set_hidden(ctx: &Ctx, comment: &Comment, is_hidden: bool) -> Result<bool, Error> {
    if comment.is_hidden == is_hidden {
        return Ok(false);
    }
    ctx.sql().execute(
        "update comment set is_hidden = $2 where id = $1",
        &params![&comment.id, is_hidden],
    )?;
    count(ctx, comment, if is_hidden { -1 } else { 1 })?;
    Ok(true)
}

fn count(ctx: &Ctx, comment: &Comment, by: i64) -> Result<(), Error> {
    if let Some(parent) = &comment.parent {
        ctx.sql().execute(
            "update comment set replies = replies + $2 where id = $1",
            &params![parent, by],
        )?;
    }
    ctx.sql().execute(
        "update post set comments = comments + $2 where id = $1",
        &params![&comment.post, by],
    )?;
    Ok(())
}

/// The comments of an author, newest first.
pub(crate) fn of_author(
    ctx: &Ctx,
    author: &Uuid,
    after: (Timestamp, &Uuid),
    limit: u32,
) -> Result<Vec<Comment>, Error> {
    let rows = ctx.sql().query(
        select!(
            Comment,
            "from comment where author_id = $1 and not is_deleted and (at, id) < ($2, $3) order by at desc, id \
             desc limit $4"
        ),
        &params![author, after.0, after.1, limit],
    )?;
    Ok(rows.all()?)
}
