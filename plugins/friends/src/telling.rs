//! Who is told of what: other plugins by events, open screens by pushes, whoever is away by mail.
//!
//! Somebody who is rejected is told nothing. Mail is a guest: where there is none, friendship goes on without.

use serde::Serialize;
use serde_json::{Value, json};
use witverse_sdk::error::UNAVAILABLE;
use witverse_sdk::{Ctx, Error, Uuid};

const MAIL: &str = "mail@1";

/// What a screen refetches for.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Changed {
    Requested,
    Accepted,
    Cancelled,
    Removed,
}

/// Tells the screens of `to` that something changed between them and `about`.
pub(crate) fn push(ctx: &Ctx, to: &Uuid, changed: Changed, about: &Uuid) -> Result<(), Error> {
    let told = json!({ "kind": changed, "userId": about });
    ctx.live().push(to, "friends.changed", &told)
}

pub(crate) fn requested(ctx: &Ctx, id: &Uuid, from: (&Uuid, &str), to: &Uuid) -> Result<(), Error> {
    let event = json!({ "relationshipId": id, "from": from.0, "to": to });
    ctx.events().publish("friends.requested@1", &event)?;
    push(ctx, to, Changed::Requested, from.0)?;
    let name = from.1;
    raise(
        ctx,
        &json!({
            "to": to, "kind": "friend", "key": format!("requested:{id}"), "from": from.0,
            "title": { "ko": "새 친구 요청", "en": "New friend request" },
            "description": {
                "ko": format!("{name} 님이 친구가 되고 싶어 합니다."),
                "en": format!("{name} would like to be your friend."),
            },
            "link": "/friends?tab=requests", "canReply": false, "remainAmount": null,
        }),
    )
}

/// `asker` hears that `asked`, with their name, has accepted.
pub(crate) fn accepted(
    ctx: &Ctx,
    id: &Uuid,
    asker: &Uuid,
    asked: (&Uuid, &str),
) -> Result<(), Error> {
    let event = json!({ "relationshipId": id, "from": asker, "to": asked.0 });
    ctx.events().publish("friends.accepted@1", &event)?;
    push(ctx, asker, Changed::Accepted, asked.0)?;
    let name = asked.1;
    raise(
        ctx,
        &json!({
            "to": asker, "kind": "friend", "key": format!("accepted:{id}"), "from": asked.0,
            "title": { "ko": "친구가 되었습니다", "en": "You are friends now" },
            "description": {
                "ko": format!("{name} 님이 친구 요청을 수락했습니다."),
                "en": format!("{name} has accepted your friend request."),
            },
            "link": "/friends", "canReply": true, "remainAmount": null,
        }),
    )
}

pub(crate) fn removed(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    let event = json!({ "a": one, "b": other });
    ctx.events().publish("friends.removed@1", &event)
}

/// Puts an alarm into somebody's mail, where there is mail.
fn raise(ctx: &Ctx, alarm: &Value) -> Result<(), Error> {
    if !ctx.services().available(MAIL) {
        return Ok(());
    }
    match ctx.services().call::<Value>(MAIL, "raise", alarm) {
        Err(error) if error.code() != UNAVAILABLE.code => Err(error),
        _ => Ok(()),
    }
}
