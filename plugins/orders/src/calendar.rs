//! Business days in Korea: not Saturdays, Sundays and the holidays of the versioned table.

use std::collections::HashSet;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, params};

/// The holidays in force.
#[derive(Clone, Debug, Default)]
pub struct Calendar(HashSet<i64>);

impl Calendar {
    /// A calendar with these holidays, as days since 1970-01-01.
    #[must_use]
    pub fn new(holidays: impl IntoIterator<Item = i64>) -> Self {
        Self(holidays.into_iter().collect())
    }

    /// The holidays of the next year and the months after it, in the newest version of the table.
    pub(crate) fn load(ctx: &Ctx) -> Result<Self, Error> {
        let from = KoreanDay::of(ctx.now()).number();
        let rows: Vec<(i64,)> = ctx
            .sql()
            .query(
                "select h.day from holiday h where h.version = (select max(version) from holiday_version) \
                 and h.day between $1 and $1 + 500 order by h.day",
                &params![from],
            )?
            .all()?;
        Ok(Self::new(rows.into_iter().map(|(day,)| day)))
    }

    /// Whether a day since 1970-01-01, a Thursday, is a business day.
    #[must_use]
    pub fn is_business_day(&self, day: i64) -> bool {
        let weekday = (day + 4).rem_euclid(7);
        weekday != 0 && weekday != 6 && !self.0.contains(&day)
    }

    /// The day that is `days` business days after the day of `at`; that day itself does not count.
    #[must_use]
    pub fn after(&self, at: Timestamp, days: u32) -> i64 {
        let mut day = KoreanDay::of(at).number();
        let mut left = days;
        while left > 0 {
            day += 1;
            if self.is_business_day(day) {
                left -= 1;
            }
        }
        day
    }

    /// The end of the day that is `days` business days later.
    #[must_use]
    pub fn end_after(&self, at: Timestamp, days: u32) -> Timestamp {
        let last = self.after(at, days);
        let today = KoreanDay::of(at);
        today.plus_days(last + 1 - today.number()).start()
    }
}

#[cfg(test)]
mod tests {
    use super::Calendar;
    use witverse_sdk::{KoreanDay, Timestamp};

    fn day(text: &str) -> i64 {
        let at = Timestamp::parse(&format!("{text}T00:00:00+09:00")).expect("a day");
        KoreanDay::of(at).number()
    }

    #[test]
    fn weekends_and_holidays_do_not_count() {
        let chuseok = ["2026-09-24", "2026-09-25"].map(day);
        let calendar = Calendar::new(chuseok);
        let check = |from: &str, days: u32, expect: &str| {
            let at = Timestamp::parse(from).expect("a time");
            assert_eq!(calendar.after(at, days), day(expect), "{from} + {days}");
        };
        check("2026-09-21T10:00:00+09:00", 1, "2026-09-22");
        check("2026-09-23T10:00:00+09:00", 1, "2026-09-28");
        check("2026-09-22T10:00:00+09:00", 4, "2026-09-30");
        check("2026-09-26T10:00:00+09:00", 1, "2026-09-28");
        // The day begins at midnight in Korea.
        check("2026-09-20T15:30:00Z", 1, "2026-09-22");
        let end = calendar.end_after(
            Timestamp::parse("2026-09-23T10:00:00+09:00").expect("a time"),
            1,
        );
        assert_eq!(end.to_string(), "2026-09-28T15:00:00.000Z");
    }
}
