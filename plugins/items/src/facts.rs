//! An item in the answers of `items@1`.

use crate::gear::WornGear;
use crate::item::Item;
use witverse_sdk::services::items;

impl From<Item> for items::Item {
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
            state: item.state,
            locked_by: item.lock.map(|lock| lock.by),
            gear: item.gear.map(|gear| WornGear::from(gear).into()),
        }
    }
}
