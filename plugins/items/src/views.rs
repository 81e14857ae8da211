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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionView {
    collection_id: Uuid,
    name: Text,
}

#[derive(Serialize)]
struct LockView {
    by: String,
    /// When it ends by itself.
    until: Option<Timestamp>,
}

/// An item.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemView {
    item_id: Uuid,
    name: Text,
    description: Text,
    r#type: ItemType,
    thumbnail_url: String,
    collection: CollectionView,
    owner: Option<PersonCard>,
    made_at: Timestamp,
    edition: Option<i64>,
    lock: Option<LockView>,
    used: bool,
    gear: Option<WornGear>,
    media: Option<MediaView>,
    text: Option<String>,
}

#[derive(Serialize)]
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
                collection_id: item.collection.0,
                name: item.collection.1,
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
#[derive(Serialize)]
pub(crate) struct GiftItem {
    id: Uuid,
    thumbnail_url: String,
    name: GiftItemName,
    r#type: ItemType,
}

#[derive(Serialize)]
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
