//! Who sees an event and who runs it.

use crate::event::Event;
use crate::place_store;
use crate::problems::{
    EVENT_NOT_FOUND, NOT_ORGANISER, WORLD_ADMINS_ONLY, WORLD_BLACKLISTED, WORLD_MEMBERS_ONLY,
};
use crate::store;
use serde::Deserialize;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::{Decision, Resource};
use witverse_sdk::error::FORBIDDEN;
use witverse_sdk::{Ctx, Error, Problem, Uuid};

const WORLD: &str = "worlds::World";
/// Refusals that the policies name.
const DENIALS: [Problem; 3] = [WORLD_MEMBERS_ONLY, WORLD_BLACKLISTED, WORLD_ADMINS_ONLY];

/// The path of a route about one event.
#[derive(Deserialize)]
pub(crate) struct OfEvent {
    pub(crate) id: String,
}

impl OfEvent {
    fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| EVENT_NOT_FOUND.into())
    }

    /// The event, if the caller sees it.
    pub(crate) fn visible(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = store::by_id(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?;
        require_visible(ctx, &event)?;
        Ok(event)
    }

    /// The locked event, for a caller who sees it.
    pub(crate) fn lock(&self, ctx: &Ctx) -> Result<Event, Error> {
        Ok(store::lock(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?)
    }

    /// The event, locked against changes of its occupied places only, for a caller who sees it.
    pub(crate) fn lock_shared(&self, ctx: &Ctx) -> Result<Event, Error> {
        Ok(store::lock_shared(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?)
    }

    /// The locked event, if the caller sees it.
    pub(crate) fn lock_visible(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = store::lock(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?;
        require_visible(ctx, &event)?;
        Ok(event)
    }

    /// The locked event of the caller. An event that the caller sees is not said to be missing.
    pub(crate) fn lock_own(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = self.lock_visible(ctx)?;
        match is_organiser(ctx, &event) {
            true => Ok(event),
            false => Err(NOT_ORGANISER.into()),
        }
    }

    /// The event of the caller, without a lock.
    pub(crate) fn own(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = self.visible(ctx)?;
        match is_organiser(ctx, &event) {
            true => Ok(event),
            false => Err(NOT_ORGANISER.into()),
        }
    }

    /// The locked event, for administrators of its world.
    pub(crate) fn lock_as_reviewer(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = store::lock(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?;
        require(ctx, "reviewEvents", &event.world)?;
        Ok(event)
    }

    /// The locked event, for administrators of its world or of the platform.
    pub(crate) fn lock_to_stop(&self, ctx: &Ctx) -> Result<Event, Error> {
        let event = store::lock(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?;
        if !is_supervisor(ctx) {
            require(ctx, "reviewEvents", &event.world)?;
        }
        Ok(event)
    }

    /// The locked event, for administrators of the platform: the policy of the route has decided.
    pub(crate) fn lock_as_staff(&self, ctx: &Ctx) -> Result<Event, Error> {
        Ok(store::lock(ctx, &self.uuid()?)?.ok_or(EVENT_NOT_FOUND)?)
    }
}

/// Whether the caller is the organiser.
pub(crate) fn is_organiser(ctx: &Ctx, event: &Event) -> bool {
    let actor = ctx.actor();
    actor.account().is_some() && actor.account() == event.organiser.as_ref()
}

/// Whether the caller administers the world.
pub(crate) fn is_reviewer(ctx: &Ctx, world: &Uuid) -> bool {
    ctx.authz()
        .check("reviewEvents", &Resource::declared(WORLD, world.as_str()))
}

/// Whether the caller is an administrator of the platform.
pub(crate) fn is_supervisor(ctx: &Ctx) -> bool {
    ctx.actor().account().is_some()
        && ctx
            .authz()
            .check("superviseEvents", &Resource::declared("Platform", ""))
}

/// Fails with the problem that a policy names if the caller may not do `action` in the world.
pub(crate) fn require(ctx: &Ctx, action: &str, world: &Uuid) -> Result<(), Error> {
    let decision = ctx
        .authz()
        .explain(action, &Resource::declared(WORLD, world.as_str()));
    match decision.allowed {
        true => Ok(()),
        false => Err(denial(&decision)),
    }
}

/// The problem that a policy names, why a person may not do `action` in the world; `None` if they may.
pub(crate) fn world_refusal(ctx: &Ctx, action: &str, world: &Uuid, person: &Uuid) -> Option<Error> {
    let world = Resource::declared(WORLD, world.as_str());
    let decision = ctx.authz().explain_for(person, action, &world);
    (!decision.allowed).then(|| denial(&decision))
}

/// Raises the alarms about an event of those people who see the events of its world: for people without a place.
pub(crate) fn raise_to_viewers(
    ctx: &Ctx,
    event: &Event,
    alarms: Vec<NewAlarm>,
) -> Result<(), Error> {
    let world = Resource::declared(WORLD, event.world.as_str());
    NewAlarm::raise_permitted(ctx, ("viewEvents", &world), alarms)
}

fn denial(decision: &Decision) -> Error {
    let named = decision.problems.iter().find_map(|code| {
        DENIALS
            .into_iter()
            .find(|problem| problem.code == code.as_str())
    });
    named.unwrap_or(FORBIDDEN).into()
}

/// Fails if the caller may not write texts of events: muted people may not.
pub(crate) fn require_organise(ctx: &Ctx) -> Result<(), Error> {
    let platform = Resource::declared("Platform", "");
    match ctx.authz().check("organise", &platform) {
        true => Ok(()),
        false => Err(FORBIDDEN.into()),
    }
}

/// Whether any visitor sees events of the world.
pub(crate) fn is_public(ctx: &Ctx, world: &Uuid) -> bool {
    ctx.authz()
        .check_visitor("viewEvents", &Resource::declared(WORLD, world.as_str()))
}

/// Fails if the caller may not see the event. Administrators see it before its announcement and also if its organiser has blocked
/// them; those of the platform, and people with a place, see it in private worlds too.
pub(crate) fn require_visible(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    if is_organiser(ctx, event) {
        return Ok(());
    }
    let is_blocked = match (ctx.actor().account(), &event.organiser) {
        (Some(me), Some(organiser)) => ctx.users().blocked_between(me, organiser),
        _ => false,
    };
    if (is_blocked || !event.is_announced())
        && !is_reviewer(ctx, &event.world)
        && !is_supervisor(ctx)
    {
        return Err(EVENT_NOT_FOUND.into());
    }
    let Err(refused) = require(ctx, "viewEvents", &event.world) else {
        return Ok(());
    };
    match is_supervisor(ctx) || has_place(ctx, event)? {
        true => Ok(()),
        false => Err(refused),
    }
}

/// Whether the caller has a place, or a paid one that was freed without a refund: they give it back, or have it refunded, also
/// when the world is closed to them.
fn has_place(ctx: &Ctx, event: &Event) -> Result<bool, Error> {
    let actor = ctx.actor();
    let Some(me) = actor.account() else {
        return Ok(false);
    };
    Ok(place_store::of_holder(ctx, &event.id, me)?.is_some()
        || !place_store::unrefunded_no_shows(ctx, &event.id, me)?.is_empty())
}
