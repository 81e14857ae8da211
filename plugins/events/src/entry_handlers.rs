//! Handlers of people who take part: applying, tickets, the waiting list, refunds and transfers.
//!
//! Each locks the event before it changes a place. What takes time and does not depend on other people is checked before that,
//! and a full event refuses without the lock, so that thousands who come too late do not wait for each other. A repeated
//! application of the same person is refused by the database, or answers the place that they have.

use crate::access::OfEvent;
use crate::admission::{self, Refusal};
use crate::applications;
use crate::draw;
use crate::event::{Eligibility, Entry, Event, Phase};
use crate::guest::Guest;
use crate::notices;
use crate::payouts;
use crate::place::{Place, Reason, State};
use crate::place_store as store;
use crate::problems::{
    CANCELLED, CART_EXPIRED, CHECKED_IN, ENDED, ENTRIES_FULL, FRIEND_EXCLUDED, FRIEND_HAS_PLACE,
    HAS_PLACE, NO_WAITING_LIST, NOT_FULL, NOT_REFUNDABLE, NOT_TRANSFERABLE, PAID_PLACE,
    PLACE_NOT_FOUND, PRICE_CHANGED, TICKET_NEEDED, TICKET_NOT_FOUND, USER_NOT_FOUND,
};
use crate::seats;
use crate::store::{Ticket, tickets};
use crate::venue;
use crate::views::PlaceView;
use serde::Deserialize;
use witverse_sdk::ctx::{LedgerErrorKind, Wit};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, text};

const ANSWER_MAX: usize = 500;
/// Entries of one draw.
const ENTRIES_MAX: i64 = 5_000;

fn view(ctx: &Ctx, event: &Event, place: Place) -> Result<Payload<PlaceView>, Error> {
    notices::place_changed(ctx, event, &place)?;
    Ok(Payload(PlaceView::of(ctx, event, place)?))
}

/// The answer to the organiser's question: required if there is one.
fn answer_to(ctx: &Ctx, event: &Event, answer: Option<String>) -> Result<Option<String>, Error> {
    if event.question.is_none() {
        return Ok(None);
    }
    let answer = text::paragraph("answer", &answer.unwrap_or_default(), 1..=ANSWER_MAX)?;
    match ctx.users().forbidden_word(&answer) {
        true => Err(Error::field(
            "answer",
            "사용할 수 없는 단어가 있습니다.",
            "This contains a word that can't be used.",
        )),
        false => Ok(Some(answer)),
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Application {
    pub(crate) answer: Option<String>,
    /// Of the person's own device, for the leaf of a draw.
    #[schemars(extend("pattern" = r"^[0-9a-f]{64}$"))]
    pub(crate) nonce: Option<String>,
}

/// Applies for a place, or accepts an offered one. For events without tickets.
pub(crate) fn apply(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<Application>),
) -> Result<Payload<PlaceView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let seen = of.visible(ctx)?;
    let (guest, new) = before_lock(ctx, &seen, &me.id, new)?;
    let event = lock_to_apply(ctx, &of, &seen)?;
    let place = join(ctx, &event, &guest, new)?;
    view(ctx, &event, place)
}

/// Locks the event for an application. An event without a limit is never full and never gets a limit later, so its applications
/// do not wait for each other, unless one item could admit two of them.
pub(crate) fn lock_to_apply(ctx: &Ctx, of: &OfEvent, seen: &Event) -> Result<Event, Error> {
    let is_plain = seen.entry == Entry::First && seen.eligibility != Eligibility::Items;
    match is_plain && seen.max_people.is_none() {
        true => of.lock_shared(ctx),
        false => of.lock(ctx),
    }
}

/// What is checked before the lock; returns the checked application. A person with an offer has applied before.
pub(crate) fn before_lock(
    ctx: &Ctx,
    event: &Event,
    me: &Uuid,
    new: Application,
) -> Result<(Guest, Application), Error> {
    if event.eligibility == Eligibility::Tickets {
        return Err(TICKET_NEEDED.into());
    }
    match store::of_holder(ctx, &event.id, me)?.map(|place| place.state) {
        Some(State::Offered) => return Ok((admission::require(ctx, event, me)?, new)),
        Some(_) => return Err(HAS_PLACE.into()),
        None => {}
    }
    seats::require_entry_open(event, ctx.now())?;
    if event.entry == Entry::First {
        seats::require_not_plainly_full(ctx, event, None)?;
    }
    let guest = admission::require(ctx, event, me)?;
    let checked = Application {
        answer: answer_to(ctx, event, new.answer)?,
        nonce: draw::checked_nonce(event, new.nonce)?,
    };
    Ok((guest, checked))
}

pub(crate) fn join(
    ctx: &Ctx,
    event: &Event,
    guest: &Guest,
    new: Application,
) -> Result<Place, Error> {
    let now = ctx.now();
    if let Some(mut place) = store::of_holder(ctx, &event.id, guest.id())? {
        // An offer of the waiting list is valid until its time, also after applications have closed.
        if place.state != State::Offered {
            return Err(HAS_PLACE.into());
        }
        if place.is_overdue(now) {
            return Err(CART_EXPIRED.into());
        }
        seats::keep_item(ctx, event, guest, &mut place)??;
        store::change(ctx, &mut place, State::Taken, Reason::OfferAccepted, now)?;
        return Ok(place);
    }
    seats::require_entry_open(event, now)?;
    let mut place = seats::new_place(ctx, event, guest, None, new.answer)?;
    place.nonce = new.nonce;
    if event.entry == Entry::First {
        return seats::occupy(ctx, event, place, State::Taken);
    }
    if event.entry == Entry::Draw && store::counts(ctx, &event.id, now)?.applied >= ENTRIES_MAX {
        return Err(ENTRIES_FULL.into());
    }
    place.state = State::Applied;
    store::insert(ctx, &place, Reason::Applied, now)?;
    if event.entry == Entry::Approval {
        applications::announce(ctx, event)?;
    }
    Ok(place)
}

pub(crate) fn give_back(ctx: &Ctx, event: &Event, mut place: Place) -> Result<Place, Error> {
    match event.phase(ctx.now()) {
        Phase::Post => return Err(ENDED.into()),
        Phase::Cancelled | Phase::Rejected => return Err(CANCELLED.into()),
        Phase::Requested | Phase::Pre | Phase::In => {}
    }
    if place.paid > 0 {
        return Err(PAID_PLACE.into());
    }
    if place.checked_in_at.is_some() {
        return Err(CHECKED_IN.into());
    }
    seats::free(ctx, event, &mut place, Reason::Left)?;
    Ok(place)
}

/// Gives a place back, or withdraws an application, until the end. A ticket that was paid stays with its holder.
pub(crate) fn leave(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<PlaceView>, Error> {
    let me = ctx.caller()?;
    let event = of.lock_visible(ctx)?;
    let place = store::of_holder(ctx, &event.id, &me.id)?.ok_or(PLACE_NOT_FOUND)?;
    let place = give_back(ctx, &event, place)?;
    view(ctx, &event, place)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfTicket {
    id: String,
    ticket_id: String,
}

fn ticket(ctx: &Ctx, event: &Event, id: &str) -> Result<Ticket, Error> {
    let of_event = tickets(ctx, &event.id, ctx.now())?;
    let found = of_event.into_iter().find(|one| one.id.as_str() == id);
    Ok(found.ok_or(TICKET_NOT_FOUND)?)
}

/// Holds a ticket for 15 minutes, in which it can be paid. A cart for another ticket of the event is given up.
pub(crate) fn reserve(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfTicket>, Json<Application>),
) -> Result<Payload<PlaceView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let (of_event, now) = (OfEvent { id: of.id }, ctx.now());
    let seen = of_event.visible(ctx)?;
    let ticket = ticket(ctx, &seen, &of.ticket_id)?;
    let current = store::of_holder(ctx, &seen.id, &me.id)?;
    let answer = match current {
        None => {
            seats::require_entry_open(&seen, now)?;
            seats::require_not_plainly_full(ctx, &seen, Some(&ticket.id))?;
            Some(answer_to(ctx, &seen, new.answer.clone())?)
        }
        Some(_) => None,
    };
    let guest = admission::require(ctx, &seen, &me.id)?;
    let event = of_event.lock(ctx)?;
    if let Some(mut current) = store::of_holder(ctx, &event.id, &me.id)? {
        let is_same = current.ticket.as_ref() == Some(&ticket.id);
        match current.state {
            State::Cart | State::Offered if is_same && !current.is_overdue(now) => {
                return view(ctx, &event, current);
            }
            State::Cart => seats::free(ctx, &event, &mut current, Reason::Left)?,
            _ => return Err(HAS_PLACE.into()),
        }
    }
    seats::require_entry_open(&event, now)?;
    let answer = match answer {
        Some(answer) => answer,
        None => answer_to(ctx, &event, new.answer)?,
    };
    let place = seats::new_place(ctx, &event, &guest, Some(ticket.id), answer)?;
    let place = seats::occupy(ctx, &event, place, State::Cart)?;
    view(ctx, &event, place)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Payment {
    /// The price that the buyer has seen.
    #[schemars(range(min = 0))]
    price_hundredths: i64,
}

/// Pays for a ticket that the caller holds, in the cart or by an offer. The WIT go to the account of this plugin until the event
/// has ended.
pub(crate) fn pay(
    ctx: &Ctx,
    (Params(of), Json(payment)): (Params<OfEvent>, Json<Payment>),
) -> Result<Payload<PlaceView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let event = of.lock_visible(ctx)?;
    let Some(mut place) = store::of_holder(ctx, &event.id, &me.id)? else {
        return Err(nothing_to_pay(ctx, &event, &me.id)?);
    };
    let reason = match place.state {
        State::Cart => Reason::Paid,
        State::Offered => Reason::OfferAccepted,
        State::Taken => return view(ctx, &event, place),
        _ => return Err(PLACE_NOT_FOUND.into()),
    };
    if !matches!(event.phase(now), Phase::Pre | Phase::In) {
        seats::require_entry_open(&event, now)?;
    }
    if place.is_overdue(now) {
        return Err(hold_ended(&event, now));
    }
    admission::require(ctx, &event, &me.id)?;
    let id = place.ticket.clone().ok_or(TICKET_NOT_FOUND)?;
    let ticket = ticket(ctx, &event, id.as_str())?;
    if ticket.price != payment.price_hundredths {
        return Err(PRICE_CHANGED.into());
    }
    if ticket.price > 0 {
        let wit = Wit::of_hundredths(ticket.price.unsigned_abs());
        charge(ctx, &payouts::ticket_key(&place.id), wit, "event_ticket")?;
        place.paid = ticket.price;
        place.payer = Some(me.id);
    }
    store::change(ctx, &mut place, State::Taken, reason, now)?;
    view(ctx, &event, place)
}

/// Why a person without a place cannot pay: the time of their cart or offer is over, or they have not applied.
fn nothing_to_pay(ctx: &Ctx, event: &Event, me: &Uuid) -> Result<Error, Error> {
    Ok(match store::last_reason(ctx, &event.id, me)? {
        Some(Reason::CartExpired | Reason::OfferExpired | Reason::EntryClosed) => {
            hold_ended(event, ctx.now())
        }
        _ => PLACE_NOT_FOUND.into(),
    })
}

/// The time of a cart or an offer is over. The same before and after the timer has freed the place.
fn hold_ended(event: &Event, now: Timestamp) -> Error {
    match seats::require_entry_open(event, now) {
        Ok(()) => CART_EXPIRED.into(),
        Err(closed) => closed,
    }
}

/// The caller pays this plugin. Only the own frozen wallet is named.
pub(crate) fn charge(ctx: &Ctx, key: &str, amount: Wit, memo: &str) -> Result<(), Error> {
    match ctx.ledger().charge(key, amount, memo) {
        Err(error) if error.kind == LedgerErrorKind::Frozen => {
            ctx.ledger().require_own_wallet()?;
            Err(error.into())
        }
        charged => Ok(charged?),
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wait {
    #[schemars(extend("format" = "uuid"))]
    ticket_id: Option<String>,
    answer: Option<String>,
}

/// Joins the waiting list of an event, or of a ticket, that has no place left.
pub(crate) fn wait(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<Wait>),
) -> Result<Payload<PlaceView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let seen = of.visible(ctx)?;
    let ticket = match (&new.ticket_id, seen.eligibility) {
        (Some(id), Eligibility::Tickets) => Some(ticket(ctx, &seen, id)?.id),
        (None, Eligibility::Open | Eligibility::Items) => None,
        _ => return Err(TICKET_NOT_FOUND.into()),
    };
    seats::require_entry_open(&seen, now)?;
    // Draws and decisions of the organiser take any number of applications.
    if seen.entry != Entry::First {
        return Err(NO_WAITING_LIST.into());
    }
    let guest = admission::require(ctx, &seen, &me.id)?;
    let answer = answer_to(ctx, &seen, new.answer)?;
    // People who join the waiting list do not wait for each other, only for those who change an occupied place, unless one item
    // could admit two of them.
    let event = match seen.eligibility {
        Eligibility::Items => of.lock(ctx)?,
        Eligibility::Open | Eligibility::Tickets => of.lock_shared(ctx)?,
    };
    seats::require_entry_open(&event, now)?;
    if store::quota(ctx, &event, ticket.as_ref())?.has_free() {
        return Err(NOT_FULL.into());
    }
    let mut place = seats::new_place(ctx, &event, &guest, ticket, answer)?;
    place.state = State::Waiting;
    store::insert(ctx, &place, Reason::Waiting, now)?;
    view(ctx, &event, place)
}

/// Gives a paid ticket back after the event was postponed by a day or more, within a week. The WIT go to who has paid. A place
/// that was freed because its holder did not come to the new time is refunded too.
pub(crate) fn refund(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<PlaceView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let event = of.lock_visible(ctx)?;
    let current = store::of_holder(ctx, &event.id, &me.id)?;
    let no_shows = store::unrefunded_no_shows(ctx, &event.id, &me.id)?;
    let refused = match &current {
        Some(place) if place.checked_in_at.is_some() => CHECKED_IN,
        None if no_shows.is_empty() => PLACE_NOT_FOUND,
        _ => NOT_REFUNDABLE,
    };
    let mut places = current.into_iter().chain(no_shows);
    let Some(mut place) = places.find(|place| place.is_refundable(&event, now)) else {
        return Err(refused.into());
    };
    payouts::insert_refund(ctx, &event, &place, now)?;
    match place.state {
        State::Freed => store::record_refund(ctx, &place, now)?,
        _ => seats::free(ctx, &event, &mut place, Reason::Refunded)?,
    }
    place.is_unrefunded_no_show = false;
    payouts::schedule(ctx, &event.id, now)?;
    view(ctx, &event, place)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Transfer {
    #[schemars(extend("format" = "uuid"))]
    user_id: String,
}

/// Gives the caller's place to a friend: the holder changes, the place stays. The former code is not valid any more.
pub(crate) fn transfer(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<Transfer>),
) -> Result<Payload<PlaceView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let event = of.lock_visible(ctx)?;
    let mut place = store::of_holder(ctx, &event.id, &me.id)?.ok_or(PLACE_NOT_FOUND)?;
    let is_open = matches!(event.phase(now), Phase::Pre | Phase::In);
    // The result of a draw, and the runs of a challenge, belong to the person.
    let is_personal = event.entry != Entry::First
        || event.kind == crate::event::Kind::Challenge && event.phase(now) == Phase::In;
    if place.state != State::Taken || place.checked_in_at.is_some() || !is_open || is_personal {
        return Err(NOT_TRANSFERABLE.into());
    }
    let to = Uuid::parse(&new.user_id).ok_or(USER_NOT_FOUND)?;
    let (people, blocked) = People::between(ctx, &me.id, &to);
    if to == me.id || blocked || people.get(&to).is_none() {
        return Err(USER_NOT_FOUND.into());
    }
    venue::require_friends(ctx, &me.id, &to)?;
    let guest = match admission::check(ctx, &event, &to)? {
        Ok(guest) => guest,
        Err(Refusal::Items(error)) => return Err(error),
        Err(Refusal::Closed(_)) => return Err(FRIEND_EXCLUDED.into()),
    };
    match store::of_holder(ctx, &event.id, &to)? {
        // The place is what the friend has been waiting for.
        Some(mut waiting) if waiting.state == State::Waiting => {
            seats::free(ctx, &event, &mut waiting, Reason::Left)?;
        }
        Some(_) => return Err(FRIEND_HAS_PLACE.into()),
        None => {}
    }
    // The item of the giver does not admit the friend, unless it is the friend's now.
    seats::keep_item(ctx, &event, &guest, &mut place)??;
    store::set_holder(ctx, &mut place, &guest, now)?;
    notices::transferred(ctx, &event, &place, &me.id)?;
    let freed = Place {
        holder: Some(me.id),
        state: State::Freed,
        code: None,
        ..place
    };
    view(ctx, &event, freed)
}
