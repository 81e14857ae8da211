//! Data export: the addresses and the orders of a person.

use crate::address;
use crate::buying::products_of;
use crate::store;
use crate::views;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, PageLimits, PageQuery, TimeKey, Window};
use witverse_sdk::{Ctx, DataPage, Error, Uuid};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 100,
    max_limit: 100,
    max_page: 1,
};

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    file: u32,
    cursor: Option<String>,
}

/// One page of the export: first the addresses, then the orders.
pub(crate) fn export_page(
    ctx: &Ctx,
    person: &Uuid,
    cursor: Option<String>,
) -> Result<DataPage, Error> {
    let Some(cursor) = cursor else {
        let addresses = address::of_person(ctx, person)?;
        let mut answer = DataPage::json("addresses.json", &addresses)?;
        answer.next = Some(page::encode(&Place {
            file: 1,
            cursor: None,
        }));
        return Ok(answer);
    };
    let place: Place = page::decode(&cursor)?;
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window: Window<TimeKey> = asked.window(AT_ONCE)?;
    let rows = store::of_buyer(ctx, person, &window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let (products, now) = (products_of(ctx, &page.items)?, ctx.now());
    let page = page.map(|purchase| views::card(&purchase, products.get(&purchase.product_id), now));
    let mut answer = DataPage::json(&format!("orders-{}.json", place.file), &page.items)?;
    answer.next = page.next_cursor.map(|cursor| {
        page::encode(&Place {
            file: place.file + 1,
            cursor: Some(cursor),
        })
    });
    Ok(answer)
}
