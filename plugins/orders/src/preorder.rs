//! Pre-orders: a product with a release day is shipped from that day on. The day that a buyer was promised is kept with the
//! order. A later day moves the orders that are not shipped, and a slip of more than seven days is announced to the buyer, who can
//! cancel with a full refund.

use crate::alarms;
use crate::calendar::Calendar;
use crate::clocks;
use crate::flow;
use crate::problems::PRODUCT_NOT_FOUND;
use crate::product::Product;
use crate::purchase::{Purchase, State};
use crate::shipping::Shipping;
use crate::stock;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid, params};

/// A slip of more days than this is announced, with an offer to cancel.
const SLIP_DAYS: i64 = 7;
/// The latest release day, in days from now.
const LATEST_DAYS: i64 = 365;
/// Orders that are moved per call.
const BATCH: u32 = 10;
/// The release day of a request.
pub(crate) fn release_day(text: &str, now: Timestamp) -> Result<i64, Error> {
    let today = KoreanDay::of(now).number();
    let at = Timestamp::parse(&format!("{text}T00:00:00+09:00"));
    let day = at.map(|at| KoreanDay::of(at).number());
    day.filter(|day| (today + 1..=today + LATEST_DAYS).contains(day))
        .ok_or_else(|| {
            Error::field(
                "releaseOn",
                "내일부터 1년 안의 날짜를 선택해 주세요.",
                "Choose a day from tomorrow to a year from now.",
            )
        })
}

/// How many days later than promised a pre-order is shipped, if that is more than seven.
#[must_use]
pub fn slipped_days(promised: Option<i64>, ship_days: Option<(i64, i64)>) -> Option<i64> {
    let (promised, (from, _)) = promised.zip(ship_days)?;
    Some(from - promised).filter(|days| *days > SLIP_DAYS)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfProduct {
    product_id: Uuid,
}

/// Moves the orders of a product to its new release day, by a timer.
pub(crate) fn schedule_moves(ctx: &Ctx, product: &Uuid) -> Result<(), Error> {
    let of = OfProduct {
        product_id: product.clone(),
    };
    RELEASE.now(ctx, product, &of)
}

pub(crate) const RELEASE: TimerKind<OfProduct> = TimerKind::new("release");

/// Moves some orders. An order that has the new days already is left out, so a repeated call moves the others.
pub(crate) fn move_orders(ctx: &Ctx, OfProduct { product_id }: OfProduct) -> Result<(), Error> {
    let product = stock::product(ctx, &product_id)?.ok_or(PRODUCT_NOT_FOUND)?;
    let shipping = Shipping::of(&Calendar::load(ctx)?, ctx.now(), product.release_day);
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select id from purchase where product_id = $1 and promised_day is not null and state in ('paid', 'preparing') \
             and exchanges = 0 and ship_from_day <> $2 order by id limit $3",
            &params![&product.id, shipping.days.0, BATCH],
        )?
        .all()?;
    for (id,) in &rows {
        if let Some(mut purchase) = store::lock(ctx, id)? {
            move_to(ctx, &mut purchase, &product, shipping)?;
        }
    }
    match rows.len() == BATCH as usize {
        true => schedule_moves(ctx, &product.id),
        false => Ok(()),
    }
}

fn move_to(
    ctx: &Ctx,
    purchase: &mut Purchase,
    product: &Product,
    shipping: Shipping,
) -> Result<(), Error> {
    if !matches!(purchase.state, State::Paid | State::Preparing) {
        return Ok(());
    }
    purchase.ship_days = Some(shipping.days);
    clocks::start(ctx, &purchase.id, "ship", shipping.due_at)?;
    store::save(ctx, purchase)?;
    let day = day_text(ctx.now(), shipping.days.0);
    let slipped = slipped_days(purchase.promised_day, purchase.ship_days).is_some();
    NewAlarm::raise_all(ctx, &alarms::moved(purchase, product, &day, slipped))?;
    flow::changed(ctx, purchase)
}

/// A day as `2026-12-24`.
pub(crate) fn day_text(now: Timestamp, number: i64) -> String {
    let today = KoreanDay::of(now);
    today.plus_days(number - today.number()).to_string()
}

#[cfg(test)]
mod tests {
    use super::{release_day, slipped_days};
    use witverse_sdk::{KoreanDay, Timestamp};

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    fn day(text: &str) -> i64 {
        KoreanDay::of(at(&format!("{text}T00:00:00+09:00"))).number()
    }

    #[test]
    fn a_slip_of_more_than_seven_days_counts() {
        let check = |promised: Option<&str>, from: &str, expect: Option<i64>| {
            let ship = Some((day(from), day(from) + 4));
            assert_eq!(
                slipped_days(promised.map(day), ship),
                expect,
                "{promised:?} {from}"
            );
        };
        check(Some("2026-12-16"), "2026-12-23", None);
        check(Some("2026-12-16"), "2026-12-24", Some(8));
        check(Some("2026-12-16"), "2026-12-10", None);
        check(None, "2026-12-24", None);
    }

    #[test]
    fn a_release_day_is_within_a_year() {
        let now = at("2026-11-24T10:00:00+09:00");
        for (text, is_valid) in [
            ("2026-11-25", true),
            ("2026-11-24", false),
            ("2027-11-24", true),
            ("2027-11-25", false),
            ("2026-13-01", false),
            ("soon", false),
        ] {
            assert_eq!(release_day(text, now).is_ok(), is_valid, "{text}");
        }
    }
}
