//! Handlers of organisers and administrators: creating, changing, cancelling, postponing and ending events, and decisions about
//! requests.

use crate::access::{self, OfEvent};
use crate::attempts;
use crate::challenge;
use crate::clock;
use crate::entry_handlers::charge;
use crate::event::{Eligibility, Entry, Event, Kind, Phase, Review, Status};
use crate::new_event::{NewEvent, check_start, check_texts};
use crate::notices::{self, Notice};
use crate::payouts;
use crate::plugin_store;
use crate::problems::{
    ALREADY_DECIDED, CANCELLED, ENDED, EVENT_NOT_FOUND, HAS_RESULTS, NOT_STARTED,
    PLUGIN_UNAVAILABLE, STARTED, TOO_MANY_EVENTS,
};
use crate::requests::{self, Outcome};
use crate::search::TERMS;
use crate::store;
use crate::venue;
use crate::views::{EventDetail, search_text};
use serde::Deserialize;
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::kernel_events::FileDeleted;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, images, text};

/// Events of a person that are open at the same time.
const OPEN_MAX: u32 = 20;
/// 256 bits.
const SEED_BYTES: u32 = 32;
const REASON_MAX: usize = 300;

fn reload(ctx: &Ctx, id: &Uuid) -> Result<EventDetail, Error> {
    let event = store::by_id(ctx, id)?.ok_or(EVENT_NOT_FOUND)?;
    EventDetail::of(ctx, event)
}

/// Refuses texts with a word of the platform's list.
pub(crate) fn check_words<'a>(
    ctx: &Ctx,
    texts: impl IntoIterator<Item = (&'a str, &'a Text)>,
) -> Result<(), Error> {
    for (field, text) in texts {
        if ctx
            .users()
            .forbidden_word(&format!("{} {}", text.ko, text.en))
        {
            return Err(Error::field(
                field,
                "사용할 수 없는 단어가 있습니다.",
                "This contains a word that can't be used.",
            ));
        }
    }
    Ok(())
}

pub(crate) fn create(ctx: &Ctx, Json(new): Json<NewEvent>) -> Result<Created<EventDetail>, Error> {
    let event = create_event(ctx, new)?;
    Ok(Created(EventDetail::of(ctx, event)?))
}

/// Creates an event. The prizes are paid into the account of the plugin at once, so that they are there at the end.
pub(crate) fn create_event(ctx: &Ctx, new: NewEvent) -> Result<Event, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let draft = new.draft(now)?;
    let new = &draft.new;
    check_words(
        ctx,
        [("title", &new.title), ("description", &new.description)]
            .into_iter()
            .chain(new.question.iter().map(|text| ("question", text)))
            .chain(new.tickets.iter().map(|ticket| ("tickets", &ticket.name))),
    )?;
    if store::open_count(ctx, &me.id, OPEN_MAX)? >= i64::from(OPEN_MAX) {
        return Err(TOO_MANY_EVENTS.into());
    }
    let place = venue::enterable(ctx, &new.block_id)?;
    let plugin = match &new.plugin {
        Some(plugin) => Some(plugin_store::checked(ctx, plugin)?),
        None => None,
    };
    if plugin
        .as_ref()
        .is_some_and(|one| one.filled.world != place.world)
    {
        return Err(PLUGIN_UNAVAILABLE.into());
    }
    let game = match draft.kind {
        Kind::Challenge => Some(venue::timed_game(ctx, &new.block_id)?),
        _ => None,
    };
    let gates = new
        .items
        .iter()
        .map(|gate| venue::gate(ctx, &gate.id, gate.is_collection))
        .collect::<Result<Vec<_>, Error>>()?;
    let id = ctx.random().uuid();
    let image = match &new.image_id {
        Some(file) => Some(images::attach(ctx, file, &format!("event:{id}"), "imageId")?.url),
        None => None,
    };
    // An administrator who asks says yes at the same time.
    let review = match draft.needs_review() {
        false => Review::None,
        true if access::is_reviewer(ctx, &place.world) => Review::Approved,
        true => Review::Pending,
    };
    let seed = (new.entry == Entry::Draw).then(|| ctx.random().bytes(SEED_BYTES));
    store::insert(
        ctx,
        &id,
        (&me.id, &place, &draft),
        access::is_public(ctx, &place.world),
        (image.as_deref(), review, seed),
        now,
    )?;
    if let Some(game) = game {
        attempts::set_game(ctx, &id, game, new.laps)?;
    }
    if new.eligibility == Eligibility::Tickets {
        store::insert_tickets(ctx, &id, &draft)?;
    }
    for gate in &gates {
        store::insert_gate(ctx, &id, gate)?;
    }
    if let Some(plugin) = &plugin {
        plugin_store::insert(ctx, &id, plugin)?;
    }
    let event = store::by_id(ctx, &id)?.ok_or(EVENT_NOT_FOUND)?;
    TERMS.put(ctx, &id, &search_text(&event), event.starts_at)?;
    let prizes: i64 = event.prizes.iter().sum();
    if prizes > 0 {
        let wit = Wit::of_hundredths(prizes.unsigned_abs());
        charge(ctx, &payouts::prizes_key(&id), wit, "event_prizes")?;
    }
    clock::schedule(ctx, &event)?;
    notices::event_changed(ctx, &event)?;
    if review == Review::Pending {
        requests::announce(ctx, &event)?;
    }
    Ok(event)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedEvent {
    title: Text,
    description: Text,
    image_id: Option<Uuid>,
    /// Without a new image, the event has none afterwards.
    #[serde(default)]
    is_image_removed: bool,
}

/// Changes the texts and the image of an own event until its end. Everything that people have relied on when they applied stays.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<ChangedEvent>),
) -> Result<Payload<EventDetail>, Error> {
    let (title, description) = check_texts(&new.title, &new.description)?;
    check_words(ctx, [("title", &title), ("description", &description)])?;
    let event = of.lock_own(ctx)?;
    require_not_over(&event, ctx.now())?;
    let image = match &new.image_id {
        Some(file) => {
            let reference = format!("event:{}", event.id);
            ctx.files().detach_all(&reference);
            let image = images::attach(ctx, file, &reference, "imageId")?;
            Some((file, image.url))
        }
        None => None,
    };
    if image.is_none() && new.is_image_removed {
        ctx.files().detach_all(&format!("event:{}", event.id));
        store::remove_image(ctx, &event.id)?;
    }
    let image = image.as_ref().map(|(file, url)| (*file, url.as_str()));
    store::set_texts(ctx, &event.id, (&title, &description), image)?;
    let changed = store::by_id(ctx, &event.id)?.ok_or(EVENT_NOT_FOUND)?;
    TERMS.put(ctx, &event.id, &search_text(&changed), event.starts_at)?;
    notices::event_changed(ctx, &changed)?;
    Ok(Payload(EventDetail::of(ctx, changed)?))
}

/// Removes a deleted file from its event.
pub(crate) fn on_file_deleted(ctx: &Ctx, of: &witverse_sdk::Event) -> Result<(), Error> {
    let deleted: FileDeleted = of.json()?;
    match deleted.used_by("event") {
        Some(event) => store::remove_deleted_image(ctx, &event, &deleted.file_id),
        None => Ok(()),
    }
}

fn require_not_over(event: &Event, now: Timestamp) -> Result<(), Error> {
    match event.phase(now) {
        Phase::Requested | Phase::Pre | Phase::In => Ok(()),
        Phase::Post => Err(ENDED.into()),
        Phase::Cancelled | Phase::Rejected => Err(CANCELLED.into()),
    }
}

/// Cancels an own event before its end. All tickets are refunded and the prizes go back. A running challenge in which a run
/// counts is refused.
pub(crate) fn cancel(
    ctx: &Ctx,
    Params(of): Params<OfEvent>,
) -> Result<Payload<EventDetail>, Error> {
    let (event, now) = (of.lock_own(ctx)?, ctx.now());
    require_not_over(&event, now)?;
    // The prizes belong to the people who have run; the organiser can only end it.
    if event.phase(now) == Phase::In && challenge::has_results(ctx, &event)? {
        return Err(HAS_RESULTS.into());
    }
    clock::cancel(ctx, &event, now)?;
    Ok(Payload(reload(ctx, &event.id)?))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Postponement {
    starts_at: Timestamp,
}

/// Moves an own event that has not started to a later time; its duration stays.
pub(crate) fn postpone(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<Postponement>),
) -> Result<Payload<EventDetail>, Error> {
    let now = ctx.now();
    check_start(new.starts_at, now)?;
    let event = of.lock_own(ctx)?;
    require_not_over(&event, now)?;
    if event.phase(now) == Phase::In {
        return Err(STARTED.into());
    }
    if new.starts_at <= event.starts_at {
        return Err(Error::field(
            "startsAt",
            "지금 시작 시각보다 뒤로만 옮길 수 있습니다.",
            "An event can only be moved to a later time.",
        ));
    }
    store::postpone(ctx, &event, new.starts_at, now)?;
    let moved = store::by_id(ctx, &event.id)?.ok_or(EVENT_NOT_FOUND)?;
    clock::schedule(ctx, &moved)?;
    notices::tell_all(ctx, &event.id, Notice::Postponed)?;
    notices::event_changed(ctx, &moved)?;
    Ok(Payload(EventDetail::of(ctx, moved)?))
}

/// Ends an own event early. The client asks first: an event that has ended never starts again.
pub(crate) fn end(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<EventDetail>, Error> {
    let event = of.lock_own(ctx)?;
    end_event(ctx, &event)?;
    Ok(Payload(reload(ctx, &event.id)?))
}

/// Ends a locked event that has started.
pub(crate) fn end_event(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let now = ctx.now();
    require_not_over(event, now)?;
    if event.phase(now) != Phase::In {
        return Err(NOT_STARTED.into());
    }
    clock::finish(ctx, event, now)?;
    let ended = store::by_id(ctx, &event.id)?.ok_or(EVENT_NOT_FOUND)?;
    clock::schedule(ctx, &ended)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    is_approved: bool,
    /// Required to reject.
    reason: Option<String>,
}

/// Approves or rejects the request for an event. A rejected event never takes place, and its prizes go back.
pub(crate) fn review(
    ctx: &Ctx,
    (Params(of), Json(decision)): (Params<OfEvent>, Json<Decision>),
) -> Result<Payload<EventDetail>, Error> {
    let (next, reason) = match (decision.is_approved, decision.reason.as_deref()) {
        (true, _) => (Review::Approved, None),
        (false, reason) => (Review::Rejected, Some(checked_reason(reason)?)),
    };
    let (event, now) = (of.lock_as_reviewer(ctx)?, ctx.now());
    if event.phase(now) != Phase::Requested {
        return Err(ALREADY_DECIDED.into());
    }
    if !store::decide(ctx, &event.id, next, reason.as_deref())? {
        return Err(ALREADY_DECIDED.into());
    }
    if !decision.is_approved && store::close(ctx, &event.id, Status::Cancelled, now)? {
        payouts::return_prizes(ctx, &event, now)?;
    }
    let outcome = match decision.is_approved {
        true => Outcome::Approved,
        false => Outcome::Declined,
    };
    requests::settle(ctx, &event, outcome)?;
    notices::reviewed(ctx, &event, decision.is_approved)?;
    Ok(Payload(reload(ctx, &event.id)?))
}

/// The reason of a refusal or a stop, which the organiser reads.
fn checked_reason(reason: Option<&str>) -> Result<String, Error> {
    text::paragraph("reason", reason.unwrap_or_default(), 1..=REASON_MAX)
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Stop {
    /// For the organiser. 1 to 300 characters, as people count them.
    #[schemars(length(min = 1, max = 4800))]
    reason: Option<String>,
}

/// Stops an event of another person. It is cancelled like by its organiser; a running challenge in which a run counts ends, and
/// its prizes go by the ranks so far.
pub(crate) fn stop(
    ctx: &Ctx,
    (Params(of), Json(stop)): (Params<OfEvent>, Json<Stop>),
) -> Result<Payload<EventDetail>, Error> {
    let reason = checked_reason(stop.reason.as_deref())?;
    let me = ctx.caller()?;
    let (event, now) = (of.lock_to_stop(ctx)?, ctx.now());
    require_not_over(&event, now)?;
    let has_ended = event.phase(now) == Phase::In && challenge::has_results(ctx, &event)?;
    match has_ended {
        true => end_event(ctx, &event)?,
        false => clock::cancel(ctx, &event, now)?,
    }
    store::set_stopped(ctx, &event.id, &me.id, &reason)?;
    notices::stopped(ctx, &event, has_ended)?;
    Ok(Payload(reload(ctx, &event.id)?))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    is_official: bool,
}

/// Gives an event the official label, or removes it. Idempotent.
pub(crate) fn set_official(
    ctx: &Ctx,
    (Params(of), Json(label)): (Params<OfEvent>, Json<Label>),
) -> Result<Payload<EventDetail>, Error> {
    let event = of.lock_as_staff(ctx)?;
    store::set_official(ctx, &event.id, label.is_official)?;
    Ok(Payload(reload(ctx, &event.id)?))
}
