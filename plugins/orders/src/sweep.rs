//! Acts on legal terms that are over, and erases old addresses.

use crate::address;
use crate::buying;
use crate::clocks;
use crate::flow;
use crate::postcode_import;
use crate::purchase::{Purchase, State};
use crate::request_store;
use crate::settle;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, DAY_MS, Error, Uuid, params};

/// Terms per call.
const BATCH: u32 = 10;
/// A term that failed, for example because a wallet is frozen, is tried again after this time.
const AGAIN_MS: i64 = DAY_MS;

/// A term that is over.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Term {
    order_id: Uuid,
    kind: String,
}

/// Looks for terms that are over.
pub(crate) const TERMS: PlainTimer = PlainTimer::new("terms");
/// Acts on one of them.
pub(crate) const TERM: TimerKind<Term> = TimerKind::new("term");

/// Once a minute: gives each term that is over to a timer of its own, so that one that fails does not stop the others. Erases
/// old addresses.
pub(crate) fn run(ctx: &Ctx) -> Result<(), Error> {
    let now = ctx.now();
    let due: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update clock c set tried_at = $1 from (select purchase_id, kind from clock where met_at is null and due_at <= $1 \
             and (tried_at is null or tried_at <= $2) order by due_at, purchase_id, kind limit $3 for update skip locked) d \
             where c.purchase_id = d.purchase_id and c.kind = d.kind returning c.purchase_id, c.kind",
            &params![now, now.plus_millis(-AGAIN_MS), BATCH],
        )?
        .all()?;
    let is_full = due.len() == BATCH as usize;
    for (order_id, kind) in due {
        let term = Term { order_id, kind };
        TERM.now(ctx, format!("{}:{}", term.order_id, term.kind), &term)?;
    }
    if is_full {
        TERMS.now(ctx)?;
    }
    address::erase_old(ctx, now)?;
    postcode_import::delete_old(ctx)
}

/// Acts on one term: a refund that is due is made, one that was refused is requested again, WIT are paid to the seller, what was
/// not decided or confirmed in time is settled, a late replacement is refunded, and the buyer gets an alarm about a late parcel.
pub(crate) fn on_term(ctx: &Ctx, Term { order_id: id, kind }: Term) -> Result<(), Error> {
    let now = ctx.now();
    let Some(mut purchase) = store::lock(ctx, &id)? else {
        return Ok(());
    };
    // First: an action may start the term again. Meanwhile it may have been met or started anew.
    if !store::meet_due_clock(ctx, &id, &kind, now)? {
        return Ok(());
    }
    match kind.as_str() {
        "refund" => settle::refund_due(ctx, &mut purchase),
        "payout" => flow::pay_out(ctx, &mut purchase),
        "retry" => flow::request_refunds_again(ctx, &purchase),
        "decide" => settle::undecided(ctx, &mut purchase),
        "return" => settle::not_sent_back(ctx, &purchase),
        "arrive" => settle::arrived(ctx, &mut purchase),
        "receive" if purchase.state == State::Shipped => received(ctx, &mut purchase),
        "ship" if matches!(purchase.state, State::Paid | State::Preparing) => {
            settle::late(ctx, &mut purchase)
        }
        _ => Ok(()),
    }
}

/// A parcel that was not confirmed counts as received. While its buyer says that it has not arrived, this waits.
fn received(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    if request_store::open(ctx, &purchase.id)?.is_some() {
        let tomorrow = clocks::end_of_day_after(ctx.now(), 0);
        return clocks::start(ctx, &purchase.id, "receive", tomorrow);
    }
    buying::delivered(ctx, purchase)?;
    settle::notify_delivered(ctx, purchase)
}
