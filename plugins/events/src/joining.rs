//! The specification's call for meetups: it says whether the caller wants to take part, and can be repeated.

use crate::access::OfEvent;
use crate::entry_handlers::{Application, before_lock, give_back, join, lock_to_apply};
use crate::event::Event;
use crate::guest::Guest;
use crate::notices;
use crate::place::{Place, State};
use crate::place_store as store;
use crate::problems::HAS_PLACE;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Joining {
    #[schemars(extend("format" = "uuid"))]
    meetup_id: String,
    block_id: Uuid,
    is_joined: bool,
    /// Required for a draw: 32 random bytes of the entrant's own device, in hexadecimal.
    #[schemars(extend("pattern" = r"^[0-9a-f]{64}$"))]
    nonce: Option<String>,
}

/// An application with this call has no answer to a question.
fn application(nonce: Option<String>) -> Application {
    Application {
        answer: None,
        nonce,
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Joined {
    meetup_id: Uuid,
    block_id: Uuid,
    is_joined: bool,
}

/// Joins or leaves a meetup. Idempotent: `isJoined` is what the caller wants.
pub(crate) fn join_meetup(ctx: &Ctx, Json(new): Json<Joining>) -> Result<Payload<Joined>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let of = OfEvent { id: new.meetup_id };
    let seen = of.visible(ctx)?;
    if seen.block != new.block_id {
        return Err(crate::problems::EVENT_NOT_FOUND.into());
    }
    let prepared = match new.is_joined {
        true => prepared(ctx, &seen, &me.id, new.nonce.clone())?,
        false => None,
    };
    let event = match prepared {
        Some(_) => lock_to_apply(ctx, &of, &seen)?,
        None => of.lock(ctx)?,
    };
    let current = store::of_holder(ctx, &event.id, &me.id)?;
    let place = match (new.is_joined, current) {
        (true, Some(place)) if place.state != State::Offered => place,
        (true, _) => {
            // `None`: the person has an offer, or had a place that was freed before the lock.
            let (guest, application) = match prepared {
                Some(prepared) => prepared,
                None => before_lock(ctx, &event, &me.id, application(new.nonce))?,
            };
            joined(ctx, &event, &guest, application)?
        }
        (false, Some(place)) => give_back(ctx, &event, place)?,
        (false, None) => {
            return Ok(Payload(Joined {
                meetup_id: event.id,
                block_id: event.block,
                is_joined: false,
            }));
        }
    };
    notices::place_changed(ctx, &event, &place)?;
    Ok(Payload(Joined {
        is_joined: place.state != State::Freed,
        meetup_id: event.id,
        block_id: event.block,
    }))
}

/// Checks the application of a person without a place before the event is locked. `None` if they have a place, also one that a
/// concurrent request has just taken.
fn prepared(
    ctx: &Ctx,
    seen: &Event,
    me: &Uuid,
    nonce: Option<String>,
) -> Result<Option<(Guest, Application)>, Error> {
    if store::of_holder(ctx, &seen.id, me)?.is_some() {
        return Ok(None);
    }
    match before_lock(ctx, seen, me, application(nonce)) {
        Err(error) if error.code() == HAS_PLACE.code => Ok(None),
        prepared => prepared.map(Some),
    }
}

/// Joins, or returns the place that another request of the same person took at the same time.
fn joined(ctx: &Ctx, event: &Event, guest: &Guest, new: Application) -> Result<Place, Error> {
    match join(ctx, event, guest, new) {
        Err(error) if error.code() == HAS_PLACE.code => {
            store::of_holder(ctx, &event.id, guest.id())?.ok_or(error)
        }
        joined => joined,
    }
}
