//! Handlers that change a relation: request, answer, cancel, end.
//!
//! Each locks both people's counters, checks the rules of [`crate::relationship`], writes, and queues notifications. Of
//! two concurrent calls, the second waits for the first and then checks the changed state.

use crate::events::{self, Changed, RequestOutcome};
use crate::problems::{FRIEND_SELF, NOT_FRIENDS, REQUEST_NOT_FOUND, USER_NOT_FOUND};
use crate::relationship::{self, Asking, Relationship, Status};
use crate::store::{self, Change};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::people::PersonCard;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Person, Problem, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ByNickname {
    #[schemars(extend("examples" = ["haneul"]))]
    nickname: String,
}

/// The outcome of a request; `status` as in [`Status::number`].
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    relationship_id: Uuid,
    /// 0 pending, 1 accepted, 2 rejected.
    #[schemars(extend("enum" = [0, 1, 2]))]
    status: u8,
    /// The other one.
    person: PersonCard,
}

/// Sends a friend request; if the other person has already sent one, it is accepted instead.
pub(crate) fn request_friend(
    ctx: &Ctx,
    Json(whom): Json<ByNickname>,
) -> Result<Payload<Outcome>, Error> {
    let me = ctx.caller()?;
    let nickname = me.nickname()?;
    let profile = ctx.users().find_by_nickname(&whom.nickname);
    let them = PersonCard::from(profile.ok_or(USER_NOT_FOUND)?);
    if them.user_id == me.id {
        return Err(Error::from(FRIEND_SELF).at("nickname"));
    }
    store::lock_counters(ctx, &[&me.id, &them.user_id])?;
    // Checked before anything about the relation is revealed.
    if !store::can_interact(ctx, &me.id, &them.user_id) {
        return Err(USER_NOT_FOUND.into());
    }
    let known = store::between(ctx, &me.id, &them.user_id)?;
    let (id, status) = match (relationship::ask(known.as_ref(), &me.id, ctx.now())?, known) {
        (Asking::Accepts, Some(known)) => {
            befriend(ctx, &known, nickname, &them)?;
            (known.id, Status::Accepted)
        }
        _ => {
            let id = ctx.random().uuid();
            store::put_request(ctx, &id, &me.id, &them.user_id, ctx.now())?;
            let sent = Change {
                sent: 1,
                ..Change::default()
            };
            store::count(ctx, &me.id, sent)?;
            let received = Change {
                received: 1,
                ..Change::default()
            };
            store::count(ctx, &them.user_id, received)?;
            events::requested(ctx, &id, (&me.id, nickname), &them.user_id)?;
            (id, Status::Pending)
        }
    };
    Ok(outcome(id, status, them))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    approve: bool,
    #[schemars(extend("format" = "uuid"))]
    relationship_id: String,
}

/// Accepts or rejects a request; of two concurrent answers only one applies.
pub(crate) fn process_request(
    ctx: &Ctx,
    Json(answer): Json<Answer>,
) -> Result<Payload<Outcome>, Error> {
    let me = ctx.caller()?;
    let known = held(ctx, &me, &answer.relationship_id, relationship::answer)?;
    // The requester's account was erased; an event will remove this request.
    let asker = ctx.users().profile(&known.asker);
    let them = PersonCard::from(asker.ok_or(REQUEST_NOT_FOUND)?);
    if answer.approve {
        if !store::can_interact(ctx, &me.id, &them.user_id) {
            return Err(REQUEST_NOT_FOUND.into());
        }
        befriend(ctx, &known, me.nickname()?, &them)?;
        return Ok(outcome(known.id, Status::Accepted, them));
    }
    if !store::answer(ctx, &known.id, Status::Rejected, ctx.now())? {
        return Err(lost(&known));
    }
    count_off_request(ctx, &known)?;
    events::settle(ctx, &known, RequestOutcome::Rejected, &them.nickname)?;
    // A rejection is deleted when its waiting time has ended.
    let later = ctx.now().plus_millis(relationship::REFUSAL_MS);
    let refusal = Refusal {
        relationship_id: known.id.clone(),
    };
    REFUSAL.at(ctx, &known.id, later, &refusal)?;
    Ok(outcome(known.id, Status::Rejected, them))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByRequest {
    #[schemars(extend("format" = "uuid"))]
    relationship_id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Cancelled {
    #[schemars(extend("enum" = [true]))]
    cancelled: bool,
}

/// Cancels the caller's own request.
pub(crate) fn cancel_request(
    ctx: &Ctx,
    Json(by): Json<ByRequest>,
) -> Result<Payload<Cancelled>, Error> {
    let me = ctx.caller()?;
    let known = held(ctx, &me, &by.relationship_id, relationship::cancel)?;
    if !store::remove(ctx, &known.id, Status::Pending)? {
        return Err(lost(&known));
    }
    count_off_request(ctx, &known)?;
    events::push(ctx, &known.asked, Changed::Cancelled, &me.id)?;
    let nickname = me.nickname.as_deref().unwrap_or_default();
    events::settle(ctx, &known, RequestOutcome::Cancelled, nickname)?;
    Ok(Payload(Cancelled { cancelled: true }))
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Deleted {
    #[schemars(extend("enum" = [true]))]
    deleted: bool,
}

/// Ends a friendship. Either person can send a new request at any time.
pub(crate) fn delete_friend(
    ctx: &Ctx,
    Json(whom): Json<ByNickname>,
) -> Result<Payload<Deleted>, Error> {
    let me = ctx.caller()?;
    let profile = ctx.users().find_by_nickname(&whom.nickname);
    let them = PersonCard::from(profile.ok_or(NOT_FRIENDS)?).user_id;
    if them == me.id {
        return Err(NOT_FRIENDS.into());
    }
    store::lock_counters(ctx, &[&me.id, &them])?;
    let known = store::between(ctx, &me.id, &them)?.ok_or(NOT_FRIENDS)?;
    if !store::remove(ctx, &known.id, Status::Accepted)? {
        return Err(NOT_FRIENDS.into());
    }
    unfriend(ctx, &known)?;
    events::push(ctx, &them, Changed::Removed, &me.id)?;
    Ok(Payload(Deleted { deleted: true }))
}

/// A request by its id, after both people were locked and the rule was checked on its current state.
fn held(
    ctx: &Ctx,
    me: &Person,
    id: &str,
    rule: fn(Option<&Relationship>, &Uuid) -> Result<(), Problem>,
) -> Result<Relationship, Error> {
    let id = Uuid::parse(id).ok_or(REQUEST_NOT_FOUND)?;
    let seen = store::by_id(ctx, &id)?.ok_or(REQUEST_NOT_FOUND)?;
    if ![&seen.asker, &seen.asked].contains(&&me.id) {
        return Err(REQUEST_NOT_FOUND.into());
    }
    store::lock_counters(ctx, &[&seen.asker, &seen.asked])?;
    let now = store::by_id(ctx, &id)?;
    rule(now.as_ref(), &me.id)?;
    Ok(now.unwrap_or(seen))
}

/// No code changes a request without locking both people, so this is a programming error.
fn lost(known: &Relationship) -> Error {
    Error::internal(format!(
        "the request {} changed while it was held",
        known.id
    ))
}

/// Turns a pending request into a friendship. `nickname` is the caller's, `them` is the other person.
fn befriend(
    ctx: &Ctx,
    known: &Relationship,
    nickname: &str,
    them: &PersonCard,
) -> Result<(), Error> {
    let now = ctx.now();
    if !store::answer(ctx, &known.id, Status::Accepted, now)? {
        return Err(lost(known));
    }
    let me = &known.asked;
    store::put_friends(ctx, (me, nickname), (&them.user_id, &them.nickname), now)?;
    let asker = Change {
        friends: 1,
        sent: -1,
        ..Change::default()
    };
    store::count(ctx, &known.asker, asker)?;
    let asked = Change {
        friends: 1,
        received: -1,
        ..Change::default()
    };
    store::count(ctx, me, asked)?;
    events::settle(ctx, known, RequestOutcome::Accepted, &them.nickname)?;
    events::accepted(ctx, &known.id, &known.asker, (me, nickname))
}

/// Decrements the counters of pending requests.
pub(crate) fn count_off_request(ctx: &Ctx, known: &Relationship) -> Result<(), Error> {
    let sent = Change {
        sent: -1,
        ..Change::default()
    };
    store::count(ctx, &known.asker, sent)?;
    let received = Change {
        received: -1,
        ..Change::default()
    };
    store::count(ctx, &known.asked, received)
}

/// Removes both sides of a friendship whose row was deleted, and publishes an event.
pub(crate) fn unfriend(ctx: &Ctx, known: &Relationship) -> Result<(), Error> {
    store::remove_friends(ctx, &known.asker, &known.asked)?;
    let one_less = Change {
        friends: -1,
        ..Change::default()
    };
    store::count(ctx, &known.asker, one_less)?;
    store::count(ctx, &known.asked, one_less)?;
    events::removed(ctx, &known.asker, &known.asked)
}

/// A rejection whose waiting time ends.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refusal {
    relationship_id: Uuid,
}

/// Deletes a rejection.
pub(crate) const REFUSAL: TimerKind<Refusal> = TimerKind::new("forget-refusal");

/// Deletes a rejection after its waiting time. A later request has another id and is not affected.
pub(crate) fn delete_rejection(ctx: &Ctx, refusal: Refusal) -> Result<(), Error> {
    if let Some(known) = store::by_id(ctx, &refusal.relationship_id)? {
        store::lock_counters(ctx, &[&known.asker, &known.asked])?;
        store::remove(ctx, &known.id, Status::Rejected)?;
    }
    Ok(())
}

fn outcome(id: Uuid, status: Status, person: PersonCard) -> Payload<Outcome> {
    Payload(Outcome {
        relationship_id: id,
        status: status.number(),
        person,
    })
}
