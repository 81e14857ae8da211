//! What the dashboard of a world shows: visits, and what its witch points were earned with. Reads roll-ups only.

use crate::members::OfWorld;
use crate::world::points;
use serde::Serialize;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, DAY_MS, Error, KoreanDay, Timestamp, Uuid, params};

/// Days in the charts.
const DAYS: i64 = 28;
/// Hours that are named as prime times.
const PRIME_TIMES: usize = 3;

#[derive(Serialize, schemars::JsonSchema)]
struct Day {
    /// In Korea.
    #[schemars(extend("format" = "date"))]
    day: String,
    visits: i64,
    /// Different people.
    visitors: i64,
    /// Hundredths of a WIT.
    spent: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Hour {
    hour: i64,
    visits: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statistics {
    total_visits: i64,
    average_per_day: f64,
    /// Oldest first, with days without a visit.
    last28_days: Vec<Day>,
    /// Hours of the day in Korea.
    hours: Vec<Hour>,
    /// The busiest hours, at most three.
    prime_times: Vec<i64>,
    first_visit_at: Option<Timestamp>,
    last_visit_at: Option<Timestamp>,
}

struct Totals {
    visits: i64,
    visitor_days: i64,
    spent: i64,
    first: Option<Timestamp>,
    last: Option<Timestamp>,
}

type TotalsRow = (i64, i64, i64, Option<Timestamp>, Option<Timestamp>);

fn totals(ctx: &Ctx, world: &Uuid) -> Result<Totals, Error> {
    let row: Option<TotalsRow> = ctx.sql().optional(
        "select visits, visitor_days, spent, first_visit_at, last_visit_at from world_total where world_id = $1",
        &params![world],
    )?;
    let (visits, visitor_days, spent, first, last) = row.unwrap_or_default();
    Ok(Totals {
        visits,
        visitor_days,
        spent,
        first,
        last,
    })
}

/// The last 28 days including today, oldest first; days without a visit are zero.
fn last_days(ctx: &Ctx, world: &Uuid, now: Timestamp) -> Result<Vec<Day>, Error> {
    let days: Vec<String> = (0..DAYS)
        .rev()
        .map(|back| KoreanDay::of(now).plus_days(-back).to_string())
        .collect();
    let rows: Vec<(String, i64, i64, i64)> = ctx
        .sql()
        .query(
            "select d.day::text, v.visits, v.visitors, v.spent from unnest($2::text[]) d (day) \
             join visit_day v on v.world_id = $1 and v.day = d.day::date",
            &params![world, days.clone()],
        )?
        .all()?;
    let found = |day: &String| rows.iter().find(|(known, ..)| known == day);
    Ok(days
        .iter()
        .map(|day| {
            let (visits, visitors, spent) =
                found(day).map_or((0, 0, 0), |row| (row.1, row.2, row.3));
            Day {
                day: day.clone(),
                visits,
                visitors,
                spent,
            }
        })
        .collect())
}

/// Visits per day since the first one, today included, rounded to two decimals.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of visits and days, shown with two decimals"
)]
pub fn average_per_day(visits: i64, first: Option<Timestamp>, now: Timestamp) -> f64 {
    let Some(first) = first else {
        return 0.0;
    };
    let days = (now.as_millis() - first.as_millis()).max(0) / DAY_MS + 1;
    (visits as f64 / days as f64 * 100.0).round() / 100.0
}

/// The hours with the most visits, busiest first; hours without visits are left out.
pub fn prime_times(hours: &[(i64, i64)]) -> Vec<i64> {
    let mut busy: Vec<(i64, i64)> = hours
        .iter()
        .copied()
        .filter(|(_, visits)| *visits > 0)
        .collect();
    busy.sort_by_key(|(hour, visits)| (-visits, *hour));
    busy.truncate(PRIME_TIMES);
    busy.into_iter().map(|(hour, _)| hour).collect()
}

/// Visits of a world: totals, the last 28 days, and the hours of the day.
pub(crate) fn view_statistics(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<Statistics>, Error> {
    let (world, now) = (of.world(ctx)?, ctx.now());
    let totals = totals(ctx, &world)?;
    let counted: Vec<(i64, i64)> = ctx
        .sql()
        .query(
            "select hour::bigint, visits from visit_hour where world_id = $1 order by hour",
            &params![&world],
        )?
        .all()?;
    let visits_at = |hour| {
        let found = counted.iter().find(|(known, _)| *known == hour);
        found.map_or(0, |(_, visits)| *visits)
    };
    Ok(Payload(Statistics {
        total_visits: totals.visits,
        average_per_day: average_per_day(totals.visits, totals.first, now),
        last28_days: last_days(ctx, &world, now)?,
        hours: (0..24)
            .map(|hour| Hour {
                hour,
                visits: visits_at(hour),
            })
            .collect(),
        prime_times: prime_times(&counted),
        first_visit_at: totals.first,
        last_visit_at: totals.last,
    }))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VisitorView {
    #[serde(flatten)]
    person: PersonCard,
    visits: i64,
    first_visit_at: Timestamp,
    last_visit_at: Timestamp,
}

type VisitorRow = (Uuid, i64, Timestamp, Timestamp);

/// People who were in a world, the latest first. Not counted: the page has no total.
pub(crate) fn list_visitors(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<PageQuery>),
) -> Result<Payload<Page<VisitorView>>, Error> {
    let world = of.world(ctx)?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<VisitorRow> = ctx
        .sql()
        .query(
            "select account_id, visits, first_at, last_at from visitor \
             where world_id = $1 and (last_at, account_id) < ($4, $5) \
             order by last_at desc, account_id desc limit $2 offset $3",
            &params![&world, window.fetch(), window.offset, before, &id],
        )?
        .all()?;
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from visitor where world_id = $1 limit 1000) counted",
        &params![&world],
    )?;
    let total = u64::try_from(total).unwrap_or_default();
    let page = window.counted_page(rows, total, |(account, _, _, last_at)| {
        (last_at.as_micros(), account.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|(account, ..)| account));
    let view = |(account, visits, first_visit_at, last_visit_at): VisitorRow| {
        people.get(&account).map(|person| VisitorView {
            person,
            visits,
            first_visit_at,
            last_visit_at,
        })
    };
    Ok(Payload(page.filter_map(view)))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MeritDay {
    #[schemars(extend("format" = "date"))]
    day: String,
    visitors: i64,
    /// Hundredths of a WIT.
    spent: i64,
    points: f64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WitchPoints {
    /// Floored to two decimals.
    witch_point: f64,
    /// One point for 100 WIT that members spent in the world.
    from_spending: f64,
    /// 0.01 points for each visitor of each day.
    from_visitors: f64,
    /// Hundredths of a WIT.
    spent: i64,
    visitor_days: i64,
    /// Oldest first.
    last28_days: Vec<MeritDay>,
}

/// Hundredths of a point: one point for 100 WIT, and a hundredth for each visitor of a day. Rounded down.
pub fn witch_points(spent: i64, visitor_days: i64) -> i64 {
    spent / 100 + visitor_days
}

/// The witch points of a world and what earned them.
pub(crate) fn view_witch_points(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<WitchPoints>, Error> {
    let (world, now) = (of.world(ctx)?, ctx.now());
    let totals = totals(ctx, &world)?;
    let days = last_days(ctx, &world, now)?;
    let merit = |day: Day| MeritDay {
        points: points(witch_points(day.spent, day.visitors)),
        day: day.day,
        visitors: day.visitors,
        spent: day.spent,
    };
    Ok(Payload(WitchPoints {
        witch_point: points(witch_points(totals.spent, totals.visitor_days)),
        from_spending: points(witch_points(totals.spent, 0)),
        from_visitors: points(totals.visitor_days),
        spent: totals.spent,
        visitor_days: totals.visitor_days,
        last28_days: days.into_iter().map(merit).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::{average_per_day, prime_times, witch_points};
    use witverse_sdk::Timestamp;

    #[test]
    fn a_hundred_wit_are_a_point_and_a_visitor_is_a_hundredth() {
        for (spent, visitors, expected) in [(0, 0, 0), (10_000, 0, 100), (9_999, 0, 99), (50, 3, 3)]
        {
            assert_eq!(witch_points(spent, visitors), expected);
        }
    }

    #[test]
    fn the_average_counts_days_since_the_first_visit() {
        let day = |n: i64| Timestamp::from_millis(n * super::DAY_MS);
        let check = |visits, first: Option<i64>, expected: f64| {
            let got = average_per_day(visits, first.map(day), day(10));
            assert!((got - expected).abs() < 1e-9, "{got} {expected}");
        };
        check(0, None, 0.0);
        check(5, Some(10), 5.0);
        check(10, Some(8), 3.33);
        check(1, Some(11), 1.0);
    }

    #[test]
    fn prime_times_are_the_busiest_hours() {
        assert_eq!(prime_times(&[]), Vec::<i64>::new());
        assert_eq!(
            prime_times(&[(3, 0), (9, 2), (21, 7), (22, 7), (23, 1)]),
            [21, 22, 9]
        );
    }
}
