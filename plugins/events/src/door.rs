//! The organiser's side of places: the list of participants, decisions about applications, and check-in at the door.

use crate::access::{self, OfEvent};
use crate::event::{Event, Phase};
use crate::notices;
use crate::place::{DOORS_MS, Place, Reason, State, normalise_code};
use crate::place_store as store;
use crate::problems::{
    ALREADY_DECIDED, CANCELLED, CHECK_IN_EARLY, CHECKED_IN, CODE_INVALID, ENDED, NOT_OPEN,
    PLACE_NOT_FOUND,
};
use crate::seats;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// A person with a place, or on the way to one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Participant {
    person: Option<PersonCard>,
    is_own: bool,
    state: State,
    joined_at: Timestamp,
    checked_in_at: Option<Timestamp>,
    /// For the organiser only.
    place_id: Option<Uuid>,
    ticket_id: Option<Uuid>,
    answer: Option<String>,
    paid_hundredths: Option<i64>,
}

impl Participant {
    fn of(place: Place, is_organiser: bool, viewer: Option<&Uuid>, people: &People) -> Self {
        let holder = place.holder.as_ref();
        Self {
            person: holder.and_then(|id| people.get(id)),
            is_own: viewer.is_some() && viewer == holder,
            state: place.state,
            joined_at: place.joined_at,
            checked_in_at: place.checked_in_at,
            place_id: is_organiser.then_some(place.id),
            ticket_id: place.ticket.filter(|_| is_organiser),
            answer: place.answer.filter(|_| is_organiser),
            paid_hundredths: is_organiser.then_some(place.paid),
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct ParticipantQuery {
    state: Option<State>,
    page: Option<u32>,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// Who takes part, in the order in which they applied. The organiser also sees applications and the waiting list.
pub(crate) fn participants(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfEvent>, Query<ParticipantQuery>),
) -> Result<Payload<Page<Participant>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let event = of.visible(ctx)?;
    let is_organiser = access::is_organiser(ctx, &event);
    let state = match query.state {
        Some(state) if is_organiser => state,
        _ => State::Taken,
    };
    let rows = store::list(ctx, &event.id, state, &window)?;
    let page = window.page(rows, 0, |place| {
        (place.joined_at.as_micros(), place.id.clone())
    });
    let me = ctx.actor().account().cloned();
    let blocks = ctx.users().blocks();
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|place| place.holder.as_ref()),
    );
    Ok(Payload(page.filter_map(|place| {
        let is_hidden = place.holder.as_ref().is_some_and(|id| blocks.contains(id));
        (!is_hidden).then(|| Participant::of(place, is_organiser, me.as_ref(), &people))
    })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfPlace {
    id: String,
    place_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    is_approved: bool,
}

/// Approves or rejects an application. An approval needs a free place.
pub(crate) fn decide(
    ctx: &Ctx,
    (Params(of), Json(decision)): (Params<OfPlace>, Json<Decision>),
) -> Result<Payload<Participant>, Error> {
    let id = Uuid::parse(&of.place_id).ok_or(PLACE_NOT_FOUND)?;
    let (event, now) = (OfEvent { id: of.id }.lock_own(ctx)?, ctx.now());
    let mut place = store::by_id(ctx, &event.id, &id)?.ok_or(PLACE_NOT_FOUND)?;
    if place.state != State::Applied || event.entry != crate::event::Entry::Approval {
        return Err(ALREADY_DECIDED.into());
    }
    match decision.is_approved {
        true => {
            seats::require_entry_open(&event, now)?;
            seats::require_free(ctx, &event, None, now)?;
            store::change(ctx, &mut place, State::Taken, Reason::Approved, now)?;
        }
        false => store::change(ctx, &mut place, State::Freed, Reason::Rejected, now)?,
    }
    notices::decided(ctx, &event, &place, decision.is_approved)?;
    let people = People::of(ctx, place.holder.as_ref());
    Ok(Payload(Participant::of(place, true, None, &people)))
}

#[derive(Deserialize)]
pub(crate) struct Code {
    code: String,
}

fn require_doors_open(event: &Event, now: Timestamp) -> Result<(), Error> {
    match event.phase(now) {
        Phase::In => Ok(()),
        Phase::Pre if now >= event.starts_at.plus_millis(-DOORS_MS) => Ok(()),
        Phase::Pre => Err(CHECK_IN_EARLY.into()),
        Phase::Post => Err(ENDED.into()),
        Phase::Cancelled | Phase::Rejected => Err(CANCELLED.into()),
        Phase::Requested => Err(NOT_OPEN.into()),
    }
}

/// Lets the holder of a code in, once. A code of another event, or one from before a transfer, is refused.
pub(crate) fn check_in(
    ctx: &Ctx,
    (Params(of), Json(typed)): (Params<OfEvent>, Json<Code>),
) -> Result<Payload<Participant>, Error> {
    let (event, now) = (of.lock_own(ctx)?, ctx.now());
    require_doors_open(&event, now)?;
    let code = normalise_code(&typed.code);
    let place = store::by_code(ctx, &event.id, &code)?
        .filter(|place| place.state == State::Taken)
        .ok_or(CODE_INVALID)?;
    if !store::check_in(ctx, &place.id, now)? {
        return Err(CHECKED_IN.into());
    }
    notices::place_changed(ctx, &event, &place)?;
    let people = People::of(ctx, place.holder.as_ref());
    let place = Place {
        checked_in_at: Some(now),
        ..place
    };
    Ok(Payload(Participant::of(place, true, None, &people)))
}
