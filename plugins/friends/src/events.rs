//! Notifications: events for other plugins, pushes for open screens, alarms through the plugin `mail`.
//!
//! A person whose request was rejected gets no notification. Without the plugin `mail`, no alarms are raised and
//! everything else works.

use crate::relationship::Relationship;
use serde::Serialize;
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm, Settled};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid};

/// The push on which screens reload their lists.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Changed {
    Requested,
    Accepted,
    Cancelled,
    Removed,
}

/// Pushes to the screens of `to` that the relation to `about` has changed.
pub(crate) fn push(ctx: &Ctx, to: &Uuid, changed: Changed, about: &Uuid) -> Result<(), Error> {
    let payload = json!({ "kind": changed, "userId": about });
    ctx.live().push(to, "friends.changed", &payload)
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
            format!("{name}님이 친구 요청을 보냈습니다."),
            format!("{name} would like to be your friend."),
        ),
        link: Some("/friends?tab=requests".to_owned()),
        from: Some(from.0.clone()),
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

/// What became of a friend request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestOutcome {
    Accepted,
    Rejected,
    Cancelled,
}

/// Marks the alarm of a request from `asker` as read, and says in it what became of the request.
pub(crate) fn settle(
    ctx: &Ctx,
    known: &Relationship,
    outcome: RequestOutcome,
    asker: &str,
) -> Result<(), Error> {
    let (ko, en) = match outcome {
        RequestOutcome::Accepted => (
            format!("{asker}님의 친구 요청을 수락했습니다."),
            format!("You accepted {asker}'s request."),
        ),
        RequestOutcome::Rejected => (
            format!("{asker}님의 친구 요청을 거절했습니다."),
            format!("You declined {asker}'s request."),
        ),
        RequestOutcome::Cancelled => (
            format!("{asker}님이 친구 요청을 취소했습니다."),
            format!("{asker} cancelled the request."),
        ),
    };
    let settled = Settled {
        to: known.asked.clone(),
        key: format!("requested:{}", known.id),
        outcome: Some(Text::new(ko, en)),
    };
    Settled::settle_all(ctx, &[settled])
}

/// Notifies `asker` that `asked` has accepted, with their name.
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
        title: Text::new("친구가 되었습니다", "You're now friends"),
        description: Text::new(
            format!("{name}님이 친구 요청을 수락했습니다."),
            format!("{name} accepted your friend request."),
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
