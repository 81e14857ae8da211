//! Notifications: pushes on which open screens reload, and alarms through the plugin `mail`. Events for other plugins
//! about people who may no longer enter what belongs to a world: `{worldId, userId}`; after a world has become private, for
//! all of them: `{worldId}`, and so when it has become public.

use serde::Serialize;
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// A person is no longer a member of a world.
const LEFT: &str = "worlds.member.left@1";
/// A person was put on the blacklist of a world.
const BLACKLISTED: &str = "worlds.member.blacklisted@1";
/// A person no longer owns an item of the membership collections of a world.
const MEMBERSHIP_LOST: &str = "worlds.membership.lost@1";
/// A person has become an administrator or the owner of a world, or is one no longer.
const ROLE_CHANGED: &str = "worlds.role.changed@1";
/// A public world has become private.
const CLOSED: &str = "worlds.world.closed@1";
/// A private world has become public.
const OPENED: &str = "worlds.world.opened@1";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PersonOfWorld<'a> {
    world_id: &'a Uuid,
    user_id: &'a Uuid,
}

/// Publishes that a person has left a world.
pub(crate) fn left(ctx: &Ctx, world_id: &Uuid, user_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(LEFT, &PersonOfWorld { world_id, user_id })
}

/// Publishes that a person was put on the blacklist of a world.
pub(crate) fn excluded(ctx: &Ctx, world_id: &Uuid, user_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(BLACKLISTED, &PersonOfWorld { world_id, user_id })
}

/// Publishes that a person no longer owns an item of the membership collections of a world.
pub(crate) fn membership_lost(ctx: &Ctx, world_id: &Uuid, user_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(MEMBERSHIP_LOST, &PersonOfWorld { world_id, user_id })
}

/// Publishes that a person has another role in a world.
pub(crate) fn role_changed(ctx: &Ctx, world_id: &Uuid, user_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(ROLE_CHANGED, &PersonOfWorld { world_id, user_id })
}

/// Publishes that a private world has become public.
pub(crate) fn opened(ctx: &Ctx, world_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(OPENED, &json!({ "worldId": world_id }))
}

/// Publishes that a public world has become private.
pub(crate) fn closed(ctx: &Ctx, world_id: &Uuid) -> Result<(), Error> {
    ctx.events()
        .publish(CLOSED, &json!({ "worldId": world_id }))
}

/// Makes the screens of `to` reload what they show about the world.
pub(crate) fn changed(ctx: &Ctx, to: &Uuid, world_name: &str) -> Result<(), Error> {
    let payload = json!({ "worldName": world_name });
    ctx.live().push(to, "worlds.changed", &payload)
}

/// Notifies the administrator who has succeeded the owner of a world.
pub(crate) fn became_owner(ctx: &Ctx, world: &Uuid, name: &str, heir: &Uuid) -> Result<(), Error> {
    changed(ctx, heir, name)?;
    alarm(
        heir,
        format!("owner:{world}"),
        Text::new("월드의 소유자가 되었습니다", "You now own a world"),
        Text::new(
            format!("이전 소유자가 떠나 관리자인 회원님이 {name} 월드를 이어받았습니다."),
            format!("The owner of {name} has left. As its admin, you now own the world."),
        ),
        format!("/{name}/management"),
    )
    .raise(ctx)
}

/// Notifies a person who has become an administrator.
pub(crate) fn appointed(
    ctx: &Ctx,
    key: &Uuid,
    name: &str,
    (admin, by): (&Uuid, &Uuid),
) -> Result<(), Error> {
    changed(ctx, admin, name)?;
    let mut alarm = alarm(
        admin,
        format!("admin:{key}"),
        Text::new("월드 관리자로 지정되었습니다", "You're now a world admin"),
        Text::new(
            format!("{name} 월드의 멤버십, 방문자, 게시물을 관리할 수 있습니다."),
            format!("You can manage the memberships, visitors and posts of {name}."),
        ),
        format!("/{name}/management"),
    );
    alarm.from = Some(by.clone());
    alarm.raise(ctx)
}

/// Notifies a person of their entry in a blacklist. The alarm does not name the administrator.
pub(crate) fn blacklisted(
    ctx: &Ctx,
    key: &Uuid,
    name: &str,
    to: &Uuid,
    (reason, until): (&str, Option<Timestamp>),
) -> Result<(), Error> {
    changed(ctx, to, name)?;
    let (ko, en) = match until {
        // RFC 3339 begins with the date.
        Some(until) => {
            let day: String = until.to_string().chars().take(10).collect();
            (format!("{day}까지"), format!("until {day}"))
        }
        None => (
            "별도 안내가 있을 때까지".to_owned(),
            "until further notice".to_owned(),
        ),
    };
    alarm(
        to,
        format!("blacklisted:{key}"),
        Text::new(
            format!("{name} 월드 이용이 제한되었습니다"),
            format!("You can't use {name} for now"),
        ),
        Text::new(
            format!("{ko} 이용할 수 없습니다. 사유: {reason}"),
            format!("This applies {en}. Reason: {reason}"),
        ),
        format!("/{name}"),
    )
    .raise(ctx)
}

/// Notifies a person who manages a world that one of its plugins was stopped.
pub(crate) fn plugin_notice(
    ctx: &Ctx,
    key: &Uuid,
    world: &str,
    to: &Uuid,
    (title, text): (Text, Text),
) -> Result<(), Error> {
    let link = format!("/{world}/management?tab=plugins");
    alarm(to, format!("plugin:{key}"), title, text, link).raise(ctx)
}

fn alarm(to: &Uuid, key: String, title: Text, description: Text, link: String) -> NewAlarm {
    NewAlarm {
        to: to.clone(),
        kind: Kind::System,
        key,
        title,
        description,
        link: Some(link),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}
