//! Data export: the collections that a person made, then the items that they own.

use crate::item::{Item, ItemType};
use crate::queries::{self, Collection, Filter, Newest};
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, TimeKey, Window};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, part};

pub(crate) const PARTS: &[Part] = &[
    part!("collections", 200 => collections),
    part!("items", 200 => items),
];

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
            collection: item.collection.name,
            edition: item.edition,
            made_at: item.made_at,
            acquired_at: item.acquired_at,
            state: item.state.as_str(),
        }
    }
}

fn collections(
    ctx: &Ctx,
    person: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Page<CollectionEntry>, Error> {
    let rows = queries::collections_of_maker(ctx, person, window)?;
    let page = window.page(rows, |one| (one.created_at.as_micros(), one.id.clone()));
    Ok(page.map(Into::into))
}

fn items(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    let rows = queries::inventory(ctx, person, Filter::default(), window)?;
    let page = window.page(rows, |one| (one.acquired_at.as_micros(), one.id.clone()));
    Ok(page.map(Into::into))
}
