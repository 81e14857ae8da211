//! An item in the answers of `items@1`.

use crate::gear::WornGear;
use crate::item::{Item, ItemType};
use serde::Serialize;
use witverse_sdk::Uuid;
use witverse_sdk::ctx::Text;

/// An item in responses to plugins.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    item_id: Uuid,
    name: Text,
    description: Text,
    r#type: ItemType,
    thumbnail_url: String,
    collection_id: Uuid,
    collection_name: Text,
    version: i64,
    edition: Option<i64>,
    owner_id: Option<Uuid>,
    state: &'static str,
    locked_by: Option<String>,
    gear: Option<WornGear>,
}

impl From<Item> for Facts {
    fn from(item: Item) -> Self {
        Self {
            item_id: item.id,
            name: item.name,
            description: item.description,
            r#type: item.kind,
            thumbnail_url: item.thumbnail,
            collection_id: item.collection.id,
            collection_name: item.collection.name,
            version: item.version,
            edition: item.edition,
            owner_id: item.owner,
            state: item.state.as_str(),
            locked_by: item.lock.map(|lock| lock.by),
            gear: item.gear.map(WornGear::from),
        }
    }
}
