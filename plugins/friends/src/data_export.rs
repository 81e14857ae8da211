//! Data export: a person's friends, then their pending requests.

use crate::queries::{self, Direction, Newest};
use crate::relationship::Relationship;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, PageLimits, PageQuery, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid};

const PAGE: PageLimits = PageLimits {
    default_limit: 500,
    max_limit: 500,
    max_page: 1,
};

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    part: Part,
    /// Numbers the files of the export.
    file: u32,
    cursor: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    Friends,
    Received,
    Sent,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    nickname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friends_since: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<Timestamp>,
}

/// One page of the export; `cursor` is the previous page's `next`.
pub(crate) fn export_page(
    ctx: &Ctx,
    person: &Uuid,
    cursor: Option<String>,
) -> Result<DataPage, Error> {
    let place = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Place {
            part: Part::Friends,
            file: 1,
            cursor: None,
        },
    };
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window = asked.window::<Newest>(PAGE)?;
    let (name, (entries, next)) = match place.part {
        Part::Friends => ("friends", friends(ctx, person, &window)?),
        Part::Received => (
            "requests-received",
            requests(ctx, person, Direction::Received, &window)?,
        ),
        Part::Sent => (
            "requests-sent",
            requests(ctx, person, Direction::Sent, &window)?,
        ),
    };
    let mut answer = DataPage::json(&format!("{name}-{}.json", place.file), &entries)?;
    answer.next = match (next, place.part) {
        (Some(cursor), part) => Some((part, place.file + 1, Some(cursor))),
        (None, Part::Friends) => Some((Part::Received, 1, None)),
        (None, Part::Received) => Some((Part::Sent, 1, None)),
        (None, Part::Sent) => None,
    }
    .map(|(part, file, cursor)| page::encode(&Place { part, file, cursor }));
    Ok(answer)
}

type Rows = (Vec<Entry>, Option<String>);

fn friends(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Rows, Error> {
    let rows = queries::friends(ctx, person, window)?;
    let page = window.page(rows, |friend| (friend.since.as_micros(), friend.id.clone()));
    let people = People::of(ctx, page.items.iter().map(|friend| &friend.id));
    let entries = page.items.iter().map(|friend| Entry {
        nickname: people.get(&friend.id).map(|person| person.nickname),
        friends_since: Some(friend.since),
        requested_at: None,
    });
    Ok((entries.collect(), page.next_cursor))
}

fn requests(
    ctx: &Ctx,
    person: &Uuid,
    direction: Direction,
    window: &Window<Newest>,
) -> Result<Rows, Error> {
    let rows = queries::requests(ctx, person, direction, window)?;
    let key = |request: &Relationship| (request.requested_at.as_micros(), request.id.clone());
    let page = window.page(rows, key);
    let people = People::of(ctx, page.items.iter().map(|request| request.other(person)));
    let entries = page.items.iter().map(|request| Entry {
        nickname: people
            .get(request.other(person))
            .map(|person| person.nickname),
        friends_since: None,
        requested_at: Some(request.requested_at),
    });
    Ok((entries.collect(), page.next_cursor))
}
