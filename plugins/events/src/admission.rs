//! Who may hold a place at an event: one rule for the application, the offer of a waiting place, the transfer and the door.
//!
//! The person must see the events of the world, may enter the block, and there is no block between them and the organiser. At an
//! event for owners of items they own one of the chosen items, and each item admits one person: the place names the item, and an
//! index keeps it unique among the places of the event (docs/decisions/0068).

use crate::access;
use crate::event::{Eligibility, Event};
use crate::guest::Guest;
use crate::problems::{EVENT_NOT_FOUND, NOT_ELIGIBLE};
use crate::store;
use crate::venue;
use witverse_sdk::{Ctx, Error, Uuid};

/// Why a person may not hold a place, as they would read it themselves.
pub(crate) enum Refusal {
    /// The world, the block, or a block between the person and the organiser.
    Closed(Error),
    /// The items of the event.
    Items(Error),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Closed(error) | Refusal::Items(error) => error,
        }
    }
}

/// A decision; the outer error is a failure.
pub(crate) type Decided<T> = Result<Result<T, Refusal>, Error>;

/// Decides about a person without a lock. Which item admits them is decided by `seats::item` with the lock.
pub(crate) fn check(ctx: &Ctx, event: &Event, person: &Uuid) -> Decided<Guest> {
    let closed = |error: Error| Ok(Err(Refusal::Closed(error)));
    if let Some(organiser) = &event.organiser
        && ctx.users().blocked_between(organiser, person)
    {
        return closed(EVENT_NOT_FOUND.into());
    }
    if let Some(error) = access::world_refusal(ctx, "viewEvents", &event.world, person) {
        return closed(error);
    }
    if let Some(error) = venue::refusal(ctx, &event.block, person)? {
        return closed(error);
    }
    if event.eligibility == Eligibility::Items && owned(ctx, event, person)?.is_empty() {
        return Ok(Err(Refusal::Items(NOT_ELIGIBLE.into())));
    }
    Ok(Ok(Guest::admitted(person)))
}

/// As [`check`], and fails with the refusal.
pub(crate) fn require(ctx: &Ctx, event: &Event, person: &Uuid) -> Result<Guest, Error> {
    Ok(check(ctx, event, person)??)
}

/// The items of a person that admit to an event.
pub(crate) fn owned(ctx: &Ctx, event: &Event, person: &Uuid) -> Result<Vec<Uuid>, Error> {
    let gates = store::gates(ctx, &event.id)?;
    let of = |is_collection: bool| {
        let of_kind = gates
            .iter()
            .filter(move |gate| gate.is_collection == is_collection);
        of_kind.map(|gate| gate.id.clone()).collect()
    };
    venue::owned(ctx, person, of(false), of(true))
}
