//! Data export: the gifts that a person received, then those that they sent.

use crate::store::{self, Direction, Newest};
use crate::views::{GiftView, people_of};
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, PageLimits, PageQuery};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, DataPage, Error, Uuid};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 200,
    max_limit: 200,
    max_page: 1,
};

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    direction: Direction,
    file: u32,
    cursor: Option<String>,
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
            direction: Direction::Received,
            file: 1,
            cursor: None,
        },
    };
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window = asked.window::<Newest>(AT_ONCE)?;
    let rows = store::list(ctx, person, place.direction, store::Listed::All, &window)?;
    let page = window.page(rows, |gift| (gift.sent_at.as_micros(), gift.id.clone()));
    let people = People::of(ctx, people_of(&page.items));
    let gifts: Vec<GiftView> = page
        .items
        .into_iter()
        .map(|gift| GiftView::of(gift, person, &people))
        .collect();
    let name = match place.direction {
        Direction::Received => "received",
        Direction::Sent => "sent",
    };
    let mut answer = DataPage::json(&format!("{name}-{}.json", place.file), &gifts)?;
    let next = match (page.next_cursor, place.direction) {
        (Some(cursor), direction) => Some((direction, place.file + 1, Some(cursor))),
        (None, Direction::Received) => Some((Direction::Sent, 1, None)),
        (None, Direction::Sent) => None,
    };
    answer.next = next.map(|(direction, file, cursor)| {
        page::encode(&Place {
            direction,
            file,
            cursor,
        })
    });
    Ok(answer)
}
