//! The days on which an order is shipped: business days after the payment, or after the release of a pre-order. Pure.

use crate::calendar::Calendar;
use witverse_sdk::{KoreanDay, Timestamp};

/// Business days from the first to the last day of shipping.
const SHIP_DAYS: (u32, u32) = (1, 4);

/// The days on which an order is shipped, and the end of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipping {
    /// Days since 1970-01-01.
    pub days: (i64, i64),
    /// The end of the last day.
    pub due_at: Timestamp,
}

impl Shipping {
    /// Of an order that is paid at `now`; from the release day on, if that is later.
    #[must_use]
    pub fn of(calendar: &Calendar, now: Timestamp, release: Option<i64>) -> Self {
        let today = KoreanDay::of(now);
        // The day before the release counts as the day of the payment.
        let from = match release.filter(|day| *day > today.number()) {
            Some(day) => today.plus_days(day - 1 - today.number()).start(),
            None => now,
        };
        let (first, last) = SHIP_DAYS;
        Self {
            days: (calendar.after(from, first), calendar.after(from, last)),
            due_at: calendar.end_after(from, last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shipping;
    use crate::calendar::Calendar;
    use witverse_sdk::{KoreanDay, Timestamp};

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a time")
    }

    fn day(text: &str) -> i64 {
        KoreanDay::of(at(&format!("{text}T00:00:00+09:00"))).number()
    }

    #[test]
    fn a_pre_order_is_shipped_from_its_release_day_on() {
        // A Tuesday; Christmas is a Friday.
        let (now, calendar) = (
            at("2026-11-24T10:00:00+09:00"),
            Calendar::new([day("2026-12-25")]),
        );
        let check = |release: Option<&str>, expect: (&str, &str)| {
            let shipping = Shipping::of(&calendar, now, release.map(day));
            assert_eq!(shipping.days, (day(expect.0), day(expect.1)), "{release:?}");
        };
        check(None, ("2026-11-25", "2026-11-30"));
        check(Some("2026-11-20"), ("2026-11-25", "2026-11-30"));
        check(Some("2026-12-16"), ("2026-12-16", "2026-12-21"));
        // Released on a holiday before a weekend.
        check(Some("2026-12-25"), ("2026-12-28", "2026-12-31"));
        let shipping = Shipping::of(&calendar, now, Some(day("2026-12-16")));
        assert_eq!(shipping.due_at, at("2026-12-22T00:00:00+09:00"));
    }
}
