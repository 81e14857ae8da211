//! Data export: the posts of a person, then their comments.

use crate::comment_store;
use crate::feed_queries::{self, Newest, key_of};
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::page::{self, Page, Window};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part};

pub(crate) const PARTS: &[Part] = &[
    part!("posts", 200 => posts),
    part!("comments", 200 => comments),
    part!("gallery-comments", 200 => gallery),
];

/// A post or a comment.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    world_name: Option<String>,
    /// The post, item or block that was commented on.
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<Uuid>,
    text: String,
    is_hidden: bool,
    written_at: Timestamp,
}

fn page_of(window: &Window<Newest>, rows: Vec<Entry>) -> Page<Entry> {
    window.page(rows, |row| (row.written_at.as_micros(), row.id.clone()))
}

fn posts(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    let rows = feed_queries::of_author(ctx, person, window)?;
    let entry = |post: crate::store::Post| Entry {
        id: key_of(&post).1,
        world_name: Some(post.world.as_str().to_owned()),
        on: None,
        text: post.text,
        is_hidden: post.is_hidden,
        written_at: post.posted_at,
    };
    Ok(page_of(window, rows.into_iter().map(entry).collect()))
}

fn comments(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    let (at, id) = page::upper_bound(window.after.as_ref());
    let rows = comment_store::of_author(ctx, person, (at, &id), window.fetch())?;
    let entry = |comment: comment_store::Comment| Entry {
        id: comment.id,
        world_name: None,
        on: Some(comment.post),
        text: comment.text,
        is_hidden: comment.is_hidden,
        written_at: comment.at,
    };
    Ok(page_of(window, rows.into_iter().map(entry).collect()))
}

fn gallery(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    let (at, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<(Uuid, Uuid, String, bool, Timestamp)> = ctx
        .sql()
        .query(
            "select id, subject_id, text, is_hidden, at from gallery_comment \
             where author_id = $1 and (at, id) < ($2, $3) order by at desc, id desc limit $4",
            &params![person, at, &id, window.fetch()],
        )?
        .all()?;
    let entry = |(id, on, text, is_hidden, written_at)| Entry {
        id,
        world_name: None,
        on: Some(on),
        text,
        is_hidden,
        written_at,
    };
    Ok(page_of(window, rows.into_iter().map(entry).collect()))
}
