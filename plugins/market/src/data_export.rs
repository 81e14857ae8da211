//! Data export: listings, offers, trades, the watch list and saved searches of a person.

use crate::listing_store;
use crate::offer_lists;
use crate::offer_store::{self, Direction};
use crate::sale::{self, Of};
use crate::saved_searches;
use crate::views::{ListingView, SaleView};
use crate::watches;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, Page, PageLimits, PageQuery, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, DataPage, Error, Uuid};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 100,
    max_limit: 100,
    max_page: 1,
};

/// The parts, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    Listings,
    OffersSent,
    OffersReceived,
    Bought,
    Sold,
    Watches,
    Searches,
}

impl Part {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Listings, "listings"),
        (Self::OffersSent, "offers-sent"),
        (Self::OffersReceived, "offers-received"),
        (Self::Bought, "bought"),
        (Self::Sold, "sold"),
        (Self::Watches, "watch-list"),
        (Self::Searches, "saved-searches"),
    ];
}

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    part: usize,
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
            part: 0,
            file: 1,
            cursor: None,
        },
    };
    let Some((part, name)) = Part::ALL.get(place.part).copied() else {
        return Err(Error::internal("an export continues after its end"));
    };
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window: Window<TimeKey> = asked.window(AT_ONCE)?;
    let file = format!("{name}-{}.json", place.file);
    let (mut answer, next) = match part {
        Part::Listings => {
            let rows = listing_store::of_seller(ctx, person, &window)?;
            let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
            let people = People::of(ctx, [person]);
            answer(
                &file,
                page.map(|row| ListingView::of(row, Some(person), &people)),
            )?
        }
        Part::OffersSent | Part::OffersReceived => {
            let direction = match part {
                Part::OffersSent => Direction::Sent,
                _ => Direction::Received,
            };
            let rows = offer_store::of_person(ctx, person, direction, &window)?;
            let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
            answer(&file, offer_lists::views(ctx, page, None)?)?
        }
        Part::Bought | Part::Sold => {
            let of = match part {
                Part::Bought => Of::Buyer(person),
                _ => Of::Seller(person),
            };
            let rows = sale::list(ctx, of, &window)?;
            let page = window.page(rows, |row| (row.at.as_micros(), row.id.clone()));
            let people = People::of(ctx, page.items.iter().flat_map(SaleView::people));
            answer(
                &file,
                page.map(|row| SaleView::of(row, Some(person), &people)),
            )?
        }
        Part::Watches => {
            let rows = watches::page_of(ctx, person, &window)?;
            let key = |row: &watches::WatchView| row.key();
            answer(&file, window.page(rows, key))?
        }
        Part::Searches => {
            let rows = saved_searches::of_person(ctx, person)?;
            (DataPage::json(&file, &rows)?, None)
        }
    };
    let next = match next {
        Some(cursor) => Some(Place {
            part: place.part,
            file: place.file + 1,
            cursor: Some(cursor),
        }),
        None if place.part + 1 < Part::ALL.len() => Some(Place {
            part: place.part + 1,
            file: 1,
            cursor: None,
        }),
        None => None,
    };
    answer.next = next.map(|place| page::encode(&place));
    Ok(answer)
}

fn answer<T: Serialize>(file: &str, page: Page<T>) -> Result<(DataPage, Option<String>), Error> {
    Ok((DataPage::json(file, &page.items)?, page.next_cursor))
}
