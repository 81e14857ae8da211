//! Items in responses. An item's lock is shown to its owner only.

use crate::gear::WornGear;
use crate::item::{Item, ItemType, MediaFile, State};
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::people::PersonCard;
use witverse_sdk::{Timestamp, Uuid};

/// The viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    ByOwner,
    ByOthers,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CollectionView {
    collection_id: Uuid,
    name: Text,
}

#[derive(Serialize, schemars::JsonSchema)]
struct LockView {
    /// gift, listing, placed, plugin, `escrow_asked`, escrow, or another use. `gift` is pending acceptance; with `escrow_asked` a plugin of a world asks whether it may give the item away, and with `escrow` it may.
    by: String,
    /// When it ends by itself.
    until: Option<Timestamp>,
}

/// An item.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemView {
    item_id: Uuid,
    name: Text,
    description: Text,
    r#type: ItemType,
    /// A path on this origin.
    thumbnail_url: String,
    collection: CollectionView,
    /// Null where it is in the platform's hands, and where either has blocked the other.
    owner: Option<PersonCard>,
    made_at: Timestamp,
    /// Its number in the collection, where it has one.
    edition: Option<i64>,
    /// The purpose of the lock; shown to the owner only.
    lock: Option<LockView>,
    /// It was used up, and stays as a memory.
    used: bool,
    /// Where it is worn, and how it is drawn; null if it cannot be worn.
    gear: Option<WornGear>,
    /// Its sound, video or 3D model; null for other types.
    media: Option<MediaView>,
    /// The text of an item of the type text.
    text: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MediaView {
    /// The address without the variant. Null: only the owner learns it.
    url: Option<String>,
    media_type: String,
}

impl MediaView {
    fn of(media: MediaFile, seen: Seen) -> Self {
        let is_hidden = media.is_private && seen != Seen::ByOwner;
        Self {
            url: (!is_hidden).then(|| format!("/files/{}", media.file)),
            media_type: media.media_type,
        }
    }
}

impl ItemView {
    pub(crate) fn of(item: Item, owner: Option<PersonCard>, seen: Seen) -> Self {
        let lock = item.lock.filter(|_| seen == Seen::ByOwner);
        Self {
            item_id: item.id,
            name: item.name,
            description: item.description,
            r#type: item.kind,
            thumbnail_url: item.thumbnail,
            collection: CollectionView {
                collection_id: item.collection.id,
                name: item.collection.name,
            },
            owner,
            made_at: item.made_at,
            edition: item.edition,
            lock: lock.map(|lock| LockView {
                by: lock.by,
                until: lock.until,
            }),
            used: item.state == State::Used,
            gear: item.gear.map(WornGear::from),
            media: item.media.map(|media| MediaView::of(media, seen)),
            text: item.text,
        }
    }
}

/// An item in the gift wizard, as the product specification writes it.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct GiftItem {
    id: Uuid,
    /// A path on this origin.
    thumbnail_url: String,
    name: GiftItemName,
    r#type: ItemType,
}

#[derive(Serialize, schemars::JsonSchema)]
struct GiftItemName {
    kr: String,
    en: String,
}

impl From<Item> for GiftItem {
    fn from(item: Item) -> Self {
        Self {
            id: item.id,
            thumbnail_url: item.thumbnail,
            name: GiftItemName {
                kr: item.name.ko,
                en: item.name.en,
            },
            r#type: item.kind,
        }
    }
}
