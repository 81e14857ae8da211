//! Gives and frees places of a locked event. One function checks the quota for every way to get a place.

use crate::admission::{self, Decided, Refusal};
use crate::applications;
use crate::event::{Eligibility, Entry, Event, Phase, Step};
use crate::guest::Guest;
use crate::notices;
use crate::person_notices;
use crate::place::{CART_MS, OFFER_MS, Place, Reason, State};
use crate::place_store as store;
use crate::problems::{CANCELLED, ENDED, ENTRY_CLOSED, FULL, ITEM_USED, NOT_ELIGIBLE, NOT_OPEN};
use serde::{Deserialize, Serialize};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Overdue places that one call frees: each takes two statements.
const OVERDUE: u32 = 6;
/// Offers that one call makes.
const OFFERS: usize = 3;

/// Fails unless people can apply at `now`.
pub(crate) fn require_entry_open(event: &Event, now: Timestamp) -> Result<(), Error> {
    // A request that has waited for the lock may be older than the step that closed the entries.
    let closing = Step::CloseDraw.bit() | Step::Start.bit();
    let is_closed = event.steps_done & closing != 0;
    match event.phase(now) {
        Phase::Pre if !is_closed && now < event.entry_closes_at() => Ok(()),
        Phase::Pre | Phase::In => Err(ENTRY_CLOSED.into()),
        Phase::Post => Err(ENDED.into()),
        Phase::Cancelled | Phase::Rejected => Err(CANCELLED.into()),
        Phase::Requested => Err(NOT_OPEN.into()),
    }
}

/// A new place of a guest at a locked event, not stored yet, with the item that admits them.
pub(crate) fn new_place(
    ctx: &Ctx,
    event: &Event,
    guest: &Guest,
    ticket: Option<Uuid>,
    answer: Option<String>,
) -> Result<Place, Error> {
    Ok(Place {
        id: ctx.random().uuid(),
        event: event.id.clone(),
        ticket,
        holder: Some(guest.id().clone()),
        state: State::Freed,
        paid: 0,
        payer: None,
        answer,
        held_until: None,
        code: None,
        checked_in_at: None,
        joined_at: ctx.now(),
        rank: None,
        item: item(ctx, event, guest, None)??,
        nonce: None,
        is_unrefunded_no_show: false,
    })
}

/// Whether there is no limit, so that the occupied places need not be counted.
fn has_no_quota(event: &Event, ticket: Option<&Uuid>) -> bool {
    event.max_people.is_none() && ticket.is_none()
}

/// Whether the quota of the event, and of the ticket, has a free place. Carts and offers whose time is over are freed first; the
/// event is locked, so the place stays free between this check and the write.
pub(crate) fn has_free(
    ctx: &Ctx,
    event: &Event,
    ticket: Option<&Uuid>,
    now: Timestamp,
) -> Result<bool, Error> {
    if has_no_quota(event, ticket) {
        return Ok(true);
    }
    // A place that has become free goes to the waiting list first.
    if free_overdue(ctx, event, now)? > 0 {
        offer_free_places(ctx, event)?;
    }
    Ok(store::quota(ctx, event, ticket)?.has_free())
}

/// Fails with `event_full` if the quota is used up as things stand, before the event is locked. Carts and offers whose time is
/// over do not count: whether they are free is decided with the lock.
pub(crate) fn require_not_plainly_full(
    ctx: &Ctx,
    event: &Event,
    ticket: Option<&Uuid>,
) -> Result<(), Error> {
    if has_no_quota(event, ticket) {
        return Ok(());
    }
    match store::valid_quota(ctx, event, ticket, ctx.now())?.has_free() {
        true => Ok(()),
        false => Err(FULL.into()),
    }
}

/// Occupies a place that is not stored yet: taken, or held in a cart.
pub(crate) fn occupy(
    ctx: &Ctx,
    event: &Event,
    mut place: Place,
    state: State,
) -> Result<Place, Error> {
    let now = ctx.now();
    if !has_free(ctx, event, place.ticket.as_ref(), now)? {
        return Err(FULL.into());
    }
    place.state = state;
    match state {
        State::Cart => {
            let until = now.plus_millis(CART_MS).min(event.starts_at);
            place.held_until = Some(until);
            store::insert(ctx, &place, Reason::Cart, now)?;
            schedule_release(ctx, event, until)?;
        }
        _ => {
            place.code = Some(crate::place::code(&ctx.random().bytes(10)));
            store::insert(ctx, &place, Reason::Taken, now)?;
        }
    }
    Ok(place)
}

/// Frees a place and offers it to the waiting list.
pub(crate) fn free(
    ctx: &Ctx,
    event: &Event,
    place: &mut Place,
    reason: Reason,
) -> Result<(), Error> {
    let was_occupied = place.state.is_occupied();
    store::change(ctx, place, State::Freed, reason, ctx.now())?;
    match (was_occupied, event.entry) {
        (false, _) => Ok(()),
        // The organiser chooses the next person among the applications.
        (true, Entry::Approval) => applications::announce(ctx, event),
        (true, _) => offer_free_places(ctx, event),
    }
}

/// Frees carts and offers whose time is over.
fn free_overdue(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<u32, Error> {
    let mut freed = 0;
    for mut place in store::overdue(ctx, &event.id, now, OVERDUE)? {
        let reason = match place.state {
            State::Offered => Reason::OfferExpired,
            _ => Reason::CartExpired,
        };
        store::change(ctx, &mut place, State::Freed, reason, now)?;
        notices::place_lost(ctx, event, &place, reason)?;
        freed += 1;
    }
    Ok(freed)
}

/// Until when offers are made: the start, or the end for places of people who did not come.
fn offers_end(event: &Event, now: Timestamp) -> Option<Timestamp> {
    match event.phase(now) {
        Phase::Pre => Some(event.starts_at),
        Phase::In if event.no_show_minutes.is_some() => Some(event.ends_at),
        _ => None,
    }
}

/// Offers free places to the waiting list, in its order. Each offer is for one person and once: after its time the place goes to
/// the next one. A person who may not take part any more is passed over, with an entry.
pub(crate) fn offer_free_places(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let now = ctx.now();
    let Some(end) = offers_end(event, now) else {
        return Ok(());
    };
    let mut offers = 0;
    for ticket in store::waited_tickets(ctx, &event.id)? {
        while let Some(mut place) = store::first_waiting(ctx, event, ticket.as_ref())? {
            if offers == OFFERS {
                return schedule_release(ctx, event, now);
            }
            if !store::quota(ctx, event, ticket.as_ref())?.has_free() {
                break;
            }
            offers += 1;
            if !may_still_take_part(ctx, event, &mut place)? {
                store::change(ctx, &mut place, State::Freed, Reason::Skipped, now)?;
                continue;
            }
            let until = now.plus_millis(OFFER_MS).min(end);
            place.held_until = Some(until);
            store::change(ctx, &mut place, State::Offered, Reason::Offered, now)?;
            schedule_release(ctx, event, until)?;
            notices::offered(ctx, event, &place)?;
        }
    }
    Ok(())
}

/// Whether the holder of a place of the waiting list may hold it, with an item that admits them.
fn may_still_take_part(ctx: &Ctx, event: &Event, place: &mut Place) -> Result<bool, Error> {
    let Some(holder) = place.holder.clone() else {
        return Ok(false);
    };
    match admission::check(ctx, event, &holder)? {
        Ok(guest) => Ok(keep_item(ctx, event, &guest, place)?.is_ok()),
        Err(_) => Ok(false),
    }
}

/// Of a locked event for owners of items: the item that admits a guest, who holds `place` or gets a new one; `None` for other
/// events. An item that a former owner's place names becomes free: that place keeps another item of its holder, or ends.
pub(crate) fn item(
    ctx: &Ctx,
    event: &Event,
    guest: &Guest,
    place: Option<&Uuid>,
) -> Decided<Option<Uuid>> {
    if event.eligibility != Eligibility::Items {
        return Ok(Ok(None));
    }
    let owned = admission::owned(ctx, event, guest.id())?;
    if owned.is_empty() {
        return Ok(Err(Refusal::Items(NOT_ELIGIBLE.into())));
    }
    let named = places_of(ctx, event, &owned)?;
    let of_place = named.iter().find(|one| Some(&one.id) == place);
    if let Some(kept) = of_place.and_then(|one| one.item.clone()) {
        return Ok(Ok(Some(kept)));
    }
    let is_named = |item: &Uuid| named.iter().any(|one| one.item.as_ref() == Some(item));
    if let Some(free) = owned.into_iter().find(|item| !is_named(item)) {
        return Ok(Ok(Some(free)));
    }
    let is_left =
        |one: &Place| one.checked_in_at.is_none() && one.holder.as_ref() != Some(guest.id());
    let Some(mut left) = named.into_iter().find(is_left) else {
        return Ok(Err(Refusal::Items(ITEM_USED.into())));
    };
    let taken_over = left.item.take();
    let other = match &left.holder {
        Some(holder) => free_item(ctx, event, holder)?,
        None => None,
    };
    match other {
        Some(other) => store::set_item(ctx, &mut left, Some(other))?,
        None => {
            store::set_item(ctx, &mut left, None)?;
            free(ctx, event, &mut left, Reason::Skipped)?;
            person_notices::item_gone(ctx, event, &left)?;
        }
    }
    Ok(Ok(taken_over))
}

/// As [`item`], for the place of a guest who has one.
pub(crate) fn keep_item(ctx: &Ctx, event: &Event, guest: &Guest, place: &mut Place) -> Decided<()> {
    let item = match item(ctx, event, guest, Some(&place.id))? {
        Ok(item) => item,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if item != place.item {
        store::set_item(ctx, place, item)?;
    }
    Ok(Ok(()))
}

fn free_item(ctx: &Ctx, event: &Event, person: &Uuid) -> Result<Option<Uuid>, Error> {
    let owned = admission::owned(ctx, event, person)?;
    let named = places_of(ctx, event, &owned)?;
    let is_named = |item: &Uuid| named.iter().any(|one| one.item.as_ref() == Some(item));
    Ok(owned.into_iter().find(|item| !is_named(item)))
}

/// The places of an event that are not freed and name one of some items.
fn places_of(ctx: &Ctx, event: &Event, items: &[Uuid]) -> Result<Vec<Place>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select p.id from place p where p.event_id = $1 and p.item_id = any($2::uuid[]) and p.state <> 'freed' \
             order by p.item_id",
            &params![&event.id, items.to_vec()],
        )?
        .all()?;
    let mut places = Vec::new();
    for (id,) in rows {
        places.extend(store::by_id(ctx, &event.id, &id)?);
    }
    Ok(places)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Release {
    event_id: Uuid,
}

pub(crate) const RELEASE: TimerKind<Release> = TimerKind::new("release");

/// Offers free places in a call of its own.
pub(crate) fn schedule_offers(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    schedule_release(ctx, event, ctx.now())
}

/// Ends carts and offers when their time is over. One timer for each event and minute.
fn schedule_release(ctx: &Ctx, event: &Event, at: Timestamp) -> Result<(), Error> {
    let minute = at.as_millis().div_euclid(60_000);
    let payload = Release {
        event_id: event.id.clone(),
    };
    RELEASE.at(ctx, format_args!("{}:{minute}", event.id), at, &payload)
}

/// The timer of carts and offers.
pub(crate) fn on_release(ctx: &Ctx, Release { event_id }: Release) -> Result<(), Error> {
    let Some(event) = crate::store::lock(ctx, &event_id)? else {
        return Ok(());
    };
    let now = ctx.now();
    if free_overdue(ctx, &event, now)? == OVERDUE {
        return schedule_release(ctx, &event, now);
    }
    offer_free_places(ctx, &event)?;
    // Two places of the same minute share a timer, which the later one has replaced.
    match store::overdue(ctx, &event.id, now.plus_millis(60_000), 1)?.first() {
        Some(Place {
            held_until: Some(until),
            ..
        }) => schedule_release(ctx, &event, (*until).max(now)),
        _ => Ok(()),
    }
}
