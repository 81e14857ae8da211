//! `/api/v3/item/generate` and `/api/v3/item/set`: the items of a paid order, by the id of its payment. Both look only at the
//! stored payment and order; what the request says is compared with them.

use crate::deliver;
use crate::payment_events::apply_known_payment;
use crate::problems::{ORDER_NOT_FOUND, ORDER_NOT_PAID};
use crate::purchase::Purchase;
use crate::stock;
use crate::store;
use crate::views::{self, GivenView};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfPayment {
    collection_id: String,
    /// The payment's id.
    #[serde(rename = "merchant_uid")]
    merchant_uid: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Items {
    order_id: Uuid,
    /// All items exist.
    is_complete: bool,
    items: Vec<GivenView>,
}

/// Creates the items of a paid order, or answers those that exist. Idempotent; several calls may be needed for many items.
pub(crate) fn generate(ctx: &Ctx, Json(of): Json<OfPayment>) -> Result<Payload<Items>, Error> {
    let purchase = paid(ctx, &of)?;
    deliver::create_items(ctx, &purchase)?;
    items(ctx, &purchase)
}

/// Marks the items of an order as opened by the buyer. Idempotent.
pub(crate) fn set(ctx: &Ctx, Json(of): Json<OfPayment>) -> Result<Payload<Items>, Error> {
    let mut purchase = paid(ctx, &of)?;
    if purchase.opened_at.is_none() {
        purchase.opened_at = Some(ctx.now());
        store::save(ctx, &purchase)?;
    }
    items(ctx, &purchase)
}

/// The locked order of the caller's payment, if it was paid and is about the collection.
fn paid(ctx: &Ctx, of: &OfPayment) -> Result<Purchase, Error> {
    let me = ctx.caller()?;
    let payment = Uuid::parse(&of.merchant_uid).ok_or(ORDER_NOT_FOUND)?;
    let found = store::by_payment(ctx, &payment)?.ok_or(ORDER_NOT_FOUND)?;
    let mut purchase = store::lock_own(ctx, &found.id, &me.id)?;
    let product = stock::product(ctx, &purchase.product_id)?.ok_or(ORDER_NOT_FOUND)?;
    if product.collection.as_str() != of.collection_id {
        return Err(ORDER_NOT_FOUND.into());
    }
    apply_known_payment(ctx, &mut purchase)?;
    match purchase.state.is_bought() {
        true => Ok(purchase),
        false => Err(ORDER_NOT_PAID.into()),
    }
}

fn items(ctx: &Ctx, purchase: &Purchase) -> Result<Payload<Items>, Error> {
    let items = views::given(ctx, purchase)?;
    Ok(Payload(Items {
        order_id: purchase.id.clone(),
        is_complete: items.iter().all(GivenView::exists),
        items,
    }))
}
