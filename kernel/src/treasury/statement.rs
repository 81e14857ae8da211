//! What of a history is wanted, and the history as a table to take along.

use std::fmt::Write;

use futures::Stream;
use futures::stream::try_unfold;
use time::macros::format_description;
use time::{Date, Month, OffsetDateTime, UtcOffset};
use uuid::Uuid;
use witverse_ledger::{Direction, Filter, Kind};

use super::{Movement, Side, Treasury};
use crate::clock::KST;
use crate::error::{Error, Language};

/// Rows of one read.
const CHUNK: i64 = 500;

/// What somebody looks for in their history.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lookup {
    pub kind: Option<Kind>,
    pub direction: Option<Direction>,
    /// The first day of a month in Korea.
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

/// `2026-11` as the first day of it.
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

/// When the month began that lies `months - 1` months before the one of `now`.
pub(super) fn months_back(now: OffsetDateTime, months: u8) -> OffsetDateTime {
    let today = now.to_offset(KST).date();
    let mut first = today.replace_day(1).unwrap_or(today);
    for _ in 1..months {
        let before = first.previous_day().unwrap_or(first);
        first = before.replace_day(1).unwrap_or(before);
    }
    begin(first)
}

impl Treasury {
    /// A history as comma-separated values, read piece by piece as it is sent: a million rows take no more memory than
    /// a hundred.
    pub fn statement(
        &self,
        account: Uuid,
        lookup: Lookup,
        language: Language,
    ) -> impl Stream<Item = Result<String, Error>> + Send + 'static {
        let treasury = self.clone();
        try_unfold(Some(i64::MAX), move |before| {
            let treasury = treasury.clone();
            async move {
                let Some(before) = before else {
                    return Ok(None);
                };
                let movements = treasury.history(account, &lookup, before, CHUNK).await?;
                let mut text = if before == i64::MAX {
                    head(language)
                } else {
                    String::new()
                };
                for movement in &movements {
                    row(&mut text, movement, language);
                }
                let full = i64::try_from(movements.len()).unwrap_or(0) == CHUNK;
                let next = movements.last().filter(|_| full).map(|last| last.seq);
                Ok(Some((text, next)))
            }
        })
    }
}

/// The byte order mark tells spreadsheets that this is UTF-8.
fn head(language: Language) -> String {
    let names = match language {
        Language::Ko => "번호,시각(한국),종류,상대,메모,수량(WIT),잔액(WIT),거래 ID",
        Language::En => "Number,Time (Korea),Kind,With,Memo,Amount (WIT),Balance (WIT),Transfer ID",
    };
    format!("\u{feff}{names}\r\n")
}

fn row(text: &mut String, movement: &Movement, language: Language) {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    let at = movement
        .at
        .to_offset(UtcOffset::from_hms(9, 0, 0).unwrap_or(KST));
    let with = match (
        &movement.counterparty.side,
        &movement.counterparty.nickname,
        &movement.counterparty.plugin,
    ) {
        (_, Some(nickname), _) => nickname.as_str(),
        (Side::Person, None, _) => language_of(language, "탈퇴한 사용자", "someone who left"),
        (_, None, Some(plugin)) => plugin.as_str(),
        (_, None, None) => "Witverse",
    };
    let _ = write!(
        text,
        "{},{},{},{},{},{},{},{}\r\n",
        movement.seq,
        at.format(format).unwrap_or_default(),
        movement.kind,
        cell(with),
        cell(&movement.memo),
        decimal(movement.amount_hundredths),
        decimal(movement.balance_after_hundredths),
        movement.transfer_id,
    );
}

fn language_of(language: Language, ko: &'static str, en: &'static str) -> &'static str {
    match language {
        Language::Ko => ko,
        Language::En => en,
    }
}

/// A text that a spreadsheet shows and never computes.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{Lookup, cell, decimal, month_of, months_back};

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
        // Already December in Korea.
        let now = datetime!(2026-11-30 15:00 UTC);
        assert_eq!(months_back(now, 1), datetime!(2026-11-30 15:00 UTC));
        assert_eq!(months_back(now, 12), datetime!(2025-12-31 15:00 UTC));
        assert_eq!(months_back(now, 13), datetime!(2025-11-30 15:00 UTC));
    }

    #[test]
    fn a_table_is_never_a_formula() {
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(
            cell("a \"quote\", and more"),
            "\"a \"\"quote\"\", and more\""
        );
        assert_eq!(cell("안녕"), "\"안녕\"");
        assert_eq!(decimal(-5), "-0.05");
        assert_eq!(decimal(123_400), "1234.00");
    }
}
