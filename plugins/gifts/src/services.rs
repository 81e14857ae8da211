//! Calls to services of other plugins: friends and items.

use crate::gift::{Gift, GiftedItem};
use serde::Deserialize;
use serde_json::{Value, json};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid};

const FRIENDS: &str = "friends@1";
const ITEMS: &str = "items@1";

pub(crate) fn are_friends(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<bool, Error> {
    #[derive(Deserialize)]
    struct Between {
        state: String,
    }
    let asked = json!({ "a": one, "b": other });
    let between: Between = ctx.services().call(FRIENDS, "between", &asked)?;
    Ok(between.state == "friends")
}

/// Friends whose nickname begins with `prefix`, in the order of nicknames.
pub(crate) fn friends_named(
    ctx: &Ctx,
    account: &Uuid,
    prefix: &str,
    limit: u32,
) -> Result<Vec<Uuid>, Error> {
    #[derive(Deserialize, schemars::JsonSchema)]
    struct Found {
        ids: Vec<Uuid>,
    }
    let asked = json!({ "userId": account, "prefix": prefix, "limit": limit });
    let found: Found = ctx.services().call(FRIENDS, "search", &asked)?;
    Ok(found.ids)
}

/// Locks an item while the gift is pending; the plugin `items` returns the reason of a refusal.
pub(crate) fn lock_item(
    ctx: &Ctx,
    gift: &Uuid,
    owner: &Uuid,
    item: &Uuid,
) -> Result<GiftedItem, Error> {
    #[derive(Deserialize)]
    struct Locked {
        item: Facts,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Facts {
        item_id: Uuid,
        name: Text,
        thumbnail_url: String,
        r#type: String,
    }
    let asked = json!({ "itemId": item, "owner": owner, "key": gift, "by": "gift" });
    let Locked { item } = ctx.services().call(ITEMS, "lock", &asked)?;
    Ok(GiftedItem {
        item_id: item.item_id,
        name: item.name,
        thumbnail_url: item.thumbnail_url,
        r#type: item.r#type,
    })
}

/// Gives the item of a gift to its recipient.
pub(crate) fn deliver(ctx: &Ctx, gift: &Gift, item: &Uuid) -> Result<(), Error> {
    let asked = json!({
        "itemId": item, "key": gift.id, "from": gift.sender, "to": gift.recipient,
        "kind": "given", "reference": format!("gift:{}", gift.id),
    });
    ctx.services()
        .call::<Value>(ITEMS, "transfer", &asked)
        .map(|_| ())
}

/// Releases the item of a gift. Idempotent.
pub(crate) fn release_item(ctx: &Ctx, gift: &Uuid, item: &Uuid) -> Result<(), Error> {
    let asked = json!({ "itemId": item, "key": gift });
    ctx.services()
        .call::<Value>(ITEMS, "release", &asked)
        .map(|_| ())
}
