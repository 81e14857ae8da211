//! The handlers of comments and replies. Replies have one level: a reply to a reply belongs to the same comment.

use crate::access::{self, Reader};
use crate::alarms;
use crate::blocked::Blocked;
use crate::comment_store::{self, Comment, Oldest};
use crate::events::{self, Commented};
use crate::post::{self, reason};
use crate::post_handlers::Deleted;
use crate::problems::{COMMENT_NOT_FOUND, FEED_NOT_FOUND};
use crate::readable::{self, ById};
use crate::store::{self, Post};
use crate::views::{Authors, Part};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{PageLimits, PageQuery, Window};
use witverse_sdk::people::PersonCard;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

const LIMITS: PageLimits = PageLimits {
    default_limit: 20,
    max_limit: 50,
    max_page: 1,
};

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentView {
    comment_id: Uuid,
    parent_id: Option<Uuid>,
    /// Null for a deleted comment that has replies.
    author: Option<PersonCard>,
    text: Option<String>,
    is_hide: bool,
    is_mine: bool,
    reply_count: u32,
    created_at: Timestamp,
}

impl CommentView {
    /// `None` for comments that the reader does not see. `blocked` is the number of replies by people on either side of a
    /// block with the reader.
    fn of(mut comment: Comment, reader: &Reader, authors: &Authors, blocked: u32) -> Option<Self> {
        comment.replies = comment.replies.saturating_sub(blocked);
        if comment.is_deleted && comment.replies == 0 {
            return None;
        }
        let is_mine = reader.is(&comment.author) && !comment.is_deleted;
        if comment.is_hidden && !is_mine && !reader.is_admin {
            return None;
        }
        let author = authors.get(&comment.author);
        if author.is_none() && !comment.is_deleted {
            return None;
        }
        Some(Self {
            comment_id: comment.id,
            parent_id: comment.parent,
            author: author.filter(|_| !comment.is_deleted),
            text: (!comment.is_deleted).then_some(comment.text),
            is_hide: comment.is_hidden,
            is_mine,
            reply_count: comment.replies,
            created_at: comment.at,
        })
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentQuery {
    /// The replies to this comment.
    parent_id: Option<Uuid>,
    #[schemars(range(min = 1, max = 50), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response.
    cursor: Option<String>,
}

/// The comments of a post, or the replies to a comment, oldest first.
pub(crate) fn list_comments(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<ById>, Query<CommentQuery>),
) -> Result<Payload<Part<CommentView>>, Error> {
    let (post, reader) = readable::readable(ctx, &by)?;
    let asked = PageQuery {
        page: None,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<Oldest> = asked.window(LIMITS)?;
    let parent = query.parent_id.as_ref();
    if let Some(parent) = parent {
        let parent = comment_store::by_id(ctx, parent)?;
        let hidden = parent.is_some_and(|parent| parent.is_hidden && !reader.is_admin);
        if hidden {
            return Err(COMMENT_NOT_FOUND.into());
        }
    }
    let after = window.after.as_ref();
    let rows = comment_store::list(ctx, &post.id, parent, after, window.fetch())?;
    let page = window.page(rows, |row| (row.at.as_micros(), row.id.clone()));
    let authors = Authors::of(ctx, &reader, page.items.iter().map(|row| &row.author));
    let answered = |row: &&Comment| row.replies > 0;
    let answered: Vec<Uuid> = page
        .items
        .iter()
        .filter(answered)
        .map(|row| row.id.clone())
        .collect();
    let blocked = match answered.as_slice() {
        [] => HashMap::new(),
        answered => Blocked::of(ctx, &reader).replies(ctx, &post.id, answered)?,
    };
    let view = |row: Comment| {
        let blocked = blocked.get(&row.id).copied().unwrap_or_default();
        CommentView::of(row, &reader, &authors, blocked)
    };
    Ok(Payload(Part {
        items: page.items.into_iter().filter_map(view).collect(),
        next_cursor: page.next_cursor,
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewComment {
    text: String,
    /// The comment or reply that this one answers.
    parent_id: Option<Uuid>,
}

/// Comments on a post, or replies to a comment.
pub(crate) fn create_comment(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewComment>),
) -> Result<Created<CommentView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let text = post::comment_text(&new.text)?;
    let (post, reader) = readable::readable(ctx, &by)?;
    access::require(ctx, "comment", &post.world)?;
    let writer = store::lock_writer(ctx, &me.id)?.comment(now)?;
    store::save_writer(ctx, &me.id, &writer)?;
    // Hidden or deleted since it was read.
    let post = store::lock(ctx, &post.id)?
        .filter(|post| !post.is_hidden)
        .ok_or(FEED_NOT_FOUND)?;
    let answered = match &new.parent_id {
        Some(id) => Some(answerable(ctx, &post, id, &reader)?),
        None => None,
    };
    let comment = Comment {
        id: ctx.random().uuid(),
        post: post.id.clone(),
        parent: answered
            .as_ref()
            .map(|answered| answered.parent.clone().unwrap_or(answered.id.clone())),
        author: me.id.clone(),
        text,
        is_hidden: false,
        is_deleted: false,
        replies: 0,
        at: now,
    };
    comment_store::insert(ctx, &comment)?;
    let event = Commented {
        comment_id: comment.id.clone(),
        feed_id: post.id.clone(),
        world_name: post.world.as_str().to_owned(),
        user_id: me.id.clone(),
        replied_to: answered.map(|answered| answered.id),
    };
    events::commented(ctx, &post, &event)?;
    let authors = Authors::of(ctx, &reader, [&me.id]);
    let view = CommentView::of(comment, &reader, &authors, 0);
    Ok(Created(view.ok_or(COMMENT_NOT_FOUND)?))
}

/// A comment that the caller sees and may answer.
fn answerable(ctx: &Ctx, post: &Post, id: &Uuid, reader: &Reader) -> Result<Comment, Error> {
    let comment = comment_store::lock(ctx, post, id)?
        .filter(|comment| !comment.is_hidden)
        .ok_or(COMMENT_NOT_FOUND)?;
    let blocked = !reader.is(&comment.author)
        && !reader.is_admin
        && ctx.users().blocked_between(&reader.id(), &comment.author);
    match blocked {
        true => Err(COMMENT_NOT_FOUND.into()),
        false => Ok(comment),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneComment {
    id: String,
    comment_id: String,
}

impl OneComment {
    /// Locks the post and the comment.
    fn lock(&self, ctx: &Ctx) -> Result<(Post, Comment), Error> {
        let by = ById {
            id: self.id.clone(),
        };
        let post = store::lock(ctx, &by.post()?)?.ok_or(FEED_NOT_FOUND)?;
        let id = Uuid::parse(&self.comment_id).ok_or(COMMENT_NOT_FOUND)?;
        let comment = comment_store::lock(ctx, &post, &id)?.ok_or(COMMENT_NOT_FOUND)?;
        Ok((post, comment))
    }
}

/// Deletes a comment: its author, or an administrator.
pub(crate) fn delete_comment(
    ctx: &Ctx,
    Params(by): Params<OneComment>,
) -> Result<Payload<Deleted>, Error> {
    let me = ctx.caller()?;
    let (post, comment) = by.lock(ctx)?;
    let is_mine = comment.author == me.id;
    if !is_mine {
        readable::check_readable(ctx, &post)?;
        access::require(ctx, "moderateFeed", &post.world)?;
    }
    comment_store::delete(ctx, &comment)?;
    if !is_mine {
        alarms::comment_moderated(ctx, &post, &comment, alarms::Measure::Deleted, None)?;
    }
    Ok(Payload(Deleted { deleted: true }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentStatus {
    pub(crate) is_hide: bool,
    /// At most 200 characters, as people count them.
    #[schemars(length(max = 3200))]
    pub(crate) reason: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentStatusView {
    pub(crate) is_hide: bool,
}

/// Hides or shows a comment.
pub(crate) fn change_comment_status(
    ctx: &Ctx,
    (Params(by), Json(status)): (Params<OneComment>, Json<CommentStatus>),
) -> Result<Payload<CommentStatusView>, Error> {
    let reason = reason(status.reason.as_deref())?;
    let (post, comment) = by.lock(ctx)?;
    readable::check_readable(ctx, &post)?;
    access::require(ctx, "moderateFeed", &post.world)?;
    if comment_store::set_hidden(ctx, &comment, status.is_hide)? {
        let measure = match status.is_hide {
            true => alarms::Measure::Hidden,
            false => alarms::Measure::Shown,
        };
        alarms::comment_moderated(ctx, &post, &comment, measure, reason.as_deref())?;
    }
    Ok(Payload(CommentStatusView {
        is_hide: status.is_hide,
    }))
}
