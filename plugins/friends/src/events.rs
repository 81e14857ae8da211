//! Who is told of what: other plugins by events, open screens by pushes, whoever is away by mail.
//!
//! Somebody who is rejected is told nothing. Mail is a guest: where there is none, friendship goes on without.

use serde::Serialize;
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid};

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
    NewAlarm {
        to: to.clone(),
        kind: Kind::Friend,
        key: format!("requested:{id}"),
        title: Text::new("새 친구 요청", "New friend request"),
        description: Text::new(
            format!("{name} 님이 친구가 되고 싶어 합니다."),
            format!("{name} would like to be your friend."),
        ),
        link: Some("/friends?tab=requests".to_owned()),
        from: Some(from.0.clone()),
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
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
    NewAlarm {
        to: asker.clone(),
        kind: Kind::Friend,
        key: format!("accepted:{id}"),
        title: Text::new("친구가 되었습니다", "You are friends now"),
        description: Text::new(
            format!("{name} 님이 친구 요청을 수락했습니다."),
            format!("{name} has accepted your friend request."),
        ),
        link: Some("/friends".to_owned()),
        from: Some(asked.0.clone()),
        can_reply: true,
        remain_amount: None,
    }
    .raise(ctx)
}

pub(crate) fn removed(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    let event = json!({ "a": one, "b": other });
    ctx.events().publish("friends.removed@1", &event)
}
