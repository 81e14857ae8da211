//! Once a minute: acts on legal terms that are over, and erases old addresses.

use crate::address;
use crate::alarms;
use crate::flow;
use crate::postcode_import;
use crate::purchase::State;
use crate::store;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Terms per call: a refund takes many statements.
const BATCH: u32 = 2;
/// The address of an order is erased this long after its end.
const ADDRESS_KEPT_DAYS: i64 = 90;

type Due = (Uuid, String);

/// Acts on terms that are over: a refund that is due is made, WIT are paid to the seller, and people learn of a late parcel.
/// Erases old addresses.
pub(crate) fn run(ctx: &Ctx) -> Result<(), Error> {
    let now = ctx.now();
    let due: Vec<Due> = ctx
        .sql()
        .query(
            "select purchase_id, kind from clock where met_at is null and due_at <= $1 \
             order by due_at, purchase_id, kind limit $2",
            &params![now, BATCH],
        )?
        .all()?;
    for (id, kind) in due {
        let Some(mut purchase) = store::lock(ctx, &id)? else {
            continue;
        };
        // First: an action may start the term again.
        store::meet_clock(ctx, &id, &kind, now)?;
        match kind.as_str() {
            "refund" => flow::refund_after_return(ctx, &mut purchase)?,
            "payout" => flow::pay_out(ctx, &mut purchase)?,
            "ship" if matches!(purchase.state, State::Paid | State::Preparing) => {
                NewAlarm::raise_all(ctx, &alarms::late(&purchase))?;
            }
            _ => {}
        }
    }
    let kept = now.plus_millis(-ADDRESS_KEPT_DAYS * witverse_sdk::DAY_MS);
    address::erase_old(ctx, kept)?;
    postcode_import::delete_old(ctx)
}
