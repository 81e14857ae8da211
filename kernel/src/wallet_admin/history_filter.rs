//! The filter of a wallet history: kind, direction, month in Korean time.

use time::{Date, Month, OffsetDateTime};
use witverse_ledger::{Direction, Filter, Kind};

use crate::clock::KST;

/// A filter of a wallet history.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lookup {
    pub kind: Option<Kind>,
    pub direction: Option<Direction>,
    /// The first day of a month in Korean time.
    pub month: Option<Date>,
}

impl Lookup {
    pub(super) fn filter(&self) -> Filter {
        Filter {
            kind: self.kind,
            direction: self.direction,
            from: self.month.map(begin),
            until: self.month.map(|month| begin(next(month))),
        }
    }
}

/// Parses `2026-11` to the first day of that month.
#[must_use]
pub fn month_of(text: &str) -> Option<Date> {
    let (year, month) = text.split_once('-')?;
    let fits = year.len() == 4 && month.len() == 2 && !text.contains('+');
    let year = year
        .parse()
        .ok()
        .filter(|year| (2000..=9999).contains(year))?;
    let month = month
        .parse()
        .ok()
        .and_then(|month: u8| Month::try_from(month).ok())?;
    Date::from_calendar_date(year, month, 1)
        .ok()
        .filter(|_| fits)
}

fn begin(day: Date) -> OffsetDateTime {
    day.midnight().assume_offset(KST)
}

fn next(month: Date) -> Date {
    let year = month.year() + i32::from(month.month() == Month::December);
    Date::from_calendar_date(year, month.month().next(), 1).unwrap_or(Date::MAX)
}

/// The beginning of the month that is `months - 1` months before the month of `now`.
pub(super) fn months_back(now: OffsetDateTime, months: u8) -> OffsetDateTime {
    let today = now.to_offset(KST).date();
    let mut first = today.replace_day(1).unwrap_or(today);
    for _ in 1..months {
        let before = first.previous_day().unwrap_or(first);
        first = before.replace_day(1).unwrap_or(before);
    }
    begin(first)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{Lookup, month_of, months_back};

    #[test]
    fn months_are_korean() {
        let november = Lookup {
            month: month_of("2026-11"),
            ..Lookup::default()
        }
        .filter();
        assert_eq!(november.from, Some(datetime!(2026-10-31 15:00 UTC)));
        assert_eq!(november.until, Some(datetime!(2026-11-30 15:00 UTC)));
        let december = Lookup {
            month: month_of("2026-12"),
            ..Lookup::default()
        }
        .filter();
        assert_eq!(december.until, Some(datetime!(2026-12-31 15:00 UTC)));
        for bad in [
            "",
            "2026",
            "2026-13",
            "2026-00",
            "26-11",
            "2026-1",
            "2026-11-01",
            "1999-01",
            "+026-01",
        ] {
            assert_eq!(month_of(bad), None, "{bad}");
        }
        // In Korean time it is already December.
        let now = datetime!(2026-11-30 15:00 UTC);
        assert_eq!(months_back(now, 1), datetime!(2026-11-30 15:00 UTC));
        assert_eq!(months_back(now, 12), datetime!(2025-12-31 15:00 UTC));
        assert_eq!(months_back(now, 13), datetime!(2025-11-30 15:00 UTC));
    }
}
