//! Items and collections as `items` describes them, and the calls to it.

use crate::problems::{
    COLLECTION_NOT_FOUND, ITEM_CHANGED, ITEM_GIFTED, ITEM_IN_USE, ITEM_LISTED, ITEM_NOT_FOUND,
    ITEM_PLACED, ITEM_USED, ITEM_WORN, NOT_ITEM_OWNER, WORLD_NOT_FOUND,
};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::services::items::{
    self, Collection, Handover, Item, ItemType, Lock, Release, State, Transfer, Transferred,
};
use witverse_sdk::services::worlds::{PurchaseRule, PurchaseRuleFor, View, World};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Problem, Timestamp, Uuid};

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

/// Checks the type of a filter.
///
/// # Errors
/// 422 at `type` for an unknown one.
pub(crate) fn checked_type(named: Option<&str>) -> Result<(), Error> {
    match named.is_none_or(|one| ItemType::parse(one).is_some()) {
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

impl From<&Item> for ItemCard {
    fn from(item: &Item) -> Self {
        Self {
            item_id: item.item_id.clone(),
            name: item.name.clone(),
            thumbnail_url: item.thumbnail_url.clone(),
            r#type: item.r#type.as_str().to_owned(),
            edition: item.edition,
            collection_id: item.collection_id.clone(),
        }
    }
}

/// Why an item cannot be listed or sold by `seller` now.
pub(crate) fn refusal(item: &Item, seller: &Uuid) -> Option<Problem> {
    match (item.state, item.locked_by.as_deref()) {
        _ if item.owner_id.as_ref() != Some(seller) => Some(NOT_ITEM_OWNER),
        (State::Used, _) => Some(ITEM_USED),
        (_, Some(PURPOSE)) => Some(ITEM_LISTED),
        (_, Some("gift")) => Some(ITEM_GIFTED),
        (_, Some("worn")) => Some(ITEM_WORN),
        (_, Some("placed")) => Some(ITEM_PLACED),
        (_, Some(_)) => Some(ITEM_IN_USE),
        _ => None,
    }
}

pub(crate) fn item(ctx: &Ctx, id: &Uuid) -> Result<Item, Error> {
    items::find(ctx, id)?.ok_or_else(|| ITEM_NOT_FOUND.into())
}

pub(crate) fn collection(ctx: &Ctx, id: &Uuid) -> Result<Collection, Error> {
    items::collection(ctx, id)?.ok_or_else(|| COLLECTION_NOT_FOUND.into())
}

/// Locks an item while it is listed. Items that the seller does not own or that are in use are refused.
pub(crate) fn lock(ctx: &Ctx, listing: &Uuid, seller: &Uuid, item: &Item) -> Result<(), Error> {
    if let Some(problem) = refusal(item, seller) {
        return Err(problem.into());
    }
    let lock = Lock {
        item_id: item.item_id.clone(),
        owner: seller.clone(),
        key: listing.to_string(),
        by: PURPOSE.to_owned(),
    };
    match ctx.services().request(&lock) {
        Ok(_) => Ok(()),
        // A concurrent request has changed the item since it was read.
        Err(error) if (400..500).contains(&error.status()) => Err(ITEM_CHANGED.into()),
        Err(error) => Err(error),
    }
}

/// Ends the lock of a listing. Idempotent.
pub(crate) fn release(ctx: &Ctx, listing: &Uuid, item: &Uuid) -> Result<(), Error> {
    let release = Release {
        item_id: item.clone(),
        key: listing.to_string(),
    };
    ctx.services().request(&release).map(drop)
}

/// Gives a sold item to its buyer, with the lock of a listing or as a free item.
pub(crate) fn hand_over(
    ctx: &Ctx,
    item: &Uuid,
    listing: Option<&Uuid>,
    (seller, buyer): (&Uuid, &Uuid),
    (sale, returns_since): (&Uuid, Timestamp),
) -> Result<Transferred, Error> {
    let transfer = Transfer {
        item_id: item.clone(),
        key: listing.map(Uuid::to_string),
        from: seller.clone(),
        to: buyer.clone(),
        kind: Handover::Sold,
        reference: Some(format!("sale:{sale}")),
        returns_since_ms: Some(returns_since.as_millis()),
    };
    ctx.services()
        .request(&transfer)
        .map_err(|error| match error.code() {
            "item_awaiting_acceptance" => ITEM_GIFTED.into(),
            "used_item" => ITEM_USED.into(),
            "already_rock_item" => ITEM_IN_USE.into(),
            _ => error,
        })
}

/// The world with an id or a name.
pub(crate) fn world(ctx: &Ctx, key: &str) -> Result<World, Error> {
    let key = key.to_owned();
    let found = ctx.services().request_optional(&View { key })?;
    found
        .and_then(|found| found.world)
        .ok_or_else(|| WORLD_NOT_FOUND.into())
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
    let of = PurchaseRuleFor {
        world_id: world.clone(),
        user_id: buyer.clone(),
        collection_id: collection.clone(),
    };
    PurchaseRule::allows(ctx, &of)
}
