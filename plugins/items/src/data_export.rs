//! Data export: a person's items.

use crate::item::{Item, ItemType};
use crate::queries::{self, Filter, Newest};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::page::{self, PageLimits, PageQuery};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 200,
    max_limit: 200,
    max_page: 1,
};

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    file: u32,
    cursor: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    item_id: Uuid,
    name: Text,
    r#type: ItemType,
    collection: Text,
    edition: Option<i64>,
    made_at: Timestamp,
    acquired_at: Timestamp,
    state: &'static str,
}

impl From<Item> for Entry {
    fn from(item: Item) -> Self {
        Self {
            item_id: item.id,
            name: item.name,
            r#type: item.kind,
            collection: item.collection.1,
            edition: item.edition,
            made_at: item.made_at,
            acquired_at: item.acquired_at,
            state: item.state.as_str(),
        }
    }
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
            file: 1,
            cursor: None,
        },
    };
    let asked = PageQuery {
        cursor: place.cursor,
        ..PageQuery::default()
    };
    let window = asked.window::<Newest>(AT_ONCE)?;
    let rows = queries::inventory(ctx, person, Filter::default(), &window)?;
    let page = window.page(rows, 0, |item| {
        (item.acquired_at.as_micros(), item.id.clone())
    });
    let entries: Vec<Entry> = page.items.into_iter().map(Entry::from).collect();
    let mut answer = DataPage::json(&format!("items-{}.json", place.file), &entries)?;
    answer.next = page.next_cursor.map(|cursor| {
        page::encode(&Place {
            file: place.file + 1,
            cursor: Some(cursor),
        })
    });
    Ok(answer)
}
