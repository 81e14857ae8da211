//! Data export: the posts of a person, then their comments.

use crate::comment_store;
use crate::feed_queries::{self, Newest, key_of};
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, PageLimits, PageQuery};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, params};

const PAGE: PageLimits = PageLimits {
    default_limit: 200,
    max_limit: 200,
    max_page: 1,
};

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    part: Part,
    file: u32,
    cursor: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
enum Part {
    Posts,
    Comments,
    Gallery,
}

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

pub(crate) fn part(ctx: &Ctx, person: &Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
    let place = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Place {
            part: Part::Posts,
            file: 1,
            cursor: None,
        },
    };
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window = asked.window::<Newest>(PAGE)?;
    let (name, rows) = match place.part {
        Part::Posts => ("posts", posts(ctx, person, &window)?),
        Part::Comments => ("comments", comments(ctx, person, &window)?),
        Part::Gallery => ("gallery-comments", gallery(ctx, person, &window)?),
    };
    let page = window.page(rows, |row| (row.written_at.as_micros(), row.id.clone()));
    let mut answer = DataPage::json(&format!("{name}-{}.json", place.file), &page.items)?;
    let next = match (page.next_cursor, place.part) {
        (Some(cursor), part) => Some((part, place.file + 1, Some(cursor))),
        (None, Part::Posts) => Some((Part::Comments, 1, None)),
        (None, Part::Comments) => Some((Part::Gallery, 1, None)),
        (None, Part::Gallery) => None,
    };
    answer.next = next.map(|(part, file, cursor)| page::encode(&Place { part, file, cursor }));
    Ok(answer)
}

type Window = page::Window<Newest>;

fn posts(ctx: &Ctx, person: &Uuid, window: &Window) -> Result<Vec<Entry>, Error> {
    let rows = feed_queries::of_author(ctx, person, window)?;
    let entry = |post: crate::store::Post| Entry {
        id: key_of(&post).1,
        world_name: Some(post.world.as_str().to_owned()),
        on: None,
        text: post.text,
        is_hidden: post.is_hidden,
        written_at: post.posted_at,
    };
    Ok(rows.into_iter().map(entry).collect())
}

fn comments(ctx: &Ctx, person: &Uuid, window: &Window) -> Result<Vec<Entry>, Error> {
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
    Ok(rows.into_iter().map(entry).collect())
}

fn gallery(ctx: &Ctx, person: &Uuid, window: &Window) -> Result<Vec<Entry>, Error> {
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
    Ok(rows.into_iter().map(entry).collect())
}
