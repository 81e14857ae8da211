//! Events and places in responses.

use crate::access;
use crate::attempts;
use crate::draw::hex;
use crate::event::{Eligibility, Entry, Event, Kind, Phase, Review, Scoring};
use crate::helpers;
use crate::place::{Place, State};
use crate::place_store;
use crate::plugin_store::{self, EventPlugin};
use crate::seats;
use crate::store::{self, Gate, Ticket};
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// The text that a search finds an event by.
pub(crate) fn search_text(event: &Event) -> String {
    format!("{} {}", event.title.ko, event.title.en)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Where {
    world_id: Uuid,
    world_name: String,
    block_id: Uuid,
    block_name: String,
    block_title: Text,
}

/// An event in lists.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventCard {
    event_id: Uuid,
    r#type: Kind,
    title: Text,
    image_url: Option<String>,
    #[serde(flatten)]
    place: Where,
    organiser: Option<PersonCard>,
    is_own: bool,
    starts_at: Timestamp,
    ends_at: Timestamp,
    /// The start before the latest postponement.
    postponed_from: Option<Timestamp>,
    /// Follows from the clock and the decisions about the event.
    phase: Phase,
    eligibility: Eligibility,
    entry: Entry,
    /// Null: no limit.
    max_people: Option<i64>,
    is_official: bool,
    /// All prizes, in hundredths of a WIT.
    prize_hundredths: i64,
    /// People who were there.
    attended: i64,
    created_at: Timestamp,
}

impl EventCard {
    pub(crate) fn of(
        event: &Event,
        viewer: Option<&Uuid>,
        people: &People,
        now: Timestamp,
    ) -> Self {
        Self {
            event_id: event.id.clone(),
            r#type: event.kind,
            title: event.title.clone(),
            image_url: event.image_url.clone(),
            place: Where {
                world_id: event.world.clone(),
                world_name: event.world_name.clone(),
                block_id: event.block.clone(),
                block_name: event.block_name.clone(),
                block_title: event.block_title.clone(),
            },
            organiser: event.organiser.as_ref().and_then(|id| people.get(id)),
            is_own: viewer.is_some() && viewer == event.organiser.as_ref(),
            starts_at: event.starts_at,
            ends_at: event.ends_at,
            postponed_from: event.postponed_from,
            phase: event.phase(now),
            eligibility: event.eligibility,
            entry: event.entry,
            max_people: event.max_people,
            is_official: event.is_official,
            prize_hundredths: event.prizes.iter().sum(),
            attended: event.attended,
            created_at: event.created_at,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GateView {
    id: Uuid,
    is_collection: bool,
    name: Text,
}

impl From<Gate> for GateView {
    fn from(gate: Gate) -> Self {
        Self {
            id: gate.id,
            is_collection: gate.is_collection,
            name: gate.name,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TicketView {
    ticket_id: Uuid,
    name: Text,
    description: Text,
    price_hundredths: i64,
    quantity: i64,
    left: i64,
}

impl From<Ticket> for TicketView {
    fn from(ticket: Ticket) -> Self {
        Self {
            ticket_id: ticket.id,
            name: ticket.name,
            description: ticket.description,
            price_hundredths: ticket.price,
            left: (ticket.quantity - ticket.occupied).max(0),
            quantity: ticket.quantity,
        }
    }
}

/// The caller's own place.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlaceView {
    place_id: Uuid,
    event_id: Uuid,
    ticket_id: Option<Uuid>,
    state: State,
    paid_hundredths: i64,
    answer: Option<String>,
    /// Until when a cart or an offer holds the place.
    held_until: Option<Timestamp>,
    /// For the door; only the holder sees it.
    code: Option<String>,
    checked_in_at: Option<Timestamp>,
    joined_at: Timestamp,
    /// People before the caller on the waiting list.
    waiting_before: Option<i64>,
    is_refundable: bool,
    /// In the draw.
    rank: Option<i64>,
}

impl PlaceView {
    /// With the number of people before the caller on the waiting list.
    pub(crate) fn of(ctx: &Ctx, event: &Event, place: Place) -> Result<Self, Error> {
        let waiting_before = match place.state {
            State::Waiting => Some(place_store::waiting_before(ctx, &place)?),
            _ => None,
        };
        Ok(Self {
            waiting_before,
            ..Self::plain(event, place, ctx.now())
        })
    }

    /// Without a query.
    pub(crate) fn plain(event: &Event, place: Place, now: Timestamp) -> Self {
        let is_overdue = place.is_overdue(now);
        let is_refundable = place.is_refundable(event, now);
        let code = place.code.filter(|_| place.state == State::Taken);
        Self {
            is_refundable,
            code,
            place_id: place.id,
            event_id: place.event,
            ticket_id: place.ticket,
            // The timer that ends it may be late.
            state: if is_overdue {
                State::Freed
            } else {
                place.state
            },
            paid_hundredths: place.paid,
            answer: place.answer,
            held_until: place.held_until,
            checked_in_at: place.checked_in_at,
            joined_at: place.joined_at,
            waiting_before: None,
            rank: place.rank,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Numbers {
    taken: i64,
    applied: i64,
    waiting: i64,
    checked_in: i64,
    /// Null: no limit.
    left: Option<i64>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DrawFacts {
    at: Timestamp,
    drawn_at: Option<Timestamp>,
    /// The SHA-256 hash of the seed, in hexadecimal digits.
    commit: String,
}

/// Everything about an event.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventDetail {
    #[serde(flatten)]
    card: EventCard,
    description: Text,
    question: Option<Text>,
    items: Vec<GateView>,
    tickets: Vec<TicketView>,
    numbers: Numbers,
    entry_closes_at: Timestamp,
    /// Whether applications are open now.
    is_entry_open: bool,
    no_show_minutes: Option<i64>,
    attempts: Option<i64>,
    scoring: Option<Scoring>,
    /// Laps of the races that count.
    laps: Option<i64>,
    prizes_hundredths: Vec<i64>,
    review: Review,
    review_reason: Option<String>,
    /// Why an administrator stopped it.
    stop_reason: Option<String>,
    /// The caller administers the world.
    can_review: bool,
    /// The caller administers the world or the platform, and it is not over.
    can_stop: bool,
    draw: Option<DrawFacts>,
    /// The installed plugin that it is held with, also after it was uninstalled.
    plugin: Option<EventPlugin>,
    place: Option<PlaceView>,
    is_joined: bool,
    /// The caller helps at the door.
    is_helper: bool,
    /// The time of the server: countdowns do not trust the clock of the device.
    server_now: Timestamp,
}

impl EventDetail {
    pub(crate) fn of(ctx: &Ctx, event: Event) -> Result<Self, Error> {
        let now = ctx.now();
        let me = ctx.actor().account().cloned();
        let people = People::of(ctx, event.organiser.as_ref());
        let counts = place_store::counts(ctx, &event.id, now)?;
        let tickets = match event.eligibility {
            Eligibility::Tickets => store::tickets(ctx, &event.id, now)?,
            _ => Vec::new(),
        };
        let items = match event.eligibility {
            Eligibility::Items => store::gates(ctx, &event.id)?,
            _ => Vec::new(),
        };
        let place = match &me {
            Some(me) => place_store::latest_of(ctx, &event.id, me)?,
            None => None,
        };
        let place = match place {
            Some(place) => Some(PlaceView::of(ctx, &event, place)?),
            None => None,
        };
        let plugin = match event.kind {
            Kind::Meetup => plugin_store::of_event(ctx, &event.id)?,
            _ => None,
        };
        let laps = match event.kind {
            Kind::Challenge => attempts::course(ctx, &event.id)?.laps,
            Kind::Meetup => None,
        };
        let can_review = me.is_some() && access::is_reviewer(ctx, &event.world);
        let is_staff = can_review || access::is_supervisor(ctx);
        let is_over = matches!(
            event.phase(now),
            Phase::Post | Phase::Cancelled | Phase::Rejected
        );
        let is_own = me.is_some() && me == event.organiser;
        let is_helper = match &me {
            Some(me) if !is_own => helpers::is_helper(ctx, &event.id, me)?,
            _ => false,
        };
        Ok(Self {
            card: EventCard::of(&event, me.as_ref(), &people, now),
            numbers: Numbers {
                taken: counts.taken,
                applied: counts.applied,
                waiting: counts.waiting,
                checked_in: counts.checked_in,
                left: event.max_people.map(|max| (max - counts.occupied).max(0)),
            },
            is_joined: place
                .as_ref()
                .is_some_and(|place| place.state != State::Freed),
            place,
            entry_closes_at: event.entry_closes_at(),
            is_entry_open: seats::require_entry_open(&event, now).is_ok(),
            draw: event.draw.as_ref().map(|draw| DrawFacts {
                at: draw.at,
                drawn_at: draw.drawn_at,
                commit: hex(&draw.commit),
            }),
            // Reasons are for the organiser and administrators.
            review_reason: event.review_reason.filter(|_| is_own || is_staff),
            stop_reason: event.stop_reason.filter(|_| is_own || is_staff),
            description: event.description,
            question: event.question,
            items: items.into_iter().map(GateView::from).collect(),
            tickets: tickets.into_iter().map(TicketView::from).collect(),
            no_show_minutes: event.no_show_minutes,
            attempts: event.attempts,
            scoring: event.scoring,
            laps,
            prizes_hundredths: event.prizes,
            plugin,
            review: event.review,
            can_review,
            can_stop: is_staff && !is_over,
            is_helper,
            server_now: now,
        })
    }
}
