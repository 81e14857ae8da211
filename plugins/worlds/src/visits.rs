//! Visits of a world: signs of presence from open pages, rolled up as they arrive.
//!
//! A page reports every 240 s. A report within 30 minutes of the last one continues the visit and changes only the
//! visitor's row; the shared rows of the world are written once for each visit. Days and hours are those of Korea.

use crate::problems::WORLD_NOT_FOUND;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::kernel_events::Spent;
use witverse_sdk::{Ctx, Error, Event, KoreanDay, Timestamp, Uuid, params};

/// After this time without a report a visit has ended.
const VISIT_GAP_MS: i64 = 30 * 60 * 1_000;

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Report {
    #[serde(rename = "worldName")]
    world_name: String,
    /// The block that the page shows, if any. Counted by `blocks`.
    #[expect(
        dead_code,
        reason = "part of the request; only its form is checked here"
    )]
    block_id: Option<Uuid>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reported {
    /// When the page reports again, in seconds.
    again_after: u32,
}

/// Seconds between the reports of a page.
const INTERVAL_SECONDS: u32 = 240;

/// Records that the caller is in a world.
pub(crate) fn log_visit(ctx: &Ctx, Json(report): Json<Report>) -> Result<Payload<Reported>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let world = store::world_id_named(ctx, &report.world_name)?.ok_or(WORLD_NOT_FOUND)?;
    let counted = count_presence(ctx, &world, &me.id, now)?;
    if counted.visit || counted.day {
        add_visit(ctx, &world, counted, now)?;
    }
    Ok(Payload(Reported {
        again_after: INTERVAL_SECONDS,
    }))
}

/// What a report counts for.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// A new visit.
    visit: bool,
    /// The first report of this person on this day.
    day: bool,
}

/// Updates the visitor's row, which serialises the reports of one person from several pages.
fn count_presence(
    ctx: &Ctx,
    world: &Uuid,
    account: &Uuid,
    now: Timestamp,
) -> Result<Counted, Error> {
    let day = KoreanDay::of(now).to_string();
    let inserted = ctx.sql().execute(
        "insert into visitor (world_id, account_id, first_at, last_at, last_day, visits) \
         values ($1, $2, $3, $3, $4::text::date, 1) on conflict (world_id, account_id) do nothing",
        &params![world, account, now, &day],
    )?;
    if inserted > 0 {
        return Ok(Counted {
            visit: true,
            day: true,
        });
    }
    let (visit, day): (bool, bool) = ctx.sql().one(
        "update visitor v set last_at = greatest(v.last_at, $3), last_day = greatest(v.last_day, $4::text::date), \
         visits = v.visits + case when old.last_at < $5 then 1 else 0 end \
         from (select last_at, last_day from visitor where world_id = $1 and account_id = $2 for update) old \
         where v.world_id = $1 and v.account_id = $2 returning old.last_at < $5, old.last_day < $4::text::date",
        &params![world, account, now, &day, now.plus_millis(-VISIT_GAP_MS)],
    )?;
    Ok(Counted { visit, day })
}

/// Writes the roll-ups of a world. These rows are shared by its visitors, so they come last.
fn add_visit(ctx: &Ctx, world: &Uuid, counted: Counted, now: Timestamp) -> Result<(), Error> {
    let (visits, visitors) = (i64::from(counted.visit), i64::from(counted.day));
    ctx.sql().execute(
        "insert into visit_day (world_id, day, visits, visitors, spent) values ($1, $2::text::date, $3, $4, 0) \
         on conflict (world_id, day) do update set visits = visit_day.visits + excluded.visits, \
         visitors = visit_day.visitors + excluded.visitors",
        &params![world, KoreanDay::of(now).to_string(), visits, visitors],
    )?;
    if counted.visit {
        ctx.sql().execute(
            "insert into visit_hour (world_id, hour, visits) values ($1, $2, 1) \
             on conflict (world_id, hour) do update set visits = visit_hour.visits + 1",
            &params![world, now.korean_hour()],
        )?;
    }
    ctx.sql().execute(
        "insert into world_total (world_id, visits, visitor_days, spent, first_visit_at, last_visit_at) \
         values ($1, $2, $3, 0, $4, $4) on conflict (world_id) do update set \
         visits = world_total.visits + excluded.visits, \
         visitor_days = world_total.visitor_days + excluded.visitor_days, \
         first_visit_at = coalesce(world_total.first_visit_at, excluded.first_visit_at), \
         last_visit_at = excluded.last_visit_at",
        &params![world, visits, visitors, now],
    )?;
    Ok(())
}

/// Adds what a member spent in their world to its witch points. What others spend there earns none.
pub(crate) fn on_spent(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Spent {
        world_id: world,
        user_id,
        hundredths: spent,
    } = event.json()?;
    let member = "select 1 from member where account_id = $1 and world_id = $2";
    if ctx
        .sql()
        .query(member, &params![&user_id, &world])?
        .is_empty()
    {
        return Ok(());
    }
    ctx.sql().execute(
        "insert into visit_day (world_id, day, visits, visitors, spent) values ($1, $2::text::date, 0, 0, $3) \
         on conflict (world_id, day) do update set spent = visit_day.spent + excluded.spent",
        &params![&world, KoreanDay::of(event.at).to_string(), spent],
    )?;
    ctx.sql().execute(
        "insert into world_total (world_id, visits, visitor_days, spent) values ($1, 0, 0, $2) \
         on conflict (world_id) do update set spent = world_total.spent + excluded.spent",
        &params![world, spent],
    )?;
    Ok(())
}
