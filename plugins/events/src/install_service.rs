//! The service `events@1`: what plugins that operators have installed do with events. The kernel checks the scope of each
//! function and names the install; everything here is limited to its world and to its own events, and follows the rules for
//! the person who acts.
//!
//! - Scope `create`: `create` takes the body of `POST /api/v3/events` with `form`, the values of the plugin's form, in place of
//!   `plugin`, and answers like `event`.
//! - Scope `read`: `event {id}`, `list {cursor, limit}` and `participants {id, cursor, limit}`.
//! - Scope `manage`: `end {id}` for the organiser, and `set_result {id, result}`.

use crate::access::{self, is_organiser};
use crate::event::{Event, Phase};
use crate::new_event::NewEvent;
use crate::new_plugin::NewPlugin;
use crate::organise;
use crate::place::State;
use crate::place_store;
use crate::plugin_store::{self, EventPlugin};
use crate::problems::{CANCELLED, EVENT_NOT_FOUND, NOT_ORGANISER, NOT_STARTED};
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::ctx::{CallingInstall, Text};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::{Caller, Ctx, Error, ServiceCall, Timestamp, Uuid, params, select, text};

pub(crate) const SERVICE: &str = "events@1";
const RESULT_MAX: usize = 300;

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    // System plugins have no use of it.
    let install = ctx.calling_install().ok_or(NOT_FOUND)?;
    match call.method.as_str() {
        "create" => ServiceCall::answer(&create(ctx, &install, call.json()?)?),
        "event" => ServiceCall::answer(&event(ctx, &install, &call.json()?)?),
        "list" => ServiceCall::answer(&list(ctx, &install, &call.json()?)?),
        "participants" => ServiceCall::answer(&participants(ctx, &install, &call.json()?)?),
        "end" => ServiceCall::answer(&end(ctx, &install, &call.json()?)?),
        "set_result" => ServiceCall::answer(&set_result(ctx, &install, &call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

/// An event of the install.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnEvent {
    event_id: Uuid,
    title: Text,
    description: Text,
    block_id: Uuid,
    starts_at: Timestamp,
    ends_at: Timestamp,
    phase: Phase,
    organiser_id: Option<Uuid>,
    /// The caller is the organiser.
    is_organiser: bool,
    /// The caller has a place.
    has_place: bool,
    form: Value,
    result: Option<Text>,
}

impl OwnEvent {
    fn of(ctx: &Ctx, event: Event, plugin: EventPlugin, has_place: bool) -> Self {
        Self {
            phase: event.phase(ctx.now()),
            is_organiser: is_organiser(ctx, &event),
            has_place,
            form: plugin.form,
            result: plugin.result,
            event_id: event.id,
            title: event.title,
            description: event.description,
            block_id: event.block,
            starts_at: event.starts_at,
            ends_at: event.ends_at,
            organiser_id: event.organiser,
        }
    }
}

#[derive(Deserialize)]
struct Of {
    id: String,
}

impl Of {
    fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| EVENT_NOT_FOUND.into())
    }
}

/// An event of the install that the caller sees. Timers of the plugin see all of its events.
fn own(ctx: &Ctx, install: &CallingInstall, id: &Uuid) -> Result<(Event, EventPlugin), Error> {
    let plugin = plugin_store::of_event(ctx, id)?;
    let plugin = plugin.filter(|plugin| plugin.install_id == install.id);
    let found = store::by_id(ctx, id)?.zip(plugin);
    let (event, plugin) = found.ok_or(EVENT_NOT_FOUND)?;
    if event.world != install.world {
        return Err(EVENT_NOT_FOUND.into());
    }
    if ctx.actor() != Caller::System {
        access::require_visible(ctx, &event)?;
    }
    Ok((event, plugin))
}

/// Which of the events the caller has a place at.
fn with_places(ctx: &Ctx, events: Vec<Uuid>) -> Result<Vec<Uuid>, Error> {
    let actor = ctx.actor();
    let Some(me) = actor.account() else {
        return Ok(Vec::new());
    };
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select p.event_id from place p where p.event_id = any($1::uuid[]) and p.holder_id = $2 and p.state = 'taken'",
            &params![events, me],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(event,)| event).collect())
}

fn shown(ctx: &Ctx, (event, plugin): (Event, EventPlugin)) -> Result<OwnEvent, Error> {
    let has_place = !with_places(ctx, vec![event.id.clone()])?.is_empty();
    Ok(OwnEvent::of(ctx, event, plugin, has_place))
}

#[derive(Deserialize)]
struct Create {
    #[serde(flatten)]
    event: NewEvent,
    #[serde(default)]
    form: Value,
}

/// Creates an event of the caller in the world of the install.
fn create(ctx: &Ctx, install: &CallingInstall, new: Create) -> Result<OwnEvent, Error> {
    access::require_organise(ctx)?;
    let event = NewEvent {
        plugin: Some(NewPlugin {
            install: install.id.clone(),
            form: new.form,
        }),
        ..new.event
    };
    let created = organise::create_event(ctx, event)?;
    let plugin = plugin_store::of_event(ctx, &created.id)?.ok_or(EVENT_NOT_FOUND)?;
    Ok(OwnEvent::of(ctx, created, plugin, false))
}

fn event(ctx: &Ctx, install: &CallingInstall, of: &Of) -> Result<OwnEvent, Error> {
    shown(ctx, own(ctx, install, &of.uuid()?)?)
}

/// The events of the install that the caller sees, the latest first. A page can have fewer events than its limit.
fn list(ctx: &Ctx, install: &CallingInstall, asked: &PageQuery) -> Result<Page<OwnEvent>, Error> {
    let window: Window<Uuid> = asked.window(page::USUAL)?;
    let is_system = ctx.actor() == Caller::System;
    if !is_system {
        access::require(ctx, "viewEvents", &install.world)?;
    }
    let rows: Vec<Event> = ctx
        .sql()
        .query(
            select!(
                Event,
                "from event e where e.world_id = $1 and e.id in (select x.event_id from event_plugin x where \
                 x.install_id = $2 and ($3::uuid is null or x.event_id < $3) order by x.event_id desc limit $4) \
                 order by e.id desc"
            ),
            &params![
                &install.world,
                &install.id,
                window.after.clone(),
                window.fetch()
            ],
        )?
        .all()?;
    let page = window.page(rows, |event| event.id.clone());
    let ids: Vec<Uuid> = page.items.iter().map(|event| event.id.clone()).collect();
    let plugins = plugin_store::of_events(ctx, ids.clone())?;
    let places = with_places(ctx, ids)?;
    let blocks = ctx.users().blocks();
    Ok(page.filter_map(|event| {
        let plugin = plugins.iter().find(|plugin| plugin.event == event.id)?;
        let is_blocked = event
            .organiser
            .as_ref()
            .is_some_and(|id| blocks.contains(id));
        let is_seen = event.is_announced() && !is_blocked || is_organiser(ctx, &event);
        let has_place = places.contains(&event.id);
        (is_seen || is_system).then(|| OwnEvent::of(ctx, event, plugin.clone(), has_place))
    }))
}

#[derive(Deserialize)]
struct ParticipantsOf {
    id: String,
    cursor: Option<String>,
    limit: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParticipantFacts {
    user_id: Uuid,
    joined_at: Timestamp,
    checked_in_at: Option<Timestamp>,
}

/// Who has a place, in the order in which they applied.
fn participants(
    ctx: &Ctx,
    install: &CallingInstall,
    of: &ParticipantsOf,
) -> Result<Page<ParticipantFacts>, Error> {
    let asked = PageQuery {
        page: None,
        limit: of.limit,
        cursor: of.cursor.clone(),
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let id = Of { id: of.id.clone() }.uuid()?;
    let (event, _) = own(ctx, install, &id)?;
    let rows = place_store::list(ctx, &event.id, State::Taken, &window)?;
    let page = window.page(rows, |place| {
        (place.joined_at.as_micros(), place.id.clone())
    });
    Ok(page.filter_map(|place| {
        Some(ParticipantFacts {
            user_id: place.holder?,
            joined_at: place.joined_at,
            checked_in_at: place.checked_in_at,
        })
    }))
}

/// Ends an event early, as its organiser.
fn end(ctx: &Ctx, install: &CallingInstall, of: &Of) -> Result<OwnEvent, Error> {
    let id = of.uuid()?;
    store::lock(ctx, &id)?.ok_or(EVENT_NOT_FOUND)?;
    let (event, _) = own(ctx, install, &id)?;
    if !is_organiser(ctx, &event) {
        return Err(NOT_ORGANISER.into());
    }
    organise::end_event(ctx, &event)?;
    shown(ctx, own(ctx, install, &id)?)
}

#[derive(Deserialize)]
struct ResultOf {
    id: String,
    result: Text,
}

/// States the result of an event that has started. A later call replaces it.
fn set_result(ctx: &Ctx, install: &CallingInstall, of: &ResultOf) -> Result<OwnEvent, Error> {
    let id = Of { id: of.id.clone() }.uuid()?;
    let result = text::both_paragraphs("result", &of.result, 1..=RESULT_MAX)?;
    organise::check_words(ctx, [("result", &result)])?;
    let (event, _) = own(ctx, install, &id)?;
    match event.phase(ctx.now()) {
        Phase::In | Phase::Post => {}
        Phase::Requested | Phase::Pre => return Err(NOT_STARTED.into()),
        Phase::Cancelled | Phase::Rejected => return Err(CANCELLED.into()),
    }
    plugin_store::set_result(ctx, &id, &result, ctx.now())?;
    shown(ctx, own(ctx, install, &id)?)
}
