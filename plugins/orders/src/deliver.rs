//! Creating the items of paid orders, two in a call: each is created once under the key of the order and its number, also if a
//! call is repeated or the kernel stops in between.

use crate::notices::{self, News};
use crate::problems::ITEMS_NOT_HELD;
use crate::purchase::Purchase;
use crate::stock;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::Text;
use witverse_sdk::services::Request;
use witverse_sdk::services::items::{ItemType, LockAll, Make, RefundAll, ReleaseAll};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// Items per call: each takes about seven statements in `items`.
const BATCH: usize = 2;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfOrder {
    pub(crate) order_id: Uuid,
}

/// Creates the items of an order.
pub(crate) const DELIVERY: TimerKind<OfOrder> = TimerKind::new("deliver");

pub(crate) fn schedule(ctx: &Ctx, order: &Uuid) -> Result<(), Error> {
    let of = OfOrder {
        order_id: order.clone(),
    };
    DELIVERY.now(ctx, order, &of)
}

/// Creates the next items of an order, and notifies the seller and the buyer once all exist.
pub(crate) fn continue_delivery(ctx: &Ctx, OfOrder { order_id }: OfOrder) -> Result<(), Error> {
    let Some(purchase) = store::lock(ctx, &order_id)? else {
        return Ok(());
    };
    if create_items(ctx, &purchase)? {
        return schedule(ctx, &order_id);
    }
    notices::schedule(ctx, &purchase, &purchase.id, News::Bought)
}

/// Creates up to two items of a locked order. True if more are left.
pub(crate) fn create_items(ctx: &Ctx, purchase: &Purchase) -> Result<bool, Error> {
    let (true, Some(buyer)) = (purchase.state.is_bought(), &purchase.buyer) else {
        return Ok(false);
    };
    let missing: Vec<_> = store::given(ctx, &purchase.id)?
        .into_iter()
        .filter(|given| given.item_id.is_none())
        .collect();
    if missing.is_empty() {
        return Ok(false);
    }
    let product = stock::product(ctx, &purchase.product_id)?
        .ok_or_else(|| Error::internal("an order has no product"))?;
    let contents = stock::contents(ctx, &product.id)?;
    let (mut count, mut has_left) = (0_u32, false);
    for given in missing.iter().take(BATCH) {
        let content = contents
            .iter()
            .find(|content| content.no == given.content_no)
            .ok_or_else(|| Error::internal("an order names an unknown item"))?;
        let item = Make {
            key: format!("{}:{}", purchase.id, given.n),
            owner: buyer.clone(),
            collection_id: product.collection.clone(),
            r#type: ItemType::parse(&content.r#type)
                .ok_or_else(|| Error::internal("an item of an order has an unknown type"))?,
            name: content.name.clone(),
            description: description(&product.name),
            thumbnail_url: content.thumbnail_url.clone(),
            numbered: true,
            image_file_id: content.image_file.clone(),
            media_file_id: content.media_file.clone(),
            media_type: content.media_type.clone(),
        };
        let made = ctx.services().request(&item);
        let made = match made {
            Ok(made) => made,
            // The buyer was erased in the meantime.
            Err(error) if error.code() == "user_not_found" => {
                has_left = true;
                break;
            }
            Err(error) => return Err(error),
        };
        store::note_item(ctx, &purchase.id, given.n, &made.item_id)?;
        count += 1;
    }
    if let Some(world) = product.world.as_ref().filter(|_| count > 0) {
        // `worlds` adds them to the number of items of the world.
        let made = json!({ "worldName": world, "count": count });
        ctx.events().publish("orders.made@1", &made)?;
    }
    Ok(!has_left && missing.len() > BATCH)
}

fn description(product: &Text) -> Text {
    Text::new(
        format!("‘{}’ 구매로 받은 아이템입니다.", product.ko),
        format!("From the purchase of “{}”.", product.en),
    )
}

/// Locks the items of an order for its return, so that they cannot be sold in the meantime. 409 if the buyer does not hold one
/// of them any more, or one is in use.
pub(crate) fn lock_items(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    of_items(ctx, purchase, |item_ids, owner| LockAll {
        item_ids,
        owner,
        key: purchase.id.to_string(),
        by: "return".to_owned(),
    })
}

/// Ends the locks of a return that does not happen.
pub(crate) fn release_items(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    of_items(ctx, purchase, |item_ids, _| ReleaseAll {
        item_ids,
        key: purchase.id.to_string(),
    })
}

/// Takes back the items of an order that is refunded: with the locks of its return, or free ones.
pub(crate) fn take_back_items(
    ctx: &Ctx,
    purchase: &Purchase,
    is_locked: bool,
) -> Result<(), Error> {
    of_items(ctx, purchase, |item_ids, owner| RefundAll {
        item_ids,
        owner,
        key: is_locked.then(|| purchase.id.to_string()),
    })
}

/// Calls `items` once for all items of an order that were created; a refusal is 409 `items_not_held`.
fn of_items<R: Request>(
    ctx: &Ctx,
    purchase: &Purchase,
    request: impl Fn(Vec<Uuid>, Uuid) -> R,
) -> Result<(), Error> {
    let Some(buyer) = purchase.buyer.clone() else {
        return Ok(());
    };
    let items: Vec<Uuid> = store::given(ctx, &purchase.id)?
        .into_iter()
        .filter_map(|given| given.item_id)
        .collect();
    if items.is_empty() {
        return Ok(());
    }
    match ctx.services().request(&request(items, buyer)) {
        Ok(_) => Ok(()),
        Err(error) if error.status() >= 500 => Err(error),
        Err(_) => Err(ITEMS_NOT_HELD.into()),
    }
}
