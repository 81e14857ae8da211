//! Data export: the collections that a person made, then the items that they own.

use crate::item::{Item, ItemType};
use crate::queries::{self, Collection, Filter, Newest};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::page::{self, PageLimits, PageQuery, TimeKey};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 200,
    max_limit: 200,
    max_page: 1,
};

/// What a page is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum About {
    Collections,
    /// Also for an export that began before collections were part of it.
    #[default]
    Items,
}

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Place {
    #[serde(default)]
    about: About,
    file: u32,
    cursor: Option<String>,
}

impl Place {
    fn first(about: About) -> Self {
        Self {
            about,
            file: 1,
            cursor: None,
        }
    }

    /// The position after this page: the next page of the same, or the beginning of what follows.
    fn after(&self, cursor: Option<String>) -> Option<Self> {
        match (cursor, self.about) {
            (Some(cursor), about) => Some(Self {
                about,
                file: self.file + 1,
                cursor: Some(cursor),
            }),
            (None, About::Collections) => Some(Self::first(About::Items)),
            (None, About::Items) => None,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionEntry {
    collection_id: Uuid,
    name: Text,
    description: Text,
    image_url: Option<String>,
    world_name: Option<String>,
    items_made: i64,
    supply: Option<i64>,
    royalty_bp: i64,
    is_official: bool,
    created_at: Timestamp,
}

impl From<Collection> for CollectionEntry {
    fn from(collection: Collection) -> Self {
        Self {
            collection_id: collection.id,
            name: collection.name,
            description: collection.description,
            image_url: collection.image,
            world_name: collection.world,
            items_made: collection.editions,
            supply: collection.supply,
            royalty_bp: collection.royalty_bp,
            is_official: collection.official_at.is_some(),
            created_at: collection.created_at,
        }
    }
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
    let mut place = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Place::first(About::Collections),
    };
    let asked = PageQuery {
        cursor: place.cursor.take(),
        ..PageQuery::default()
    };
    let file = place.file;
    let (mut answer, next) = match place.about {
        About::Collections => {
            let window = asked.window::<TimeKey>(AT_ONCE)?;
            let rows = queries::collections_of_maker(ctx, person, &window)?;
            let page = window.page(rows, |one| (one.created_at.as_micros(), one.id.clone()));
            let entries: Vec<CollectionEntry> = page.items.into_iter().map(Into::into).collect();
            let name = format!("collections-{file}.json");
            (DataPage::json(&name, &entries)?, page.next_cursor)
        }
        About::Items => {
            let window = asked.window::<Newest>(AT_ONCE)?;
            let rows = queries::inventory(ctx, person, Filter::default(), &window)?;
            let page = window.page(rows, |one| (one.acquired_at.as_micros(), one.id.clone()));
            let entries: Vec<Entry> = page.items.into_iter().map(Into::into).collect();
            let name = format!("items-{file}.json");
            (DataPage::json(&name, &entries)?, page.next_cursor)
        }
    };
    answer.next = place.after(next).map(|place| page::encode(&place));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::{About, Place};

    #[test]
    fn items_follow_the_last_collection() {
        let first = Place::first(About::Collections);
        let more = first
            .after(Some("c".into()))
            .map(|one| (one.about, one.file));
        assert_eq!(more, Some((About::Collections, 2)));
        let items = first.after(None).map(|one| (one.about, one.file));
        assert_eq!(items, Some((About::Items, 1)));
        assert!(Place::first(About::Items).after(None).is_none());
        // A cursor of an earlier release.
        let old: Option<Place> = serde_json::from_str(r#"{"file":3,"cursor":"x"}"#).ok();
        assert_eq!(
            old.map(|one| (one.about, one.file)),
            Some((About::Items, 3))
        );
    }
}
