//! What an event does by itself: reminders, the draw, the start, the end, and the payment. One timer per event does the next
//! step; the row says which steps are done, so nothing is done twice and nothing is left out after a restart.

use crate::attempts;
use crate::challenge;
use crate::draw;
use crate::event::{Event, Kind, Phase, Review, Status, Step};
use crate::notices::{self, Notice};
use crate::payouts;
use crate::place::{Reason, State};
use crate::place_batches;
use crate::requests;
use crate::run_notices;
use crate::seats;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, DAY_MS, Error, Event as DeliveredEvent, Timestamp, Uuid, params};

/// Places that one statement frees.
const BATCH: u32 = 200;
const HOUR_MS: i64 = 60 * 60_000;
/// The root of a draw is public for this long before its seed.
const ROOT_MS: i64 = 60_000;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfEvent {
    event_id: Uuid,
}

pub(crate) const CLOCK: TimerKind<OfEvent> = TimerKind::new("clock");
pub(crate) const UNWIND: TimerKind<OfEvent> = TimerKind::new("unwind");

fn schedule_at(ctx: &Ctx, event: &Uuid, at: Timestamp) -> Result<(), Error> {
    let payload = OfEvent {
        event_id: event.clone(),
    };
    CLOCK.at(ctx, event, at, &payload)
}

/// Sets the timer for the next step of an event.
pub(crate) fn schedule(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    match event.next_step() {
        Some((_, at)) => schedule_at(ctx, &event.id, at.max(ctx.now())),
        None => Ok(()),
    }
}

/// A moderator has decided about a run: the prizes may have waited for it.
pub(crate) fn on_run_reviewed(ctx: &Ctx, event: &DeliveredEvent) -> Result<(), Error> {
    for challenge in attempts::on_reviewed(ctx, event)? {
        schedule(ctx, &challenge)?;
    }
    Ok(())
}

/// What a step has done.
enum Outcome {
    Done,
    /// There is more to do, at a time.
    Again(Timestamp),
}

/// Does the next step of an event if it is due.
pub(crate) fn on_clock(ctx: &Ctx, OfEvent { event_id }: OfEvent) -> Result<(), Error> {
    let Some(event) = store::lock(ctx, &event_id)? else {
        return Ok(());
    };
    let Some((step, at)) = event.next_step() else {
        return Ok(());
    };
    let now = ctx.now();
    if now < at {
        return schedule_at(ctx, &event_id, at);
    }
    match perform(ctx, &event, step, now)? {
        Outcome::Again(at) => schedule_at(ctx, &event_id, at),
        Outcome::Done => {
            store::mark_done(ctx, &event, step)?;
            let next = store::by_id(ctx, &event_id)?.and_then(|event| event.next_step());
            // The seed of a draw comes a minute after the root, also if the clock was late.
            let earliest = match step {
                Step::CloseDraw => now.plus_millis(ROOT_MS),
                _ => now,
            };
            match next {
                Some((_, at)) => schedule_at(ctx, &event_id, at.max(earliest)),
                None => Ok(()),
            }
        }
    }
}

fn perform(ctx: &Ctx, event: &Event, step: Step, now: Timestamp) -> Result<Outcome, Error> {
    match step {
        Step::RemindDay | Step::RemindHour | Step::RemindTenMinutes => {
            let notice = match step {
                Step::RemindDay => Notice::RemindDay,
                Step::RemindHour => Notice::RemindHour,
                _ => Notice::RemindTenMinutes,
            };
            if event.is_timely(step, now) && event.phase(now) == Phase::Pre {
                notices::tell_all(ctx, &event.id, notice)?;
            }
            Ok(Outcome::Done)
        }
        Step::CloseDraw => {
            draw::close(ctx, event)?;
            Ok(Outcome::Done)
        }
        Step::Draw => {
            draw::draw(ctx, event, now)?;
            Ok(Outcome::Done)
        }
        Step::Start => start(ctx, event, now),
        Step::FreeNoShows => {
            let freed = place_batches::free_no_shows(ctx, &event.id, now, BATCH)?;
            if freed == i64::from(BATCH) {
                return Ok(Outcome::Again(now));
            }
            seats::offer_free_places(ctx, event)?;
            notices::tell_all(ctx, &event.id, Notice::NoShow)?;
            Ok(Outcome::Done)
        }
        Step::End => {
            finish(ctx, event, now)?;
            Ok(Outcome::Done)
        }
        Step::PayPrizes => {
            let waits_until = run_notices::decided_until(event);
            if challenge::has_pending(ctx, &event.id)? {
                if now >= waits_until.plus_millis(-DAY_MS) && now < waits_until {
                    run_notices::remind_moderators(ctx, event)?;
                }
                if now < waits_until {
                    return Ok(Outcome::Again(now.plus_millis(HOUR_MS).min(waits_until)));
                }
                // The alarms take a call of their own.
                attempts::close_unchecked(ctx, event)?;
                return Ok(Outcome::Again(now));
            }
            if !event.prizes.is_empty() {
                let winners = challenge::winners(ctx, &event.id, event.prizes.len())?;
                payouts::settle_prizes(ctx, event, &winners)?;
            }
            Ok(Outcome::Done)
        }
        Step::PayOrganiser => {
            payouts::settle_revenue(ctx, event)?;
            payouts::schedule_counting(ctx, &event.id)?;
            Ok(Outcome::Done)
        }
    }
}

/// Applications close. A request without a decision ends; so does what was not decided, offered or drawn.
fn start(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<Outcome, Error> {
    if event.review == Review::Pending {
        close_cancelled(ctx, event, requests::Outcome::Lapsed, now)?;
        requests::lapsed(ctx, event)?;
        return Ok(Outcome::Done);
    }
    if event.kind == Kind::Challenge {
        attempts::fix_course(ctx, event)?;
    }
    // With a time for no-shows, the waiting list stays: their places are offered at the door.
    let over: &[State] = match event.no_show_minutes {
        Some(_) => &[State::Applied],
        None => &[State::Applied, State::Waiting],
    };
    let freed = place_batches::free_all(
        ctx,
        &event.id,
        over,
        (Reason::EntryClosed, false),
        now,
        BATCH,
    )?;
    if freed == i64::from(BATCH) {
        return Ok(Outcome::Again(now));
    }
    notices::event_changed(ctx, event)?;
    notices::tell_all(ctx, &event.id, Notice::EntryClosed)?;
    Ok(Outcome::Done)
}

/// Ends a locked event, at its time or early. It never starts again.
pub(crate) fn finish(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<(), Error> {
    if !store::close(ctx, &event.id, Status::Ended, now)? {
        return Ok(());
    }
    // Without check-in, all people with a place count as having been there.
    ctx.sql().execute(
        "update event e set attended = c.attended from (select case when count(p.checked_in_at) > 0 \
         then count(p.checked_in_at) else count(*) filter (where p.state = 'taken') end as attended \
         from place p where p.event_id = $1 and p.state = 'taken') c where e.id = $1",
        &params![&event.id],
    )?;
    match free_unused(ctx, &event.id, now)? {
        0 => {}
        freed if freed == i64::from(BATCH) => schedule_unwind(ctx, &event.id)?,
        _ => notices::tell_all(ctx, &event.id, Notice::EntryClosed)?,
    }
    notices::event_changed(ctx, event)
}

/// Frees some places of an ended event that were not taken. Returns how many of a kind, at most [`BATCH`].
fn free_unused(ctx: &Ctx, event: &Uuid, now: Timestamp) -> Result<i64, Error> {
    let mut most = 0;
    for (states, reason) in [
        ([State::Waiting, State::Applied], Reason::EntryClosed),
        ([State::Offered, State::Cart], Reason::OfferExpired),
    ] {
        let freed = place_batches::free_all(ctx, event, &states, (reason, false), now, BATCH)?;
        most = freed.max(most);
    }
    Ok(most)
}

/// Cancels a locked event: all places are freed with a refund, and the prizes go back.
pub(crate) fn cancel(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<(), Error> {
    close_cancelled(ctx, event, requests::Outcome::Cancelled, now)
}

fn close_cancelled(
    ctx: &Ctx,
    event: &Event,
    of_request: requests::Outcome,
    now: Timestamp,
) -> Result<(), Error> {
    if !store::close(ctx, &event.id, Status::Cancelled, now)? {
        return Ok(());
    }
    if event.review == Review::Pending {
        requests::settle(ctx, event, of_request)?;
    }
    payouts::return_prizes(ctx, event, now)?;
    notices::event_changed(ctx, event)?;
    schedule_unwind(ctx, &event.id)
}

fn schedule_unwind(ctx: &Ctx, event: &Uuid) -> Result<(), Error> {
    let payload = OfEvent {
        event_id: event.clone(),
    };
    UNWIND.now(ctx, event, &payload)
}

/// Frees some places of a cancelled event, and owes their payers the refunds; or some that were not taken of an ended one.
pub(crate) fn on_unwind(ctx: &Ctx, OfEvent { event_id }: OfEvent) -> Result<(), Error> {
    let Some(event) = store::lock(ctx, &event_id)? else {
        return Ok(());
    };
    let now = ctx.now();
    match event.status {
        Status::Cancelled => {}
        Status::Ended if free_unused(ctx, &event_id, now)? == i64::from(BATCH) => {
            return schedule_unwind(ctx, &event_id);
        }
        Status::Ended => return notices::tell_all(ctx, &event_id, Notice::EntryClosed),
        Status::Open => return Ok(()),
    }
    let states = [
        State::Taken,
        State::Cart,
        State::Offered,
        State::Waiting,
        State::Applied,
    ];
    let freed = place_batches::free_all(
        ctx,
        &event_id,
        &states,
        (Reason::Cancelled, true),
        now,
        BATCH,
    )?;
    // Places of people who did not come were freed without a refund; an event that is cancelled refunds all tickets.
    let owed = payouts::owe_no_shows(ctx, &event_id, now, BATCH)?;
    if freed.max(owed) == i64::from(BATCH) {
        return schedule_unwind(ctx, &event_id);
    }
    payouts::schedule(ctx, &event_id, now)?;
    notices::tell_all(ctx, &event_id, Notice::Cancelled)
}
