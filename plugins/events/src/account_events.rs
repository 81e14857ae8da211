//! Events of the kernel: people who have blocked each other, and erased accounts.
//!
//! An event may arrive late: the handler processes what is left, which may be nothing.

use crate::clock;
use crate::event::{Event as StoredEvent, Phase};
use crate::helpers;
use crate::payouts;
use crate::place::{Place, Reason, State};
use crate::place_store;
use crate::seats;
use crate::store;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid, params, select};

/// Events or places per call: one takes up to twenty statements, with the waiting list and the alarms.
const BATCH: u32 = 1;

/// Continue with the rest.
pub(crate) const BLOCK: TimerKind<Blocked> = TimerKind::new("end-between");
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");

/// Frees the places that one of two people has at an event of the other which has not started; what was paid is refunded.
/// Neither helps at the door of the other.
pub(crate) fn end_between(ctx: &Ctx, two: Blocked) -> Result<(), Error> {
    helpers::end_between(ctx, &two.blocker, &two.blocked)?;
    let rows: Vec<(Uuid, Uuid)> = ctx
        .sql()
        .query(
            "select p.event_id, p.id from event e join place p on p.event_id = e.id and p.state <> 'freed' \
             where e.status = 'open' and e.starts_at > $3 and (e.organiser_id = $1 and p.holder_id = $2 \
             or e.organiser_id = $2 and p.holder_id = $1) order by e.id limit $4",
            &params![&two.blocker, &two.blocked, ctx.now(), BATCH],
        )?
        .all()?;
    for (event, place) in &rows {
        if let Some(event) = store::lock(ctx, event)? {
            end_place(ctx, &event, place, Reason::Closed)?;
        }
    }
    match rows.len() == BATCH as usize {
        true => {
            let id = format_args!("{}:{}", two.blocker, two.blocked);
            BLOCK.now(ctx, id, &two)
        }
        false => Ok(()),
    }
}

/// Frees a place of a locked event and owes the payer what was paid. `None`: it was freed before.
pub(crate) fn end_place(
    ctx: &Ctx,
    event: &StoredEvent,
    place: &Uuid,
    reason: Reason,
) -> Result<Option<Place>, Error> {
    let now = ctx.now();
    let found = place_store::by_id(ctx, &event.id, place)?;
    let Some(mut place) = found.filter(|place| place.state != State::Freed) else {
        return Ok(None);
    };
    if place.paid > 0 {
        payouts::insert_refund(ctx, event, &place, now)?;
        payouts::schedule(ctx, &event.id, now)?;
    }
    seats::free(ctx, event, &mut place, reason)?;
    Ok(Some(place))
}

/// Cancels the events of an erased person, frees their places, and removes them from the records. Tickets of others are
/// refunded; what would go to the erased account stays with the platform.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    let events: Vec<StoredEvent> = ctx
        .sql()
        .query(
            select!(
                StoredEvent,
                "from event e where e.organiser_id = $1 and e.status = 'open' order by e.id limit $2"
            ),
            &params![gone, BATCH],
        )?
        .all()?;
    for event in &events {
        if let Some(event) = store::lock(ctx, &event.id)? {
            end_event(ctx, &event)?;
        }
    }
    if !events.is_empty() {
        return ERASURE.now(ctx, gone, &erased);
    }
    let places: Vec<(Uuid, Uuid)> = ctx
        .sql()
        .query(
            "select p.event_id, p.id from place p where p.holder_id = $1 order by p.joined_at desc, p.id desc limit $2",
            &params![gone, BATCH],
        )?
        .all()?;
    for (event, place) in &places {
        if let Some(event) = store::lock(ctx, event)? {
            forget_place(ctx, &event, place)?;
        }
    }
    if !places.is_empty() {
        return ERASURE.now(ctx, gone, &erased);
    }
    for statement in [
        "update event set organiser_id = null where organiser_id = $1",
        "update event set stopped_by = null where stopped_by = $1",
        "update place set payer_id = null where payer_id = $1",
        "update payout set account_id = null, state = case when state = 'due' then 'kept' else state end \
         where account_id = $1",
        "update place_entry set account_id = null where account_id = $1",
        "delete from event_helper where account_id = $1",
        "delete from attempt where account_id = $1",
        "delete from score where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![gone])?;
    }
    Ok(())
}

/// An event whose organiser has left: it is cancelled before its start, and ends during it.
fn end_event(ctx: &Ctx, event: &StoredEvent) -> Result<(), Error> {
    let now = ctx.now();
    let orphan = StoredEvent {
        organiser: None,
        ..event.clone()
    };
    match event.phase(now) {
        Phase::In | Phase::Post => {
            clock::finish(ctx, &orphan, now)?;
            match store::by_id(ctx, &event.id)? {
                Some(ended) => clock::schedule(ctx, &ended),
                None => Ok(()),
            }
        }
        _ => clock::cancel(ctx, &orphan, now),
    }
}

/// A place of an erased person before the start goes to the next one. The record of a place that was used stays, without the
/// person and their answer.
fn forget_place(ctx: &Ctx, event: &StoredEvent, id: &Uuid) -> Result<(), Error> {
    let is_over = !matches!(event.phase(ctx.now()), Phase::Pre | Phase::Requested);
    if let Some(mut place) = place_store::by_id(ctx, &event.id, id)? {
        let stays = is_over && place.state == State::Taken;
        if place.state != State::Freed && !stays {
            place = Place {
                answer: None,
                ..place
            };
            seats::free(ctx, event, &mut place, Reason::Erased)?;
            // A ticket that another person has paid and passed on.
            if place.paid > 0 && place.payer.is_some() && place.payer != place.holder {
                payouts::insert_refund(ctx, event, &place, ctx.now())?;
                payouts::schedule(ctx, &event.id, ctx.now())?;
            }
        }
    }
    ctx.sql().execute(
        "update place set holder_id = null, answer = null where id = $1",
        &params![id],
    )?;
    Ok(())
}
