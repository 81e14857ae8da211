//! Helpers at the door: up to ten people whom the organiser names for one event. They let guests in by their codes, and do nothing
//! else: they see no answers, no payments and no list with more than every visitor sees.

use crate::access::{self, OfEvent};
use crate::event::{Event, Phase};
use crate::person_notices;
use crate::problems::{
    CANCELLED, ENDED, HELPER_EXCLUDED, HELPER_LIMIT, NOT_AT_DOOR, USER_NOT_FOUND,
};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Helpers of one event; the table has the same limit.
const MOST: i64 = 10;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewHelper {
    #[schemars(extend("format" = "uuid"))]
    user_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfHelper {
    id: String,
    user_id: String,
}

/// The helpers of an event, in the order in which they were added.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Helpers {
    items: Vec<PersonCard>,
}

/// Whether a person helps at the door of an event.
pub(crate) fn is_helper(ctx: &Ctx, event: &Uuid, person: &Uuid) -> Result<bool, Error> {
    let found = ctx.sql().query(
        "select 1 from event_helper where event_id = $1 and account_id = $2",
        &params![event, person],
    )?;
    Ok(!found.is_empty())
}

/// Erased people and those without a profile are left out.
fn view(ctx: &Ctx, event: &Uuid) -> Result<Payload<Helpers>, Error> {
    let helpers = store::helpers(ctx, event)?;
    let people = People::of(ctx, helpers.iter().map(|(id, _)| id));
    let items = helpers.iter().filter_map(|(id, _)| people.get(id));
    Ok(Payload(Helpers {
        items: items.collect(),
    }))
}

pub(crate) fn list(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<Helpers>, Error> {
    let event = of.own(ctx)?;
    view(ctx, &event.id)
}

/// Names a helper, who gets an alarm. Idempotent. The event is locked, so that two at the same time get different numbers.
pub(crate) fn add(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfEvent>, Json<NewHelper>),
) -> Result<Payload<Helpers>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let event = of.lock_own(ctx)?;
    require_unfinished(&event, now)?;
    let to = Uuid::parse(&new.user_id).ok_or(USER_NOT_FOUND)?;
    let (people, blocked) = People::between(ctx, &me.id, &to);
    if to == me.id || blocked || people.get(&to).is_none() {
        return Err(USER_NOT_FOUND.into());
    }
    if access::world_refusal(ctx, "viewEvents", &event.world, &to).is_some() {
        return Err(HELPER_EXCLUDED.into());
    }
    let helpers = store::helpers(ctx, &event.id)?;
    if helpers.iter().any(|(id, _)| *id == to) {
        return view(ctx, &event.id);
    }
    let taken = |n: &i64| helpers.iter().any(|(_, number)| number == n);
    let Some(n) = (1..=MOST).find(|n| !taken(n)) else {
        return Err(HELPER_LIMIT.into());
    };
    ctx.sql().execute(
        "insert into event_helper (event_id, account_id, n, added_at) values ($1, $2, $3, $4)",
        &params![&event.id, &to, n, now],
    )?;
    person_notices::helper_added(ctx, &event, &to, now)?;
    view(ctx, &event.id)
}

fn require_unfinished(event: &Event, now: Timestamp) -> Result<(), Error> {
    match event.phase(now) {
        Phase::Post => Err(ENDED.into()),
        Phase::Cancelled | Phase::Rejected => Err(CANCELLED.into()),
        Phase::Requested | Phase::Pre | Phase::In => Ok(()),
    }
}

/// Removes a helper; the next scan is refused. Idempotent.
pub(crate) fn remove(ctx: &Ctx, Params(of): Params<OfHelper>) -> Result<Payload<Helpers>, Error> {
    let event = OfEvent { id: of.id }.lock_own(ctx)?;
    let person = Uuid::parse(&of.user_id).ok_or(USER_NOT_FOUND)?;
    let removed = ctx.sql().execute(
        "delete from event_helper where event_id = $1 and account_id = $2",
        &params![&event.id, &person],
    )?;
    if removed > 0 {
        person_notices::helper_removed(ctx, &event, &person, ctx.now())?;
    }
    view(ctx, &event.id)
}

/// Ends what two people do for each other's events, after one has blocked the other.
pub(crate) fn end_between(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from event_helper h using event e where e.id = h.event_id \
         and (h.account_id = $1 and e.organiser_id = $2 or h.account_id = $2 and e.organiser_id = $1)",
        &params![one, other],
    )?;
    Ok(())
}

/// A helper's event, for the export of their data.
#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HelperData {
    pub(crate) event_id: Uuid,
    pub(crate) added_at: Timestamp,
}

/// The locked event, for its organiser and its helpers.
pub(crate) fn lock_at_door(ctx: &Ctx, of: &OfEvent) -> Result<(Event, bool), Error> {
    let me = ctx.caller()?;
    let event = of.lock_visible(ctx)?;
    if access::is_organiser(ctx, &event) {
        return Ok((event, true));
    }
    match is_helper(ctx, &event.id, &me.id)? {
        true => Ok((event, false)),
        false => Err(NOT_AT_DOOR.into()),
    }
}
