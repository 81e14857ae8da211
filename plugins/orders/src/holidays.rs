//! The holidays of the Korean calendar, as administrators keep them: a change makes a version, which holds for terms that begin
//! later. Days that are over never change, and no year is left out, so that the table ends with the year of its last holiday.

use crate::alarms;
use crate::operators;
use crate::problems::TERMS_CHANGED;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid, params, text};

/// A new year has at least this many holidays: an incomplete one would count holidays as business days.
const LEAST: usize = 8;
const MOST: usize = 40;
/// How many years ahead the table may end.
const YEARS_AHEAD: i64 = 10;
/// The table ends soon if fewer days than this are left.
const SOON_DAYS: i64 = 365;
const NAME_MAX: (usize, usize) = (40, 60);
const REASON_MAX: usize = 200;

/// A holiday.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Holiday {
    /// Such as `2027-05-05`.
    #[schemars(extend("format" = "date"))]
    day: String,
    name: Text,
}

/// The version in force.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Holidays {
    version: i64,
    made_at: Timestamp,
    /// In Korea.
    #[schemars(extend("format" = "date"))]
    today: String,
    /// The year of the last holiday: later days are counted without holidays.
    last_year: i64,
    /// The table ends within twelve months.
    ends_soon: bool,
    /// By day.
    items: Vec<Holiday>,
}

/// The coming holidays of a year.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewYear {
    /// The version that the administrator has read.
    #[schemars(range(min = 1))]
    version: i64,
    /// From this year to the one after the last year of the table.
    #[schemars(range(min = 2026))]
    year: i64,
    /// All coming holidays of the year.
    #[schemars(length(max = 40))]
    days: Vec<NewHoliday>,
    /// For the record. At most 200 characters, as people count them.
    #[serde(default)]
    #[schemars(length(max = 3200))]
    reason: String,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
struct NewHoliday {
    /// From tomorrow on, in Korea.
    #[schemars(extend("format" = "date"))]
    day: String,
    name: Text,
}

fn day_number(text: &str) -> Option<i64> {
    let at = Timestamp::parse(&format!("{text}T00:00:00+09:00"))?;
    Some(KoreanDay::of(at).number())
}

fn day_text(number: i64) -> String {
    let epoch = KoreanDay::of(Timestamp::from_millis(0));
    epoch.plus_days(number).to_string()
}

fn year_of(day: i64) -> i64 {
    day_text(day)[..4].parse().unwrap_or_default()
}

/// The first and the last day of a year.
fn days_of(year: i64) -> Option<(i64, i64)> {
    day_number(&format!("{year:04}-01-01")).zip(day_number(&format!("{year:04}-12-31")))
}

fn ends_soon(last_year: i64, today: i64) -> bool {
    days_of(last_year).is_none_or(|(_, end)| end - today < SOON_DAYS)
}

/// The rules of a change, with what the table has now.
#[derive(Clone, Copy)]
struct Now {
    today: i64,
    last_year: i64,
}

impl NewYear {
    /// The days as numbers.
    fn check(&self, now: Now) -> Result<Vec<i64>, Error> {
        let first = year_of(now.today);
        let last = (now.last_year + 1).max(first).min(first + YEARS_AHEAD);
        if !(first..=last).contains(&self.year) {
            return Err(Error::number_field("year", first, last));
        }
        let mut errors = Vec::new();
        let mut numbers: Vec<i64> = Vec::new();
        for (n, one) in self.days.iter().enumerate().take(MOST) {
            match day_number(&one.day) {
                Some(day) if year_of(day) != self.year => errors.push(Error::field(
                    format!("days.{n}.day"),
                    format!("{}년의 날짜를 입력해 주세요.", self.year),
                    format!("Enter a day of {}.", self.year),
                )),
                Some(day) if day <= now.today => errors.push(Error::field(
                    format!("days.{n}.day"),
                    "이미 지난 날은 바꿀 수 없습니다. 내일부터 입력해 주세요.",
                    "Days that are over cannot be changed. Enter a day from tomorrow on.",
                )),
                Some(day) if numbers.contains(&day) => errors.push(Error::field(
                    format!("days.{n}.day"),
                    "이미 입력한 날짜입니다.",
                    "This day is already in the list.",
                )),
                Some(day) => numbers.push(day),
                None => errors.push(Error::field(
                    format!("days.{n}.day"),
                    "달력에 없는 날짜입니다. 2028-01-26처럼 입력해 주세요.",
                    "There is no such day. Enter it like 2028-01-26.",
                )),
            }
            let names = [
                ("ko", &one.name.ko, NAME_MAX.0),
                ("en", &one.name.en, NAME_MAX.1),
            ];
            for (language, name, max) in names {
                let field = format!("days.{n}.name.{language}");
                errors.extend(text::line(field, name, 1..=max).err());
            }
        }
        let least = if self.year > first { LEAST } else { 0 };
        if !(least..=MOST).contains(&self.days.len()) {
            errors.push(Error::field(
                "days",
                format!("한 해의 공휴일을 {LEAST}~{MOST}일 사이로 모두 입력해 주세요."),
                format!("Enter all holidays of the year, {LEAST} to {MOST} of them."),
            ));
        }
        errors.extend(text::paragraph("reason", &self.reason, 0..=REASON_MAX).err());
        Error::all(errors)?;
        Ok(numbers)
    }
}

/// The version in force, and when it was made.
fn current(ctx: &Ctx) -> Result<(i64, Timestamp, Option<Uuid>), Error> {
    Ok(ctx.sql().one(
        "select version, made_at, made_by from holiday_version order by version desc limit 1",
        &params![],
    )?)
}

/// The last holiday of a version.
fn last_day(ctx: &Ctx, version: i64) -> Result<i64, Error> {
    let (day,): (i64,) = ctx.sql().one(
        "select coalesce(max(day), 0) from holiday where version = $1",
        &params![version],
    )?;
    Ok(day)
}

pub(crate) fn view(ctx: &Ctx, (): ()) -> Result<Payload<Holidays>, Error> {
    let (version, made_at, _) = current(ctx)?;
    let rows: Vec<(i64, String, String)> = ctx
        .sql()
        .query(
            "select day, name_ko, name_en from holiday where version = $1 order by day",
            &params![version],
        )?
        .all()?;
    let today = KoreanDay::of(ctx.now()).number();
    let last_year = year_of(rows.last().map_or(0, |(day, ..)| *day));
    let items = rows.into_iter().map(|(day, ko, en)| Holiday {
        day: day_text(day),
        name: Text::new(ko, en),
    });
    Ok(Payload(Holidays {
        version,
        made_at,
        today: day_text(today),
        last_year,
        ends_soon: ends_soon(last_year, today),
        items: items.collect(),
    }))
}

/// Makes the next version, with other coming holidays in one year. Of two administrators who change the same version, one is
/// refused.
pub(crate) fn change(ctx: &Ctx, Json(new): Json<NewYear>) -> Result<Payload<Holidays>, Error> {
    let me = ctx.caller()?;
    operators::note(ctx)?;
    let (version, ..) = current(ctx)?;
    let now = Now {
        today: KoreanDay::of(ctx.now()).number(),
        last_year: year_of(last_day(ctx, version)?),
    };
    let days = new.check(now)?;
    if version != new.version {
        return Err(TERMS_CHANGED.into());
    }
    let next = version + 1;
    ctx.sql()
        .execute(
            "insert into holiday_version (version, reason, made_by, made_at) values ($1, $2, $3, $4)",
            &params![next, new.reason.trim(), &me.id, ctx.now()],
        )
        .on_constraint(&[("holiday_version_pkey", TERMS_CHANGED)])?;
    let (from, to) = days_of(new.year).unwrap_or_default();
    ctx.sql().execute(
        "insert into holiday (version, day, name_ko, name_en) select $2, h.day, h.name_ko, h.name_en from holiday h \
         where h.version = $1 and not (h.day between $3 and $4)",
        &params![version, next, from.max(now.today + 1), to],
    )?;
    let (ko, en): (Vec<String>, Vec<String>) = new
        .days
        .iter()
        .map(|one| (one.name.ko.trim().to_owned(), one.name.en.trim().to_owned()))
        .unzip();
    ctx.sql().execute(
        "insert into holiday (version, day, name_ko, name_en) \
         select $1, d.day, d.ko, d.en from unnest($2::bigint[], $3::text[], $4::text[]) d (day, ko, en)",
        &params![next, days, ko, en],
    )?;
    view(ctx, ())
}

/// Looks when the table ends.
pub(crate) const WATCH: PlainTimer = PlainTimer::new("holidays");

/// Once a day: warns while the table ends within twelve months, in the log each time, and the administrator who made the version
/// once a month.
pub(crate) fn watch(ctx: &Ctx) -> Result<(), Error> {
    let (version, _, made_by) = current(ctx)?;
    let today = KoreanDay::of(ctx.now()).number();
    let last_year = year_of(last_day(ctx, version)?);
    if !ends_soon(last_year, today) {
        return Ok(());
    }
    ctx.log().warn(&format!(
        "the holidays of the Korean calendar end with {last_year}: add the next year under /admin, Seller's desk"
    ));
    let month = &day_text(today)[..7];
    match made_by {
        Some(to) => alarms::holidays_end(&to, last_year, month).raise(ctx),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{NewHoliday, NewYear, Now, day_number, ends_soon};
    use witverse_sdk::ctx::Text;

    fn now(today: &str) -> Now {
        Now {
            today: day_number(today).unwrap_or_default(),
            last_year: 2027,
        }
    }

    fn year(year: i64, days: &[&str]) -> NewYear {
        let day = |day: &&str| NewHoliday {
            day: (*day).to_owned(),
            name: Text::new("공휴일", "Holiday"),
        };
        NewYear {
            version: 1,
            year,
            days: days.iter().map(day).collect(),
            reason: String::new(),
        }
    }

    const OF_2028: [&str; 8] = [
        "2028-01-26",
        "2028-01-27",
        "2028-01-28",
        "2028-03-01",
        "2028-05-02",
        "2028-05-05",
        "2028-06-06",
        "2028-10-03",
    ];

    #[test]
    fn a_new_year_is_complete_and_follows_the_last_one() {
        let now = now("2026-11-27");
        let check = |new: &NewYear, expect: &[&str]| {
            let fields: Vec<String> = match new.check(now) {
                Ok(_) => Vec::new(),
                Err(error) => error.fields().iter().map(|one| one.field.clone()).collect(),
            };
            assert_eq!(fields, expect, "{new:?}");
        };
        check(&year(2028, &OF_2028), &[]);
        check(&year(2028, &OF_2028[1..]), &["days"]);
        check(&year(2029, &OF_2028), &["year"]);
        check(&year(2025, &OF_2028), &["year"]);
        // The rest of this year may be empty, and a temporary holiday is one day.
        check(&year(2026, &[]), &[]);
        check(&year(2026, &["2026-12-24"]), &[]);
        check(&year(2026, &["2026-11-27"]), &["days.0.day"]);
        check(&year(2026, &["2026-11-28", "2026-11-28"]), &["days.1.day"]);
        for wrong in [
            "2026-12-32",
            "2027-01-01",
            "26-12-25",
            "",
            "2026-12-25T00:00",
        ] {
            check(&year(2026, &[wrong]), &["days.0.day"]);
        }
        let mut nameless = year(2026, &["2026-12-24"]);
        nameless.days[0].name = Text::new(" ", "x".repeat(61));
        nameless.reason = "x".repeat(201);
        check(&nameless, &["days.0.name.ko", "days.0.name.en", "reason"]);
        let many = vec!["2026-12-24"; 41];
        assert!(year(2026, &many).check(now).is_err());
    }

    #[test]
    fn the_table_ends_soon_within_a_year() {
        let soon = |today: &str| ends_soon(2027, now(today).today);
        assert!(!soon("2026-11-27"));
        assert!(!soon("2026-12-31"));
        assert!(soon("2027-01-01"));
        assert!(soon("2028-03-01"));
    }
}
