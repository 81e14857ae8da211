//! Comments on items and blocks: the routes of `/api/v2/comments/…`, and the service `comments@1` for their plugins.
//!
//! The service trusts its caller about the subject and its owner: `list {kind, id, userId, cursor, limit}`,
//! `post {kind, id, userId, text}`, `delete {kind, id, commentId, userId, owner}`. The routes find the owner of an item
//! with `items@1`. They do not ask `blocks@1` yet, so the routes of blocks answer 404.

use crate::access::Reader;
use crate::post;
use crate::post_handlers::Deleted;
use crate::problems::{COMMENT_NOT_FOUND, SUBJECT_NOT_FOUND};
use crate::store;
use crate::views::{Authors, Part};
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, PageQuery, TimeKey, Window};
use witverse_sdk::people::PersonCard;
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

#[derive(Deserialize)]
pub(crate) struct Path {
    kind: String,
    id: String,
}

impl Path {
    /// The subject and its owner; 404 if it does not exist.
    fn find(&self, ctx: &Ctx) -> Result<(Subject, Option<Uuid>), Error> {
        #[derive(Deserialize)]
        struct Found {
            items: Vec<Item>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Item {
            owner_id: Option<Uuid>,
        }
        let id = Uuid::parse(&self.id)
            .filter(|_| self.kind == Kind::Item.as_str())
            .ok_or(SUBJECT_NOT_FOUND)?;
        let found: Option<Found> =
            ctx.services()
                .call_optional("items@1", "facts", &json!({ "ids": [id] }))?;
        let item = found.and_then(|mut found| found.items.pop());
        let item = item.ok_or(SUBJECT_NOT_FOUND)?;
        let kind = Kind::Item;
        Ok((Subject { kind, id }, item.owner_id))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GalleryComment {
    comment_id: Uuid,
    author: PersonCard,
    text: String,
    is_mine: bool,
    created_at: Timestamp,
}

type Row = (Uuid, Uuid, String, Timestamp);

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
            "select id, author_id, text, at from gallery_comment \
             where kind = $1 and subject_id = $2 and (at, id) < ($3, $4) order by at desc, id desc limit $5",
            &params![
                subject.kind.as_str(),
                &subject.id,
                before,
                &id,
                window.fetch()
            ],
        )?
        .all()?;
    let page = window.page(rows, 0, |(id, _, _, at)| (at.as_micros(), id.clone()));
    let authors = Authors::of(ctx, reader, page.items.iter().map(|(_, author, ..)| author));
    let view = |(comment_id, author, text, created_at): Row| {
        Some(GalleryComment {
            is_mine: reader.is(&author),
            author: authors.get(&author)?,
            comment_id,
            text,
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
        is_mine: true,
        created_at: now,
    })
}

/// Deletes a comment: its author, or the owner of the subject.
fn delete(
    ctx: &Ctx,
    subject: &Subject,
    comment: &Uuid,
    by: &Uuid,
    owner: Option<&Uuid>,
) -> Result<Deleted, Error> {
    let deleted = ctx.sql().execute(
        "delete from gallery_comment where id = $1 and kind = $2 and subject_id = $3 and (author_id = $4 or $5)",
        &params![
            comment,
            subject.kind.as_str(),
            &subject.id,
            by,
            owner == Some(by)
        ],
    )?;
    match deleted {
        0 => Err(COMMENT_NOT_FOUND.into()),
        _ => Ok(Deleted { deleted: true }),
    }
}

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The comments on an item or a block, newest first.
pub(crate) fn list_comments(
    ctx: &Ctx,
    (Params(path), Query(query)): (Params<Path>, Query<ListQuery>),
) -> Result<Payload<Part<GalleryComment>>, Error> {
    let (subject, _) = path.find(ctx)?;
    let reader = Reader {
        account: ctx.actor().account().cloned(),
        ..Reader::default()
    };
    let asked = PageQuery {
        page: None,
        limit: query.limit,
        cursor: query.cursor,
    };
    list(ctx, &subject, &reader, &asked).map(Payload)
}

#[derive(Deserialize)]
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
    let (subject, owner) = path.find(ctx)?;
    // People on either side of a block with the owner see the item, but do not write to them.
    let blocked =
        owner.is_some_and(|owner| owner != me.id && ctx.users().blocked_between(&me.id, &owner));
    if blocked {
        return Err(SUBJECT_NOT_FOUND.into());
    }
    insert(ctx, &subject, &me.id, &new.text).map(Created)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneComment {
    kind: String,
    id: String,
    comment_id: String,
}

/// Deletes a comment on an item or a block.
pub(crate) fn delete_comment(
    ctx: &Ctx,
    Params(one): Params<OneComment>,
) -> Result<Payload<Deleted>, Error> {
    let me = ctx.caller()?;
    let path = Path {
        kind: one.kind,
        id: one.id,
    };
    let (subject, owner) = path.find(ctx)?;
    let comment = Uuid::parse(&one.comment_id).ok_or(COMMENT_NOT_FOUND)?;
    delete(ctx, &subject, &comment, &me.id, owner.as_ref()).map(Payload)
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
            ServiceCall::answer(&insert(ctx, &of.subject, person, &text)?)
        }
        ("delete", Some(person)) => {
            let comment = of.comment_id.ok_or(COMMENT_NOT_FOUND)?;
            let owner = of.owner.as_ref();
            ServiceCall::answer(&delete(ctx, &of.subject, &comment, person, owner)?)
        }
        _ => Err(NOT_FOUND.into()),
    }
}
