//! Calls to services of other plugins: friends and items.

use crate::gift::{Gift, GiftedItem};
use witverse_sdk::services::friends::Search;
use witverse_sdk::services::items::{Handover, Lock, Release, Transfer};
use witverse_sdk::{Ctx, Error, Uuid};

/// Friends whose nickname begins with `prefix`, in the order of nicknames.
pub(crate) fn friends_named(
    ctx: &Ctx,
    account: &Uuid,
    prefix: &str,
    limit: u32,
) -> Result<Vec<Uuid>, Error> {
    let search = Search {
        user_id: account.clone(),
        prefix: prefix.to_owned(),
        limit,
    };
    Ok(ctx.services().request(&search)?.ids)
}

/// Locks an item while the gift is pending; the plugin `items` returns the reason of a refusal.
pub(crate) fn lock_item(
    ctx: &Ctx,
    gift: &Uuid,
    owner: &Uuid,
    item: &Uuid,
) -> Result<GiftedItem, Error> {
    let lock = Lock {
        item_id: item.clone(),
        owner: owner.clone(),
        key: gift.to_string(),
        by: "gift".to_owned(),
    };
    let item = ctx.services().request(&lock)?.item;
    Ok(GiftedItem {
        item_id: item.item_id,
        name: item.name,
        thumbnail_url: item.thumbnail_url,
        r#type: item.r#type.as_str().to_owned(),
    })
}

/// Gives the item of a gift to its recipient.
pub(crate) fn deliver(ctx: &Ctx, gift: &Gift, item: &Uuid) -> Result<(), Error> {
    let transfer = Transfer {
        item_id: item.clone(),
        key: Some(gift.id.to_string()),
        from: gift.sender.clone(),
        to: gift.recipient.clone(),
        kind: Handover::Given,
        reference: Some(format!("gift:{}", gift.id)),
        returns_since_ms: None,
    };
    ctx.services().request(&transfer).map(drop)
}

/// Releases the item of a gift. Idempotent.
pub(crate) fn release_item(ctx: &Ctx, gift: &Uuid, item: &Uuid) -> Result<(), Error> {
    let release = Release {
        item_id: item.clone(),
        key: gift.to_string(),
    };
    ctx.services().request(&release).map(drop)
}
