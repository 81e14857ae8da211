//! Erased accounts. An erased buyer's unfinished orders are cancelled and refunded, and what is left of them names no person. An
//! erased seller's products are closed; administrators of the platform take over the orders.

use crate::address;
use crate::flow;
use crate::payment_events::{apply_known_payment, cancel_payment};
use crate::product_search;
use crate::purchase::{Method, State, Step};
use crate::stock::Reason;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Orders per call: a refund takes many statements.
const BATCH: u32 = 1;
/// Finished orders per statement.
const ROWS: u32 = 500;
/// Products of an erased seller per call; each has a timer for its orders.
const PRODUCTS: u32 = 20;

/// Continue with the rest.
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");
pub(crate) const ADOPTION: TimerKind<Adoption> = TimerKind::new("adopt");

pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    address::erase(ctx, gone)?;
    product_search::remove_of_seller(ctx, gone)?;
    let orphans: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "update product set is_open = false, is_orphan = true, seller_id = null \
             where id in (select p.id from product p where p.seller_id = $1 order by p.id limit $2) returning id",
            &params![gone, PRODUCTS],
        )?
        .all()?;
    for (product_id,) in &orphans {
        let first = Adoption {
            product_id: product_id.clone(),
            after: Uuid::nil(),
        };
        schedule_adoption(ctx, &first)?;
    }
    ctx.sql().execute(
        "update stock_entry set made_by = null where made_by = $1",
        &params![gone],
    )?;
    for statement in [
        "update parcel_note set made_by = null where made_by = $1",
        "update refund_part set made_by = null where made_by = $1",
        "update legal_terms set made_by = null where made_by = $1",
        "update holiday_version set made_by = null where made_by = $1",
        "update surcharge_version set made_by = null where made_by = $1",
        "delete from operator where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![gone])?;
    }
    let unfinished = store::unfinished_of(ctx, gone, BATCH)?;
    for id in &unfinished {
        end(ctx, id)?;
    }
    let forgotten = match unfinished.is_empty() {
        true => store::forget_buyer(ctx, gone, ROWS)?,
        false => 0,
    };
    let is_full = orphans.len() == PRODUCTS as usize;
    match is_full || !unfinished.is_empty() || forgotten >= u64::from(ROWS) {
        true => ERASURE.now(ctx, gone, &erased),
        false => Ok(()),
    }
}

/// The orders of an erased seller's product that are still to be moved to the desk of the platform.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Adoption {
    product_id: Uuid,
    /// The id after which it continues.
    after: Uuid,
}

fn schedule_adoption(ctx: &Ctx, next: &Adoption) -> Result<(), Error> {
    ADOPTION.now(ctx, &next.product_id, next)
}

/// Moves some orders of a product to the desk of the platform.
pub(crate) fn adopt(ctx: &Ctx, Adoption { product_id, after }: Adoption) -> Result<(), Error> {
    match store::adopt(ctx, &product_id, &after, ROWS)? {
        Some(after) => schedule_adoption(ctx, &Adoption { product_id, after }),
        None => Ok(()),
    }
}

/// Ends an order of an erased buyer: unpaid, or paid and not shipped.
fn end(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    let Some(mut purchase) = store::lock(ctx, id)? else {
        return Ok(());
    };
    apply_known_payment(ctx, &mut purchase)?;
    match purchase.state {
        State::Reserved => match cancel_payment(ctx, &purchase)? {
            true => flow::release(ctx, &mut purchase, State::Cancelled),
            false => Ok(()),
        },
        // The seller has the WIT of the earlier delivery, and no wallet is left to refund them to.
        State::Preparing if purchase.paid_out.is_some_and(|paid| paid > 0) => {
            flow::end_exchange(ctx, &mut purchase)
        }
        State::Paid | State::Preparing => {
            // The wallet was closed with the account: only a card payment can be refunded.
            if purchase.method == Some(Method::Wit) {
                purchase.buyer = None;
            }
            flow::refund(ctx, &mut purchase, (Step::Cancel, Reason::Returned))
        }
        _ => Ok(()),
    }
}
