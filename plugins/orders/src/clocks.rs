//! Legal terms as rows: they decide what is still possible; `sweep.rs` acts on those that are over. The legal
//! periods are settings (`legal_terms.rs`); the periods of requests are decision 49.

use crate::calendar::Calendar;
use crate::legal_terms;
use crate::purchase::Purchase;
use crate::store;
use serde::Serialize;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid, params, select};

/// A shipped parcel counts as received after this time.
const RECEIVE_DAYS: i64 = 14;
/// A defect that the seller does not decide is accepted.
const DECIDE_DAYS: i64 = 7;
/// The buyer sends the goods of an accepted request back within this time.
const RETURN_DAYS: i64 = 14;
/// Goods that were sent back count as returned, unless the seller confirms it before.
const ARRIVE_DAYS: i64 = 7;

/// A term of an order.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Clock {
    #[schemars(extend("enum" = ["arrive", "decide", "defect", "receive", "refund", "retry", "return", "ship", "withdraw"]))]
    pub(crate) kind: String,
    pub(crate) due_at: Timestamp,
    pub(crate) met_at: Option<Timestamp>,
}

pub(crate) fn of(ctx: &Ctx, purchase: &Uuid) -> Result<Vec<Clock>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(
                Clock,
                "from clock where purchase_id = $1 and kind <> 'payout' order by due_at, kind"
            ),
            &params![purchase],
        )?
        .all()?)
}

/// Starts a term, or starts it again.
pub(crate) fn start(ctx: &Ctx, purchase: &Uuid, kind: &str, due: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into clock (purchase_id, kind, due_at) values ($1, $2, $3) \
         on conflict (purchase_id, kind) do update set due_at = excluded.due_at, met_at = null, tried_at = null",
        &params![purchase, kind, due],
    )?;
    Ok(())
}

/// The end of the day in Korea that is `days` later: the day of the event does not count.
#[must_use]
pub(crate) fn end_of_day_after(at: Timestamp, days: i64) -> Timestamp {
    KoreanDay::of(at).plus_days(days + 1).start()
}

/// The terms that begin with the receipt.
pub(crate) fn start_of_receipt(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let now = ctx.now();
    let terms = legal_terms::current(ctx)?;
    let withdraw = end_of_day_after(now, terms.withdraw_days);
    start(
        ctx,
        &purchase.id,
        "defect",
        end_of_day_after(now, terms.defect_days),
    )?;
    if purchase.has_parcel {
        start(ctx, &purchase.id, "withdraw", withdraw)?;
        store::meet_clock(ctx, &purchase.id, "receive", now)?;
    }
    // What is reported until then is refunded from the account of this plugin.
    start(ctx, &purchase.id, "payout", withdraw)
}

/// The term after which a shipped parcel counts as received.
pub(crate) fn start_of_shipping(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    let due = end_of_day_after(ctx.now(), RECEIVE_DAYS);
    start(ctx, purchase, "receive", due)
}

/// The term of the seller to decide.
pub(crate) fn start_of_request(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    let due = end_of_day_after(ctx.now(), DECIDE_DAYS);
    start(ctx, purchase, "decide", due)
}

/// The term of the buyer to send the goods back.
pub(crate) fn start_of_sending_back(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    let now = ctx.now();
    store::meet_clock(ctx, purchase, "decide", now)?;
    start(ctx, purchase, "return", end_of_day_after(now, RETURN_DAYS))
}

/// The goods are on their way back.
pub(crate) fn start_of_arrival(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    let now = ctx.now();
    store::meet_clock(ctx, purchase, "return", now)?;
    start(ctx, purchase, "arrive", end_of_day_after(now, ARRIVE_DAYS))
}

/// The term that begins when the goods came back.
pub(crate) fn start_of_return(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    let calendar = Calendar::load(ctx)?;
    for kind in ["return", "arrive"] {
        store::meet_clock(ctx, purchase, kind, ctx.now())?;
    }
    let days = legal_terms::current(ctx)?.refund_business_days;
    let due = calendar.end_after(ctx.now(), u32::try_from(days).unwrap_or_default());
    start(ctx, purchase, "refund", due)
}

/// Whether a term still runs.
pub(crate) fn runs(clocks: &[Clock], kind: &str, now: Timestamp) -> bool {
    clocks
        .iter()
        .any(|clock| clock.kind == kind && clock.met_at.is_none() && now < clock.due_at)
}

#[cfg(test)]
mod tests {
    use super::{Clock, end_of_day_after, runs};
    use witverse_sdk::Timestamp;

    #[test]
    fn the_day_of_receipt_does_not_count() {
        let received = Timestamp::parse("2026-11-24T10:00:00+09:00").expect("a time");
        let end = end_of_day_after(received, 7);
        assert_eq!(end.to_string(), "2026-12-01T15:00:00.000Z");
    }

    #[test]
    fn a_term_ends_at_its_time_or_when_it_was_met() {
        let at = |ms| Timestamp::from_millis(ms);
        let clock = |met_at| Clock {
            kind: "withdraw".into(),
            due_at: at(10),
            met_at,
        };
        assert!(runs(&[clock(None)], "withdraw", at(9)));
        assert!(!runs(&[clock(None)], "withdraw", at(10)));
        assert!(!runs(&[clock(Some(at(5)))], "withdraw", at(9)));
        assert!(!runs(&[clock(None)], "defect", at(9)));
    }
}
