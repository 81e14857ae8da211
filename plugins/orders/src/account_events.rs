//! Erased accounts. An erased buyer's unfinished orders are cancelled and refunded, and what is left of them names no person. An
//! erased seller's products are closed; administrators of the platform take over the orders.

use crate::address;
use crate::flow;
use crate::payment_events::{apply_known_payment, cancel_payment};
use crate::product_search;
use crate::purchase::{Method, State, Step};
use crate::store;
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, Event, Timer, Uuid, params};

/// Orders per call: a refund takes many statements.
const BATCH: u32 = 1;
/// Finished orders per statement.
const ROWS: u32 = 500;

pub(crate) fn on_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    erase(ctx, &event.json()?)
}

pub(crate) fn continue_erasure(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    erase(ctx, &timer.json()?)
}

fn erase(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    address::erase(ctx, gone)?;
    product_search::remove_of_seller(ctx, gone)?;
    ctx.sql().execute(
        "update product set is_open = false, is_orphan = true, seller_id = null where seller_id = $1",
        &params![gone],
    )?;
    ctx.sql().execute(
        "update stock_entry set made_by = null where made_by = $1",
        &params![gone],
    )?;
    for statement in [
        "update parcel_note set made_by = null where made_by = $1",
        "update refund_part set made_by = null where made_by = $1",
        "update legal_terms set made_by = null where made_by = $1",
        "update holiday_version set made_by = null where made_by = $1",
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
    match !unfinished.is_empty() || forgotten >= u64::from(ROWS) {
        true => ctx.timers().schedule(
            &format!("forget-person:{gone}"),
            When::At(ctx.now()),
            erased,
        ),
        false => Ok(()),
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
            flow::refund(ctx, &mut purchase, Step::Cancel)
        }
        _ => Ok(()),
    }
}
