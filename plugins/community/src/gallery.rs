//! Comments on items and blocks: the routes of `/api/v2/comments/…`, and the service `comments@1` for their plugins.
//!
//! The service trusts its caller about the subject and its owner: `list {kind, id, userId, cursor, limit}`,
//! `post {kind, id, userId, text}`, `delete {kind, id, commentId, userId, owner}`. The routes find the owner of an item
//! with `items@1` and ask `blocks@1` whether the caller may enter a block: people who may not do not read its comments.
//! The owner of an item, and the managers of a block, moderate.

use crate::access::Reader;
use crate::alarms::{self, Measure};
use crate::comments::{CommentStatus, CommentStatusView};
use crate::post;
use crate::post_handlers::Deleted;
use crate::problems::{COMMENT_NOT_FOUND, SUBJECT_NOT_FOUND};
use crate::store;
use crate::views::{Authors, Part};
use serde::{Deserialize, Serialize};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, PageQuery, TimeKey, Window};
use witverse_sdk::people::PersonCard;
use witverse_sdk::services::blocks::GalleryOf;
use witverse_sdk::services::items::FactsOf;
use witverse_sdk::{Ctx, Error, ServiceCall, Timestamp, Uuid, params};

const SERVICE: &str = "comments@1";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Item,
    Block,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Block => "block",
        }
    }
}

#[derive(Deserialize)]
struct Subject {
    kind: Kind,
    id: Uuid,
}

impl Subject {
    /// The page of the subject.
    fn link(&self) -> String {
        format!("/{}/{}", self.kind.as_str(), self.id)
    }
}

#[derive(Deserialize)]
pub(crate) struct Path {
    kind: String,
    id: String,
}

/// A subject that exists for the caller.
struct Found {
    subject: Subject,
    /// The owner of an item, the maker of a block.
    owner: Option<Uuid>,
    /// The caller owns the item or manages the block.
    is_moderator: bool,
}

impl Path {
    /// 404 if there is no such subject, or if the caller may not enter the block.
    fn find(&self, ctx: &Ctx) -> Result<Found, Error> {
        let id = Uuid::parse(&self.id).ok_or(SUBJECT_NOT_FOUND)?;
        match self.kind.as_str() {
            "item" => item(ctx, id),
            "block" => block(ctx, id),
            _ => Err(SUBJECT_NOT_FOUND.into()),
        }
    }
}

fn item(ctx: &Ctx, id: Uuid) -> Result<Found, Error> {
    let facts = FactsOf {
        ids: vec![id.clone()],
    };
    let answer = ctx.services().request_optional(&facts)?;
    let item = answer.and_then(|mut answer| answer.items.pop());
    let owner = item.ok_or(SUBJECT_NOT_FOUND)?.owner_id;
    Ok(Found {
        is_moderator: owner.is_some() && owner.as_ref() == ctx.actor().account(),
        subject: Subject {
            kind: Kind::Item,
            id,
        },
        owner,
    })
}

fn block(ctx: &Ctx, id: Uuid) -> Result<Found, Error> {
    let of = GalleryOf { id: id.clone() };
    let answer = ctx.services().request_optional(&of)?;
    let block = answer.and_then(|answer| answer.block);
    let block = block.ok_or(SUBJECT_NOT_FOUND)?;
    Ok(Found {
        subject: Subject {
            kind: Kind::Block,
            id,
        },
        owner: block.maker_id,
        is_moderator: block.can_manage,
    })
}

impl Found {
    /// The caller as a reader. Moderators see hidden comments, and those of people whom they have blocked or muted.
    fn reader(&self, ctx: &Ctx) -> Reader {
        Reader {
            account: ctx.actor().account().cloned(),
            is_admin: self.is_moderator,
            shows_muted: self.is_moderator,
            ..Reader::default()
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GalleryComment {
    comment_id: Uuid,
    author: PersonCard,
    text: String,
    /// Hidden: only its author and the moderators of the gallery see it.
    is_hide: bool,
    is_mine: bool,
    /// The caller owns the item or manages the block.
    can_moderate: bool,
    created_at: Timestamp,
}

type Row = (Uuid, Uuid, String, bool, Timestamp);

fn list(
    ctx: &Ctx,
    subject: &Subject,
    reader: &Reader,
    asked: &PageQuery,
) -> Result<Part<GalleryComment>, Error> {
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<Row> = ctx
        .sql()
        .query(
            "select id, author_id, text, is_hidden, at from gallery_comment \
             where kind = $1 and subject_id = $2 and (at, id) < ($3, $4) \
             and (not is_hidden or author_id = $6 or $7) order by at desc, id desc limit $5",
            &params![
                subject.kind.as_str(),
                &subject.id,
                before,
                &id,
                window.fetch(),
                reader.id(),
                reader.is_admin
            ],
        )?
        .all()?;
    let page = window.page(rows, |(id, .., at)| (at.as_micros(), id.clone()));
    let authors = Authors::of(ctx, reader, page.items.iter().map(|(_, author, ..)| author));
    let view = |(comment_id, author, text, is_hide, created_at): Row| {
        Some(GalleryComment {
            is_mine: reader.is(&author),
            can_moderate: reader.is_admin,
            author: authors.get(&author)?,
            comment_id,
            text,
            is_hide,
            created_at,
        })
    };
    Ok(Part {
        items: page.items.into_iter().filter_map(view).collect(),
        next_cursor: page.next_cursor,
    })
}

fn insert(
    ctx: &Ctx,
    subject: &Subject,
    author: &Uuid,
    text: &str,
    is_moderator: bool,
) -> Result<GalleryComment, Error> {
    let (text, now) = (post::comment_text(text)?, ctx.now());
    let writer = store::lock_writer(ctx, author)?.comment(now)?;
    store::save_writer(ctx, author, &writer)?;
    let id = ctx.random().uuid();
    ctx.sql().execute(
        "insert into gallery_comment (id, kind, subject_id, author_id, text, at) values ($1, $2, $3, $4, $5, $6)",
        &params![&id, subject.kind.as_str(), &subject.id, author, &text, now],
    )?;
    let profile = ctx.users().profile(author).ok_or(NOT_FOUND)?;
    Ok(GalleryComment {
        comment_id: id,
        author: PersonCard::from(profile),
        text,
        is_hide: false,
        is_mine: true,
        can_moderate: is_moderator,
        created_at: now,
    })
}

/// A comment on the subject, locked: its author, its text, and whether it is hidden.
fn lock(ctx: &Ctx, subject: &Subject, id: &Uuid) -> Result<(Uuid, String, bool), Error> {
    let rows = ctx.sql().query(
        "select author_id, text, is_hidden from gallery_comment \
         where id = $1 and kind = $2 and subject_id = $3 for update",
        &params![id, subject.kind.as_str(), &subject.id],
    )?;
    Ok(rows.optional()?.ok_or(COMMENT_NOT_FOUND)?)
}

/// Deletes a comment: its author, or a moderator.
fn delete(
    ctx: &Ctx,
    subject: &Subject,
    comment: &Uuid,
    by: &Uuid,
    is_moderator: bool,
) -> Result<Deleted, Error> {
    let (author, text, _) = lock(ctx, subject, comment)?;
    if author != *by && !is_moderator {
        return Err(COMMENT_NOT_FOUND.into());
    }
    ctx.sql().execute(
        "delete from gallery_comment where id = $1",
        &params![comment],
    )?;
    if author != *by {
        alarms::gallery_moderated(ctx, &author, &subject.link(), &text, Measure::Deleted, None)?;
    }
    Ok(Deleted { deleted: true })
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ListQuery {
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The comments on an item or a block, newest first.
pub(crate) fn list_comments(
    ctx: &Ctx,
    (Params(path), Query(query)): (Params<Path>, Query<ListQuery>),
) -> Result<Payload<Part<GalleryComment>>, Error> {
    let found = path.find(ctx)?;
    let reader = found.reader(ctx);
    let asked = PageQuery {
        page: None,
        limit: query.limit,
        cursor: query.cursor,
    };
    list(ctx, &found.subject, &reader, &asked).map(Payload)
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewComment {
    text: String,
}

/// Comments on an item or a block.
pub(crate) fn create_comment(
    ctx: &Ctx,
    (Params(path), Json(new)): (Params<Path>, Json<NewComment>),
) -> Result<Created<GalleryComment>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let found = path.find(ctx)?;
    // People on either side of a block with the owner see the gallery, but do not write to them. Administrators do.
    let blocked = !found.is_moderator
        && found
            .owner
            .as_ref()
            .is_some_and(|owner| *owner != me.id && ctx.users().blocked_between(&me.id, owner));
    if blocked {
        return Err(SUBJECT_NOT_FOUND.into());
    }
    let written = insert(ctx, &found.subject, &me.id, &new.text, found.is_moderator);
    written.map(Created)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneComment {
    kind: String,
    id: String,
    comment_id: String,
}

impl OneComment {
    fn find(self, ctx: &Ctx) -> Result<(Found, Uuid), Error> {
        let path = Path {
            kind: self.kind,
            id: self.id,
        };
        let found = path.find(ctx)?;
        let comment = Uuid::parse(&self.comment_id).ok_or(COMMENT_NOT_FOUND)?;
        Ok((found, comment))
    }
}

/// Deletes a comment on an item or a block. An author may do so after they lost the right to enter the block.
pub(crate) fn delete_comment(
    ctx: &Ctx,
    Params(one): Params<OneComment>,
) -> Result<Payload<Deleted>, Error> {
    let me = ctx.caller()?;
    if let (Some(subject), Some(comment)) = (Uuid::parse(&one.id), Uuid::parse(&one.comment_id)) {
        let deleted = ctx.sql().execute(
            "delete from gallery_comment where id = $1 and kind = $2 and subject_id = $3 and author_id = $4",
            &params![&comment, &one.kind, &subject, &me.id],
        )?;
        if deleted > 0 {
            return Ok(Payload(Deleted { deleted: true }));
        }
    }
    let (found, comment) = one.find(ctx)?;
    delete(ctx, &found.subject, &comment, &me.id, found.is_moderator).map(Payload)
}

/// Hides or shows a comment on an item or a block. Other people than moderators get the answer of an unknown comment.
pub(crate) fn change_comment_status(
    ctx: &Ctx,
    (Params(one), Json(status)): (Params<OneComment>, Json<CommentStatus>),
) -> Result<Payload<CommentStatusView>, Error> {
    let me = ctx.caller()?;
    let reason = post::reason(status.reason.as_deref())?;
    let (found, comment) = one.find(ctx)?;
    if !found.is_moderator {
        return Err(COMMENT_NOT_FOUND.into());
    }
    let (author, text, is_hidden) = lock(ctx, &found.subject, &comment)?;
    let is_hide = status.is_hide;
    if is_hidden != is_hide {
        ctx.sql().execute(
            "update gallery_comment set is_hidden = $2 where id = $1",
            &params![&comment, is_hide],
        )?;
        let measure = match is_hide {
            true => Measure::Hidden,
            false => Measure::Shown,
        };
        if author != me.id {
            let link = found.subject.link();
            alarms::gallery_moderated(ctx, &author, &link, &text, measure, reason.as_deref())?;
        }
    }
    Ok(Payload(CommentStatusView { is_hide }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ServiceRequest {
    #[serde(flatten)]
    subject: Subject,
    user_id: Option<Uuid>,
    text: Option<String>,
    comment_id: Option<Uuid>,
    owner: Option<Uuid>,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// `comments@1`.
pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let of: ServiceRequest = match call.service.as_str() {
        SERVICE => call.json()?,
        _ => return Err(NOT_FOUND.into()),
    };
    let person = of.user_id.as_ref();
    match (call.method.as_str(), person) {
        ("list", _) => {
            let reader = Reader {
                account: of.user_id,
                ..Reader::default()
            };
            let asked = PageQuery {
                page: None,
                limit: of.limit,
                cursor: of.cursor,
            };
            ServiceCall::answer(&list(ctx, &of.subject, &reader, &asked)?)
        }
        ("post", Some(person)) => {
            let text = of.text.unwrap_or_default();
            ServiceCall::answer(&insert(ctx, &of.subject, person, &text, false)?)
        }
        ("delete", Some(person)) => {
            let comment = of.comment_id.ok_or(COMMENT_NOT_FOUND)?;
            let is_owner = of.owner.as_ref() == Some(person);
            ServiceCall::answer(&delete(ctx, &of.subject, &comment, person, is_owner)?)
        }
        _ => Err(NOT_FOUND.into()),
    }
}
