//! `items@1`: items, their locks and their collections. A lock belongs to the plugin that requested it, under its own key: no other
//! plugin can release it or transfer the item. A refusal is a problem of `items` that names the reason.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::ctx::Text;
use crate::{Ctx, Error, Uuid};
use serde::{Deserialize, Serialize};

/// The type of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemType {
    Audio,
    Block,
    Consumable,
    Gear,
    Pfp,
    Photo,
    Text,
    Video,
}

impl ItemType {
    const ALL: [Self; 8] = [
        Self::Audio,
        Self::Block,
        Self::Consumable,
        Self::Gear,
        Self::Pfp,
        Self::Photo,
        Self::Text,
        Self::Video,
    ];

    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Audio => "audio",
            Self::Block => "block",
            Self::Consumable => "consumable",
            Self::Gear => "gear",
            Self::Pfp => "pfp",
            Self::Photo => "photo",
            Self::Text => "text",
            Self::Video => "video",
        }
    }

    /// Parses the result of [`ItemType::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The state of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Free: its owner decides about it.
    Free,
    /// Locked by a plugin.
    Locked,
    /// Used up by its owner, or refunded.
    Used,
}

impl State {
    /// The text that is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Locked => "locked",
            Self::Used => "used",
        }
    }

    /// Parses the result of [`State::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Free, Self::Locked, Self::Used]
            .into_iter()
            .find(|state| state.as_str() == text)
    }
}

/// Gear and how it is drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gear {
    /// `head`, `face`, `back` or `hand`.
    pub slot: String,
    pub model: String,
    /// Parts of the body that are not drawn while it is worn.
    pub bodies_to_disable: Vec<String>,
}

/// An item.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub item_id: Uuid,
    pub name: Text,
    pub description: Text,
    pub r#type: ItemType,
    /// A path on this origin.
    pub thumbnail_url: String,
    pub collection_id: Uuid,
    pub collection_name: Text,
    /// The length of its provenance chain: higher after each change of owner.
    pub version: i64,
    /// Its number in the collection.
    pub edition: Option<i64>,
    /// `None` if the platform owns it.
    pub owner_id: Option<Uuid>,
    pub state: State,
    /// The purpose of its lock: `gift`, `listing`, `placed`, `worn`, ….
    pub locked_by: Option<String>,
    /// Where it is worn, if it can be.
    pub gear: Option<Gear>,
}

/// Items, as far as they exist.
#[derive(Debug, Serialize, Deserialize)]
pub struct FactsOf {
    /// At most 100.
    pub ids: Vec<Uuid>,
}

/// The answer to [`FactsOf`] and [`FreeItemsOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Items {
    pub items: Vec<Item>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The item with an id.
///
/// # Errors
/// The problem of `items`.
pub fn find(ctx: &Ctx, id: &Uuid) -> Result<Option<Item>, Error> {
    let facts = FactsOf {
        ids: vec![id.clone()],
    };
    Ok(ctx.services().request(&facts)?.items.pop())
}

/// A page of the free items of a person.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FreeItemsOf {
    pub user_id: Uuid,
    /// `next` of the page before.
    pub cursor: Option<String>,
    /// The usual number without.
    pub limit: Option<u32>,
}

/// Those of a person's items that are not used up, among some items and of some collections: the oldest 100.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnedOf {
    pub user_id: Uuid,
    pub item_ids: Vec<Uuid>,
    pub collection_ids: Vec<Uuid>,
}

/// The answer to [`OwnedOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Owned {
    pub ids: Vec<Uuid>,
}

/// Locks a free item. Idempotent by the key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lock {
    pub item_id: Uuid,
    pub owner: Uuid,
    /// The plugin's key of the lock.
    pub key: String,
    /// The purpose: `gift`, `listing`, `placed`, or another text.
    pub by: String,
}

/// The answer to [`Lock`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Locked {
    pub item: Item,
    /// True if the lock existed before.
    pub replayed: bool,
}

/// Ends a lock. Idempotent.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Release {
    pub item_id: Uuid,
    pub key: String,
}

/// The answer to [`Release`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Released {
    /// False if the lock had ended before, also by its time.
    pub released: bool,
}

/// Locks 1 to 100 free items of a person: all of them, or none. Idempotent by the key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LockAll {
    pub item_ids: Vec<Uuid>,
    pub owner: Uuid,
    /// The plugin's key of the locks.
    pub key: String,
    pub by: String,
}

/// Ends the locks of a key on 1 to 100 items, which may have several owners. Locks that have ended are left out.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseAll {
    pub item_ids: Vec<Uuid>,
    pub key: String,
}

/// Takes back 1 to 100 refunded items: they stay with their owner as used ones. All of them, or none; a refusal writes nothing.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundAll {
    pub item_ids: Vec<Uuid>,
    pub owner: Uuid,
    /// Of the caller's own locks; without it, the items must be free.
    pub key: Option<String>,
}

/// How many items were changed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Changed {
    pub changed: usize,
}

/// Why an item changes its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handover {
    Given,
    Sold,
}

/// Changes the owner of an item.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    pub item_id: Uuid,
    /// Of the caller's own lock; without it, the item must be free.
    pub key: Option<String>,
    pub from: Uuid,
    pub to: Uuid,
    /// For the provenance.
    pub kind: Handover,
    /// The cause, for the provenance: `gift:<id>`.
    pub reference: Option<String>,
    /// Milliseconds since 1970-01-01: from then on the chain is searched for links from the new owner.
    pub returns_since_ms: Option<i64>,
}

/// The answer to [`Transfer`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Transferred {
    /// The number of the provenance link, which is the new version of the item.
    pub seq: i64,
    /// The new owner sold it or gave it away since [`Transfer::returns_since_ms`].
    pub returns: bool,
}

/// Uses an item up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UseUp {
    pub item_id: Uuid,
    pub owner: Uuid,
    /// Of the caller's own lock; without it, the item must be free.
    pub key: Option<String>,
}

/// The answer to [`UseUp`].
#[derive(Debug, Serialize, Deserialize)]
pub struct UsedUp {
    /// Always true: a refusal is a problem.
    pub used: bool,
}

/// Creates an item in a collection of the calling plugin, with the next number of the collection. Once per key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Make {
    /// The plugin's key of the item.
    pub key: String,
    /// Its first owner.
    pub owner: Uuid,
    pub collection_id: Uuid,
    pub r#type: ItemType,
    /// Both languages, neither empty.
    pub name: Text,
    pub description: Text,
    /// An image that ships with the platform; without an uploaded picture.
    pub thumbnail_url: String,
    /// Whether it gets the next number of its collection.
    #[serde(default)]
    pub numbered: bool,
    /// An uploaded picture in place of `thumbnailUrl`. The caller has attached it and the media, and keeps them.
    pub image_file_id: Option<Uuid>,
    /// An uploaded sound, video or model.
    pub media_file_id: Option<Uuid>,
    /// The media type of that file.
    pub media_type: Option<String>,
}

/// Creates a collection in which only the calling plugin creates items. `items.owner.changed@1` says when one of its items has a
/// new owner.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MakeCollection {
    /// Its id, which the caller chooses.
    pub id: Uuid,
    pub name: Text,
    /// The number of items at most.
    pub supply: i64,
    /// The path of the page that offers it.
    pub link: String,
    /// Who gets the royalty of each sale.
    #[serde(default)]
    pub maker_id: Option<Uuid>,
    /// The royalty, in hundredths of a percent.
    #[serde(default)]
    pub royalty_bp: i64,
    #[serde(default)]
    pub world_id: Option<Uuid>,
}

/// The answer to [`MakeCollection`].
#[derive(Debug, Serialize, Deserialize)]
pub struct MadeCollection {
    pub id: Uuid,
}

/// A collection with an id.
#[derive(Debug, Serialize, Deserialize)]
pub struct CollectionOf {
    pub id: Uuid,
}

/// A collection.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Collection {
    pub collection_id: Uuid,
    pub name: Text,
    /// The path of the page that offers it.
    pub link: Option<String>,
    /// The platform made it.
    pub is_official: bool,
    /// Who gets the royalty of each sale.
    pub maker_id: Option<Uuid>,
    /// The royalty, in hundredths of a percent.
    pub royalty_bp: i64,
    pub world_id: Option<Uuid>,
    /// The number of items at most.
    pub supply: Option<i64>,
}

/// The answer to [`CollectionOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct FoundCollection {
    /// `None` if there is no such collection.
    pub collection: Option<Collection>,
}

/// The collection with an id.
///
/// # Errors
/// The problem of `items`.
pub fn collection(ctx: &Ctx, id: &Uuid) -> Result<Option<Collection>, Error> {
    let collection = CollectionOf { id: id.clone() };
    Ok(ctx.services().request(&collection)?.collection)
}

/// The sizes of a collection, counted up to 10,000.
#[derive(Debug, Serialize, Deserialize)]
pub struct CountsOf {
    pub id: Uuid,
}

/// The answer to [`CountsOf`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Counts {
    pub items: i64,
    /// People who own one.
    pub owners: i64,
}

/// Whether a person owns an item of a collection that is not used up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ownership {
    pub collection_id: Uuid,
    pub user_id: Uuid,
}

/// The answer to [`Ownership`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Owns {
    pub owns: bool,
}

/// Whether a person owns an item of a collection that is not used up.
///
/// # Errors
/// The problem of `items`.
pub fn owns(ctx: &Ctx, person: &Uuid, collection: &Uuid) -> Result<bool, Error> {
    let ownership = Ownership {
        collection_id: collection.clone(),
        user_id: person.clone(),
    };
    Ok(ctx.services().request(&ownership)?.owns)
}

/// Records the world of a collection that people made, once.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NameWorld {
    pub collection_id: Uuid,
    pub world_id: Uuid,
}

/// The answer to [`NameWorld`].
#[derive(Debug, Serialize, Deserialize)]
pub struct NamedWorld {
    /// False if the collection has a world already.
    pub named: bool,
}

/// Signs what was packed with items, for their provenance. Idempotent by the key.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttestPacking {
    /// The plugin's name of the parcel: 1 to 100 characters. One statement for each.
    pub key: String,
    /// 1 to 100 items.
    pub items: Vec<Uuid>,
    /// What the parcel weighs.
    pub weight_grams: Option<i64>,
    /// Hexadecimal SHA-256 of up to three photos.
    pub photos: Vec<String>,
}

/// The answer to [`AttestPacking`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Attested {
    /// False if the key was used before.
    pub attested: bool,
}

crate::requests!("items@1":
    "facts" FactsOf => Items,
    "inventory_free" FreeItemsOf => Items,
    "owned" OwnedOf => Owned,
    "lock" Lock => Locked,
    "release" Release => Released,
    "lock_all" LockAll => Changed,
    "release_all" ReleaseAll => Changed,
    "refund_all" RefundAll => Changed,
    "transfer" Transfer => Transferred,
    "use" UseUp => UsedUp,
    "make" Make => Item,
    "make_collection" MakeCollection => MadeCollection,
    "collection" CollectionOf => FoundCollection,
    "collection_counts" CountsOf => Counts,
    "owns" Ownership => Owns,
    "name_world" NameWorld => NamedWorld,
    "attest_packing" AttestPacking => Attested,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for kind in ItemType::ALL {
            assert_eq!(ItemType::parse(kind.as_str()), Some(kind));
        }
        for state in [State::Free, State::Locked, State::Used] {
            assert_eq!(State::parse(state.as_str()), Some(state));
        }
    }
}
