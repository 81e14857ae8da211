//! Items and collections as `items` describes them, and the calls to it.

use crate::problems::{
    COLLECTION_NOT_FOUND, ITEM_CHANGED, ITEM_GIFTED, ITEM_IN_USE, ITEM_LISTED, ITEM_NOT_FOUND,
    ITEM_PLACED, ITEM_USED, ITEM_WORN, NOT_ITEM_OWNER, WORLD_NOT_FOUND,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Problem, Timestamp, Uuid};

const ITEMS: &str = "items@1";
const WORLDS: &str = "worlds@1";
/// The purpose of this plugin's locks.
const PURPOSE: &str = "listing";

/// The display data of an item, as listings, offers and sales keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ItemCard {
    /// Its id.
    pub item_id: Uuid,
    /// Both languages.
    #[row(both)]
    pub name: Text,
    /// A path on this origin.
    #[row(column = "thumbnail")]
    pub thumbnail_url: String,
    /// A type of items.
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video"]))]
    #[row(column = "item_type")]
    pub r#type: String,
    /// Its number in the collection.
    pub edition: Option<i64>,
    /// Its collection.
    pub collection_id: Uuid,
}

/// The types of items, as `items` has them and the schemas name them.
const TYPES: [&str; 8] = [
    "audio",
    "block",
    "consumable",
    "gear",
    "pfp",
    "photo",
    "text",
    "video",
];

/// Checks the type of a filter.
///
/// # Errors
/// 422 at `type` for an unknown one.
pub(crate) fn checked_type(named: Option<&str>) -> Result<(), Error> {
    match named.is_none_or(|one| TYPES.contains(&one)) {
        true => Ok(()),
        false => Err(Error::field(
            "type",
            "알 수 없는 아이템 종류입니다.",
            "Unknown type of items.",
        )),
    }
}

/// The item of a path.
#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

impl ById {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| ITEM_NOT_FOUND.into())
    }
}

/// An item now.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Item {
    pub(crate) item_id: Uuid,
    pub(crate) name: Text,
    pub(crate) description: Text,
    pub(crate) thumbnail_url: String,
    pub(crate) r#type: String,
    pub(crate) edition: Option<i64>,
    pub(crate) collection_id: Uuid,
    pub(crate) collection_name: Text,
    /// Higher after each change of owner.
    pub(crate) version: i64,
    pub(crate) owner_id: Option<Uuid>,
    pub(crate) state: String,
    pub(crate) locked_by: Option<String>,
}

impl Item {
    pub(crate) fn card(&self) -> ItemCard {
        ItemCard {
            item_id: self.item_id.clone(),
            name: self.name.clone(),
            thumbnail_url: self.thumbnail_url.clone(),
            r#type: self.r#type.clone(),
            edition: self.edition,
            collection_id: self.collection_id.clone(),
        }
    }

    /// Why the item cannot be listed or sold by `seller` now.
    pub(crate) fn refusal(&self, seller: &Uuid) -> Option<Problem> {
        match (self.state.as_str(), self.locked_by.as_deref()) {
            _ if self.owner_id.as_ref() != Some(seller) => Some(NOT_ITEM_OWNER),
            ("used", _) => Some(ITEM_USED),
            (_, Some(PURPOSE)) => Some(ITEM_LISTED),
            (_, Some("gift")) => Some(ITEM_GIFTED),
            (_, Some("worn")) => Some(ITEM_WORN),
            (_, Some("placed")) => Some(ITEM_PLACED),
            (_, Some(_)) => Some(ITEM_IN_USE),
            _ => None,
        }
    }
}

/// A collection in `items`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CollectionFacts {
    pub(crate) name: Text,
    pub(crate) maker_id: Option<Uuid>,
    pub(crate) royalty_bp: i64,
    pub(crate) world_id: Option<Uuid>,
    pub(crate) supply: Option<i64>,
}

pub(crate) fn item(ctx: &Ctx, id: &Uuid) -> Result<Item, Error> {
    #[derive(Deserialize)]
    struct Items {
        items: Vec<Item>,
    }
    let mut found: Items = ctx
        .services()
        .call(ITEMS, "facts", &json!({ "ids": [id] }))?;
    found.items.pop().ok_or_else(|| ITEM_NOT_FOUND.into())
}

pub(crate) fn collection(ctx: &Ctx, id: &Uuid) -> Result<CollectionFacts, Error> {
    #[derive(Deserialize)]
    struct Found {
        collection: Option<CollectionFacts>,
    }
    let found: Found = ctx
        .services()
        .call(ITEMS, "collection", &json!({ "id": id }))?;
    found.collection.ok_or_else(|| COLLECTION_NOT_FOUND.into())
}

/// Whether a person has an item of a collection that is not used up.
pub(crate) fn owns_of(ctx: &Ctx, person: &Uuid, collection: &Uuid) -> Result<bool, Error> {
    #[derive(Deserialize)]
    struct Found {
        owns: bool,
    }
    let asked = json!({ "collectionId": collection, "userId": person });
    let found: Found = ctx.services().call(ITEMS, "owns", &asked)?;
    Ok(found.owns)
}

/// The numbers of items and of owners of a collection.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Counts {
    pub(crate) items: i64,
    pub(crate) owners: i64,
}

pub(crate) fn counts(ctx: &Ctx, collection: &Uuid) -> Result<Counts, Error> {
    let asked = json!({ "id": collection });
    ctx.services().call(ITEMS, "collection_counts", &asked)
}

/// Locks an item while it is listed. Items that the seller does not own or that are in use are refused.
pub(crate) fn lock(ctx: &Ctx, listing: &Uuid, seller: &Uuid, item: &Item) -> Result<(), Error> {
    if let Some(problem) = item.refusal(seller) {
        return Err(problem.into());
    }
    let asked = json!({ "itemId": item.item_id, "owner": seller, "key": listing, "by": PURPOSE });
    match ctx.services().call::<Value>(ITEMS, "lock", &asked) {
        Ok(_) => Ok(()),
        // A concurrent request has changed the item since it was read.
        Err(error) if (400..500).contains(&error.status()) => Err(ITEM_CHANGED.into()),
        Err(error) => Err(error),
    }
}

/// Ends the lock of a listing. Idempotent.
pub(crate) fn release(ctx: &Ctx, listing: &Uuid, item: &Uuid) -> Result<(), Error> {
    let asked = json!({ "itemId": item, "key": listing });
    ctx.services()
        .call::<Value>(ITEMS, "release", &asked)
        .map(|_| ())
}

/// A sold item that was given to its buyer.
#[derive(Debug, Deserialize)]
pub(crate) struct HandedOver {
    /// The number of the provenance link, which is the new version.
    pub(crate) seq: i64,
    /// The buyer sold it or gave it away a short time ago.
    pub(crate) returns: bool,
}

/// Gives a sold item to its buyer, with the lock of a listing or as a free item.
pub(crate) fn hand_over(
    ctx: &Ctx,
    item: &Uuid,
    listing: Option<&Uuid>,
    (seller, buyer): (&Uuid, &Uuid),
    (sale, returns_since): (&Uuid, Timestamp),
) -> Result<HandedOver, Error> {
    let asked = json!({
        "itemId": item, "key": listing, "from": seller, "to": buyer, "kind": "sold",
        "reference": format!("sale:{sale}"), "returnsSinceMs": returns_since.as_millis(),
    });
    match ctx.services().call::<HandedOver>(ITEMS, "transfer", &asked) {
        Ok(handed_over) => Ok(handed_over),
        Err(error) if error.code() == "item_awaiting_acceptance" => Err(ITEM_GIFTED.into()),
        Err(error) if error.code() == "used_item" => Err(ITEM_USED.into()),
        Err(error) if error.code() == "already_rock_item" => Err(ITEM_IN_USE.into()),
        Err(error) => Err(error),
    }
}

/// A world as `worlds` names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct World {
    pub(crate) world_id: Uuid,
    pub(crate) world_name: String,
}

/// The world with an id or a name.
pub(crate) fn world(ctx: &Ctx, key: &str) -> Result<World, Error> {
    #[derive(Deserialize)]
    struct Found {
        world: Option<World>,
    }
    let asked = json!({ "key": key });
    let found: Option<Found> = ctx.services().call_optional(WORLDS, "view", &asked)?;
    found
        .and_then(|found| found.world)
        .ok_or_else(|| WORLD_NOT_FOUND.into())
}

/// What a world asks of buyers of its items.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PurchaseRule {
    requires_membership: bool,
    has_membership: bool,
}

/// Whether a person may buy items of a collection: some worlds sell their items to owners of a membership only. The
/// memberships themselves are open to all.
pub(crate) fn may_buy(
    ctx: &Ctx,
    world: Option<&Uuid>,
    collection: &Uuid,
    buyer: &Uuid,
) -> Result<bool, Error> {
    let Some(world) = world else {
        return Ok(true);
    };
    let asked = json!({ "worldId": world, "userId": buyer, "collectionId": collection });
    let rule: Option<PurchaseRule> =
        ctx.services()
            .call_optional(WORLDS, "purchase_rule", &asked)?;
    let rule = rule.unwrap_or_default();
    Ok(!rule.requires_membership || rule.has_membership)
}
