//! Replies: a reply turns an alarm into a thread of two people. Only they can read it, and a block closes it. A reply of
//! a person whom the receiver has muted is stored, and arrives silently.

use crate::alarm::ReplyText;
use crate::alarms::ReplyView;
use crate::badge;
use crate::problems::{ALARM_NOT_FOUND, REPLY_LENGTH, REPLY_NOT_POSSIBLE};
use crate::queries;
use crate::raise_alarm::{self, Notification};
use crate::store;
use serde::Deserialize;
use witverse_sdk::alarm::Kind;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Uuid, text};

/// Length limit of the excerpt of a reply in a device notification.
const PREVIEW: usize = 120;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewReply {
    alarm_id: String,
    /// 1 to 500 characters.
    content: String,
}

/// Replies to the other person of an alarm's thread: the thread becomes unread for them, and moves to the top of both
/// lists.
pub(crate) fn reply_to_alarm(
    ctx: &Ctx,
    Json(new): Json<NewReply>,
) -> Result<Created<ReplyView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let id = Uuid::parse(&new.alarm_id).ok_or(ALARM_NOT_FOUND)?;
    let alarm = queries::alarm(ctx, &me.id, &id)?.ok_or(ALARM_NOT_FOUND)?;
    let content =
        ReplyText::parse(&new.content).ok_or_else(|| Error::from(REPLY_LENGTH).at("content"))?;
    let other = match &alarm.from {
        Some(other) if alarm.can_reply => other,
        _ => return Err(REPLY_NOT_POSSIBLE.into()),
    };
    // Both people may write concurrently: the rows are locked in the same order.
    queries::lock_thread(ctx, &alarm.thread)?;
    let (people, relations) = People::related(ctx, &[(other, &me.id)]);
    let relation = relations.first();
    if people.get(other).is_none() || relation.is_some_and(|relation| relation.blocked) {
        return Err(REPLY_NOT_POSSIBLE.into());
    }
    let (reply, now) = (ctx.random().uuid(), ctx.now());
    store::put_reply(ctx, &alarm.thread, &reply, &me.id, &content, now)?;
    store::bump_own(ctx, &me.id, &alarm.thread, now)?;
    let fresh = ctx.random().uuid();
    let from = people.get(&me.id);
    badge::push(ctx, &me.id)?;
    let is_silent = relation.is_some_and(|relation| relation.muted);
    store::bump_other(ctx, (other, &me.id), &fresh, &alarm, is_silent, now)?;
    if !is_silent {
        notify_receiver(ctx, other, from.as_ref(), &alarm.thread, &content)?;
        badge::push(ctx, other)?;
    }
    Ok(Created(ReplyView {
        reply_id: reply,
        from,
        mine: true,
        content: content.as_str().to_owned(),
        at: now,
    }))
}

fn notify_receiver(
    ctx: &Ctx,
    to: &Uuid,
    from: Option<&PersonCard>,
    thread: &Uuid,
    content: &ReplyText,
) -> Result<(), Error> {
    let name = from.map_or("", |from| from.nickname.as_str());
    let preview = text::excerpt(content.as_str(), PREVIEW);
    let notification = Notification {
        title: Text {
            ko: format!("{name}님의 답장"),
            en: format!("{name} replied"),
        },
        body: Text {
            ko: preview.clone(),
            en: preview,
        },
        link: "/mail".to_owned(),
        tag: format!("thread:{thread}"),
    };
    let channels = queries::preferences(ctx, to)?.of(Kind::Reply);
    raise_alarm::notify(ctx, to, channels, &notification)
}
