//! Creating the items of paid orders, two in a call: each is created once under the key of the order and its number, also if a
//! call is repeated or the kernel stops in between.

use crate::notices::{self, News};
use crate::problems::ITEMS_NOT_HELD;
use crate::purchase::Purchase;
use crate::stock;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use witverse_sdk::ctx::Text;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

pub(crate) const ITEMS: &str = "items@1";
/// Items per call: each takes about seven statements in `items`.
const BATCH: usize = 2;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfOrder {
    pub(crate) order_id: Uuid,
}

/// Creates the items of an order.
pub(crate) const DELIVERY: TimerKind<OfOrder> = TimerKind::new("deliver");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MadeItem {
    item_id: Uuid,
}

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
        let item = json!({
            "key": format!("{}:{}", purchase.id, given.n),
            "owner": buyer,
            "collectionId": product.collection,
            "type": content.r#type,
            "name": content.name,
            "description": description(&product.name),
            "thumbnailUrl": content.thumbnail_url,
            "imageFileId": content.image_file,
            "mediaFileId": content.media_file,
            "mediaType": content.media_type,
            "numbered": true,
        });
        let made: Result<MadeItem, Error> = ctx.services().call(ITEMS, "make", &item);
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
    of_items(
        ctx,
        purchase,
        "lock_all",
        |items, buyer| json!({ "itemIds": items, "owner": buyer, "key": purchase.id, "by": "return" }),
    )
}

/// Ends the locks of a return that does not happen.
pub(crate) fn release_items(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    of_items(
        ctx,
        purchase,
        "release_all",
        |items, _| json!({ "itemIds": items, "key": purchase.id }),
    )
}

/// Takes back the items of an order that is refunded: with the locks of its return, or free ones.
pub(crate) fn take_back_items(
    ctx: &Ctx,
    purchase: &Purchase,
    is_locked: bool,
) -> Result<(), Error> {
    let key = is_locked.then_some(&purchase.id);
    of_items(
        ctx,
        purchase,
        "refund_all",
        |items, buyer| json!({ "itemIds": items, "owner": buyer, "key": key }),
    )
}

/// Calls `items` once for all items of an order that were created; a refusal is 409 `items_not_held`.
fn of_items(
    ctx: &Ctx,
    purchase: &Purchase,
    method: &str,
    request: impl Fn(&[Uuid], &Uuid) -> Value,
) -> Result<(), Error> {
    let Some(buyer) = &purchase.buyer else {
        return Ok(());
    };
    let items: Vec<Uuid> = store::given(ctx, &purchase.id)?
        .into_iter()
        .filter_map(|given| given.item_id)
        .collect();
    if items.is_empty() {
        return Ok(());
    }
    let answer: Result<Value, Error> = ctx.services().call(ITEMS, method, &request(&items, buyer));
    match answer {
        Ok(_) => Ok(()),
        Err(error) if error.status() >= 500 => Err(error),
        Err(_) => Err(ITEMS_NOT_HELD.into()),
    }
}
