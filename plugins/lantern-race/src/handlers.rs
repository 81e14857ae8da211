//! Handlers that start, join and leave a race. The row of the open race is the lock between them, the events of the room
//! and the time limit.

use crate::course;
use crate::problems::{FULL, NOT_FOUND, NOT_HERE, NOT_INSIDE, RUNNING, STARTED};
use crate::race::{self, Course, RUNNERS_MAX, RunState, Schedule};
use crate::results;
use crate::store::{self, EndReason, Race, Runner};
use crate::views::{self, RaceView};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Person;
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid, games};

/// Ends a race at its time limit.
pub(crate) const LIMIT: TimerKind<Limit> = TimerKind::new("limit");
/// Crossings before the limit may be delivered after it.
const LIMIT_SLACK_MS: i64 = 3_000;

/// The path of a route about one block.
#[derive(Deserialize)]
pub(crate) struct OfBlock {
    id: String,
}

impl OfBlock {
    pub(crate) fn id(&self) -> Result<Uuid, Error> {
        course::parse_block(&self.id)
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewRace {
    #[serde(default = "one_lap")]
    #[schemars(range(min = 1, max = 3))]
    laps: u32,
}

const fn one_lap() -> u32 {
    1
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Latest {
    /// Null if there was none.
    race: Option<RaceView>,
}

/// The payload of the timer of the time limit.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Limit {
    race_id: Uuid,
}

/// The race that is open in a block, or the last one.
pub(crate) fn view_latest(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<Latest>, Error> {
    let block = of.id()?;
    games::require_entry(ctx, &block)?;
    let race = store::latest(ctx, &block)?;
    let race = race.map(|race| views::stored(ctx, race)).transpose()?;
    Ok(Payload(Latest { race }))
}

/// The time of the rooms' clock.
pub(crate) fn room_now_ms(ctx: &Ctx) -> i64 {
    i64::try_from(ctx.rooms().clock_ms()).unwrap_or(i64::MAX)
}

/// The caller, who is in the block now.
fn person_inside(ctx: &Ctx, block: &Uuid) -> Result<Person, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    games::require_entry(ctx, block)?;
    Ok(me)
}

fn require_presence(ctx: &Ctx, block: &Uuid, me: &Person) -> Result<(), Error> {
    // Refused if the block has another game by now.
    let presence = ctx.rooms().presence(&games::room(block));
    let presence = presence.map_err(|_| NOT_HERE)?;
    match presence.accounts.contains(&me.id) {
        true => Ok(()),
        false => Err(NOT_INSIDE.into()),
    }
}

/// Starts a race with the caller in it.
pub(crate) fn start_race(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfBlock>, Json<NewRace>),
) -> Result<Created<RaceView>, Error> {
    if !(1..=race::LAPS_MAX).contains(&new.laps) {
        let max = race::LAPS_MAX;
        return Err(Error::field(
            "laps",
            format!("1~{max}바퀴 사이로 골라 주세요."),
            format!("Please choose 1 to {max} laps."),
        ));
    }
    let (block, now, now_ms) = (of.id()?, ctx.now(), room_now_ms(ctx));
    let me = person_inside(ctx, &block)?;
    let layout = course::layout(ctx, &block, new.laps)?;
    require_presence(ctx, &block, &me)?;
    if let Some(open) = store::lock_open(ctx, &block)? {
        if now_ms < open.schedule.limit_ms {
            return Err(RUNNING.into());
        }
        // The timer of the limit is late.
        end(ctx, open, EndReason::TimeLimit)?;
    }
    let race = Race {
        id: ctx.random().uuid(),
        course_key: layout.course_key,
        legs_mm: layout.legs_mm,
        gates_cm: layout.gates_cm,
        course: Course {
            gates: layout.gates,
            laps: new.laps,
        },
        started_by: Some(me.id.clone()),
        end_reason: None,
        created_ms: now_ms,
        schedule: Schedule::from_now(now_ms, new.laps),
        block_id: block,
    };
    store::insert(ctx, &race, now)?;
    store::join(ctx, &race.id, &me.id, now)?;
    let limit_in_ms = race.schedule.limit_ms - now_ms + LIMIT_SLACK_MS;
    let limit = Limit {
        race_id: race.id.clone(),
    };
    LIMIT.at(ctx, &race.id, now.plus_millis(limit_in_ms), &limit)?;
    let runners = store::runners(ctx, &race.id)?;
    views::changed(ctx, race, runners).map(Created)
}

/// Adds the caller to the open race. Idempotent.
pub(crate) fn join_race(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<RaceView>, Error> {
    let block = of.id()?;
    let me = person_inside(ctx, &block)?;
    let race = store::lock_open(ctx, &block)?.ok_or(NOT_FOUND)?;
    require_presence(ctx, &block, &me)?;
    let runners = store::runners(ctx, &race.id)?;
    let is_inside = |one: &Runner| one.account == me.id && one.run.state != RunState::Left;
    if runners.iter().any(is_inside) {
        return views::stored(ctx, race).map(Payload);
    }
    if room_now_ms(ctx) >= race.schedule.lobby_until_ms {
        return Err(STARTED.into());
    }
    if runners.len() >= RUNNERS_MAX && !runners.iter().any(|one| one.account == me.id) {
        return Err(FULL.into());
    }
    store::join(ctx, &race.id, &me.id, ctx.now())?;
    let runners = store::runners(ctx, &race.id)?;
    views::changed(ctx, race, runners).map(Payload)
}

/// Ends the run of the caller, which counts as started after the signal. Idempotent.
pub(crate) fn leave_race(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<RaceView>, Error> {
    let (me, block) = (ctx.caller()?, of.id()?);
    let race = store::lock_open(ctx, &block)?.ok_or(NOT_FOUND)?;
    let mut runners = store::runners(ctx, &race.id)?;
    let own = runners.iter_mut().find(|one| one.account == me.id);
    let own = own.ok_or(NOT_FOUND)?;
    if own.run.state != RunState::Running {
        return views::stored(ctx, race).map(Payload);
    }
    own.run.state = RunState::Left;
    let is_started = started_by_leaving(&race, own, room_now_ms(ctx));
    store::update_runs(ctx, &race.id, &[own])?;
    results::started(ctx, &race, is_started.then_some(me.id))?;
    conclude(ctx, race, runners).map(Payload)
}

/// Whether a run that ends without a time starts with it: after the signal, at the start. One that has left the start has
/// started then.
pub(crate) fn started_by_leaving(race: &Race, runner: &Runner, now_ms: i64) -> bool {
    now_ms >= race.schedule.go_ms && runner.run.passed == 0
}

/// Ends a race if no runner is on the way any more, and sends it to the room.
pub(crate) fn conclude(ctx: &Ctx, mut race: Race, runners: Vec<Runner>) -> Result<RaceView, Error> {
    if race::is_over(runners.iter().map(|one| &one.run)) {
        let reason = EndReason::Finished;
        store::end(ctx, &race.id, reason, ctx.now())?;
        LIMIT.cancel(ctx, &race.id);
        race.end_reason = Some(reason);
    }
    views::changed(ctx, race, runners)
}

/// Ends a race in which people may still be on the way, and sends it to the room.
pub(crate) fn end(ctx: &Ctx, mut race: Race, reason: EndReason) -> Result<(), Error> {
    store::end(ctx, &race.id, reason, ctx.now())?;
    LIMIT.cancel(ctx, &race.id);
    race.end_reason = Some(reason);
    let runners = store::runners(ctx, &race.id)?;
    results::ended(ctx, &race, reason, &runners)?;
    views::changed(ctx, race, runners)?;
    Ok(())
}

/// The time limit of a race. Nothing is left to do if it has ended.
pub(crate) fn on_limit(ctx: &Ctx, Limit { race_id }: Limit) -> Result<(), Error> {
    match store::lock_if_open(ctx, &race_id)? {
        Some(race) => end(ctx, race, EndReason::TimeLimit),
        None => Ok(()),
    }
}
