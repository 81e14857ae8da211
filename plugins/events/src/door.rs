//! The organiser's side of places: the list of participants, decisions about applications, and check-in at the door.

use crate::access::{self, OfEvent};
use crate::admission;
use crate::event::{Event, Phase};
use crate::guest::Guest;
use crate::helpers;
use crate::notices;
use crate::place::{DOORS_MS, Place, Reason, State, normalise_code};
use crate::place_store as store;
use crate::problems::{
    ALREADY_DECIDED, CANCELLED, CHECK_IN_EARLY, CHECKED_IN, CODE_INVALID, ENDED, NO_PLACE_TO_GIVE,
    NOT_ADMITTED, NOT_OPEN, NOT_ORGANISER, PLACE_FREED, PLACE_NOT_FOUND,
};
use crate::seats;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageLimits, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, text};

/// Places whose nicknames a page of a search reads: with the longest answers they stay below the size of a result. A search with few
/// results has few or none on a page, and a cursor.
const SEARCHED: u32 = 400;
/// A search has no pages by number: how many places are before a result is unknown.
const SEARCH_LIMITS: PageLimits = PageLimits {
    default_limit: 20,
    max_limit: 100,
    max_page: 1,
};
const NICKNAME_MAX: usize = 40;

/// A person with a place, or on the way to one.
#[derive(Serialize, schemars::JsonSchema)]
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

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ParticipantQuery {
    /// A part of the nickname; for the organiser. A page can have few results or none and still a cursor.
    #[schemars(length(max = 40))]
    q: Option<String>,
    state: Option<State>,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// Who takes part, in the order in which they applied. The organiser also sees applications and the waiting list, and can
/// search them by a part of the nickname.
pub(crate) fn participants(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfEvent>, Query<ParticipantQuery>),
) -> Result<Payload<Page<Participant>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let wanted = searched(query.q.as_deref())?;
    let limits = match wanted {
        Some(_) => SEARCH_LIMITS,
        None => page::USUAL,
    };
    let window: Window<TimeKey> = asked.window(limits)?;
    let event = of.visible(ctx)?;
    let is_organiser = access::is_organiser(ctx, &event);
    let state = match query.state {
        Some(State::Taken) | None => State::Taken,
        Some(state) if is_organiser => state,
        Some(_) => return Err(NOT_ORGANISER.into()),
    };
    let (page, people) = match wanted {
        None => {
            let rows = store::list(ctx, &event.id, state, &window)?;
            let page = window.page(rows, key_of);
            let people = People::of(ctx, holders(&page.items));
            (page, people)
        }
        Some(wanted) if is_organiser => found(ctx, &event.id, state, (&window, &wanted))?,
        Some(_) => return Err(NOT_ORGANISER.into()),
    };
    let me = ctx.actor().account().cloned();
    // The organiser is responsible for the guests: a block between people hides none of them.
    let blocks = match is_organiser {
        true => Vec::new(),
        false => ctx.users().blocks(),
    };
    Ok(Payload(page.filter_map(|place| {
        let is_hidden = place.holder.as_ref().is_some_and(|id| blocks.contains(id));
        (!is_hidden).then(|| Participant::of(place, is_organiser, me.as_ref(), &people))
    })))
}

fn key_of(place: &Place) -> TimeKey {
    (place.joined_at.as_micros(), place.id.clone())
}

fn holders(places: &[Place]) -> impl Iterator<Item = &Uuid> {
    places.iter().filter_map(|place| place.holder.as_ref())
}

/// The part of a nickname that is searched for, in lower case.
fn searched(text: Option<&str>) -> Result<Option<String>, Error> {
    let text = text::line("q", text.unwrap_or_default(), 0..=NICKNAME_MAX)?;
    Ok((!text.is_empty()).then(|| text.to_lowercase()))
}

/// A page of the places whose holders have `wanted` in their nicknames, among the next [`SEARCHED`]. Nicknames are not stored
/// here, since they change.
fn found(
    ctx: &Ctx,
    event: &Uuid,
    state: State,
    (window, wanted): (&Window<TimeKey>, &str),
) -> Result<(Page<Place>, People), Error> {
    let reading = Window {
        limit: SEARCHED,
        ..window.clone()
    };
    let read = reading.page(store::list(ctx, event, state, &reading)?, key_of);
    let people = People::of(ctx, holders(&read.items));
    let is_wanted = |place: &Place| {
        let person = place.holder.as_ref().and_then(|id| people.get(id));
        person.is_some_and(|person| person.nickname.to_lowercase().contains(wanted))
    };
    let page = narrowed(read, window.limit, is_wanted);
    Ok((page, people))
}

/// The first `limit` places of a page that are wanted. The next page begins after the last place that was looked at.
fn narrowed(read: Page<Place>, limit: u32, is_wanted: impl Fn(&Place) -> bool) -> Page<Place> {
    let count = read.items.len();
    let wanted = (0..count).filter(|at| is_wanted(&read.items[*at]));
    let wanted: Vec<usize> = wanted.take(limit as usize).collect();
    let next_cursor = match wanted.last() {
        Some(last) if wanted.len() == limit as usize && last + 1 < count => {
            Some(page::encode(&key_of(&read.items[*last])))
        }
        _ => read.next_cursor,
    };
    let places = read.items.into_iter().enumerate();
    let chosen = places.filter(|(at, _)| wanted.binary_search(at).is_ok());
    Page {
        items: chosen.map(|(_, place)| place).collect(),
        page: read.page,
        limit,
        total: read.total,
        next_cursor,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfPlace {
    id: String,
    place_id: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
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
            if !seats::has_free(ctx, &event, None, now)? {
                return Err(NO_PLACE_TO_GIVE.into());
            }
            require_admitted(ctx, &event, &mut place)?;
            store::change(ctx, &mut place, State::Taken, Reason::Approved, now)?;
        }
        false => store::change(ctx, &mut place, State::Freed, Reason::Rejected, now)?,
    }
    notices::decided(ctx, &event, &place, decision.is_approved)?;
    let people = People::of(ctx, place.holder.as_ref());
    Ok(Payload(Participant::of(place, true, None, &people)))
}

/// Who is let in: the holder of a code, or of a place that the organiser has chosen from the list.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Arrival {
    code: Option<String>,
    /// A place from the list of participants, for a person without a code. Either this or the code.
    #[schemars(extend("format" = "uuid"))]
    place_id: Option<String>,
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

/// Fails if the holder of a place may not hold it any more.
fn require_admitted(ctx: &Ctx, event: &Event, place: &mut Place) -> Result<Guest, Error> {
    let Some(holder) = place.holder.clone() else {
        return Err(PLACE_FREED.into());
    };
    let Ok(guest) = admission::check(ctx, event, &holder)? else {
        return Err(NOT_ADMITTED.into());
    };
    match seats::keep_item(ctx, event, &guest, place)? {
        Ok(()) => Ok(guest),
        Err(_) => Err(NOT_ADMITTED.into()),
    }
}

/// Lets a person in, once. A code of another event, or one from before a transfer, is refused. Helpers check in by codes only.
/// A check-in without a code has a reason of its own in the ledger of places.
pub(crate) fn check_in(
    ctx: &Ctx,
    (Params(of), Json(arrival)): (Params<OfEvent>, Json<Arrival>),
) -> Result<Payload<Participant>, Error> {
    let (event, is_organiser) = helpers::lock_at_door(ctx, &of)?;
    let now = ctx.now();
    require_doors_open(&event, now)?;
    let (found, reason) = match (&arrival.code, &arrival.place_id) {
        (Some(code), None) => (
            store::by_code(ctx, &event.id, &normalise_code(code))?.ok_or(CODE_INVALID)?,
            Reason::CheckedIn,
        ),
        // Helpers have no list of places.
        (None, Some(_)) if !is_organiser => return Err(NOT_ORGANISER.into()),
        (None, Some(id)) => {
            let id = Uuid::parse(id).ok_or(PLACE_FREED)?;
            let found = store::by_id(ctx, &event.id, &id)?.ok_or(PLACE_FREED)?;
            (found, Reason::CheckedInByHand)
        }
        _ => {
            return Err(Error::field(
                "code",
                "입장 코드와 참가자 중 하나만 지정해 주세요.",
                "Please give either an entry code or a participant.",
            ));
        }
    };
    let mut place = match found.state {
        State::Taken => found,
        _ => return Err(PLACE_FREED.into()),
    };
    if place.checked_in_at.is_some() {
        return Err(CHECKED_IN.into());
    }
    let guest = require_admitted(ctx, &event, &mut place)?;
    if !store::check_in(ctx, (&place, &guest), reason, now)? {
        return Err(CHECKED_IN.into());
    }
    notices::place_changed(ctx, &event, &place)?;
    let people = People::of(ctx, place.holder.as_ref());
    let place = Place {
        checked_in_at: Some(now),
        ..place
    };
    Ok(Payload(Participant::of(place, is_organiser, None, &people)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: i64) -> Place {
        Place {
            id: Uuid::nil(),
            event: Uuid::nil(),
            ticket: None,
            holder: None,
            state: State::Taken,
            paid: 0,
            payer: None,
            answer: None,
            held_until: None,
            code: None,
            checked_in_at: None,
            joined_at: Timestamp::from_millis(at),
            rank: None,
            item: None,
            nonce: None,
            is_unrefunded_no_show: false,
        }
    }

    /// The joining times of a page, and that of its cursor.
    fn page_of(count: i64, has_more: bool, limit: u32, wanted: &[i64]) -> (Vec<i64>, Option<i64>) {
        let read = Page {
            items: (0..count).map(place).collect(),
            page: 1,
            limit: SEARCHED,
            total: None,
            next_cursor: has_more.then(|| page::encode(&key_of(&place(count - 1)))),
        };
        let page = narrowed(read, limit, |one| {
            wanted.contains(&(one.joined_at.as_micros() / 1_000))
        });
        let at = |one: &Place| one.joined_at.as_micros() / 1_000;
        let cursor = page.next_cursor.map(|cursor| {
            let (micros, _): TimeKey = page::decode(&cursor).expect("a cursor");
            micros / 1_000
        });
        (page.items.iter().map(at).collect(), cursor)
    }

    #[test]
    fn a_search_goes_on_after_the_last_place_it_has_looked_at() {
        for (has_more, limit, wanted, found, cursor) in [
            (false, 2, &[1, 4][..], &[1, 4][..], Some(4)),
            (false, 2, &[1, 9], &[1, 9], None),
            (true, 2, &[1, 9], &[1, 9], Some(9)),
            (false, 2, &[1, 4, 7], &[1, 4], Some(4)),
            (true, 5, &[], &[], Some(9)),
            (false, 5, &[3], &[3], None),
        ] {
            assert_eq!(
                page_of(10, has_more, limit, wanted),
                (found.to_vec(), cursor),
                "{has_more} {limit} {wanted:?}"
            );
        }
    }

    #[test]
    fn a_search_is_trimmed_and_has_no_case() {
        let text = |text| searched(text).ok().flatten();
        assert_eq!(text(Some(" Hana ")).as_deref(), Some("hana"));
        assert_eq!(text(Some("  ")), None);
        assert_eq!(text(None), None);
        assert!(searched(Some(&"가".repeat(NICKNAME_MAX + 1))).is_err());
    }
}
