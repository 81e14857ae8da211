//! Answers: an alarm becomes a thread of two people. Only they can read it, and a block ends it.

use crate::alarm::ReplyText;
use crate::alarms::ReplyView;
use crate::badge;
use crate::problems::{ALARM_NOT_FOUND, REPLY_LENGTH, REPLY_NOT_POSSIBLE};
use crate::queries;
use crate::raise_alarm::{self, Word};
use crate::store;
use serde::Deserialize;
use witverse_sdk::alarm::Kind;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Uuid};

/// How much of a reply a device shows.
const PREVIEW: usize = 120;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewReply {
    alarm_id: String,
    content: String,
}

/// Writes to the other person of an alarm's thread: it becomes unread for them, and comes to the top of both lists.
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
    // Both may write at this moment: the rows are taken in the same order by both.
    queries::hold_thread(ctx, &alarm.thread)?;
    let (people, blocked) = People::between(ctx, &me.id, other);
    if people.get(other).is_none() || blocked {
        return Err(REPLY_NOT_POSSIBLE.into());
    }
    let (reply, now) = (ctx.random().uuid(), ctx.now());
    store::put_reply(ctx, &alarm.thread, &reply, &me.id, &content, now)?;
    store::stir_own(ctx, &me.id, &alarm.thread, now)?;
    let fresh = ctx.random().uuid();
    store::stir_other(ctx, (other, &me.id), &fresh, &alarm, now)?;
    let from = people.get(&me.id);
    tell(ctx, other, from.as_ref(), &alarm.thread, &content)?;
    badge::push(ctx, &me.id)?;
    badge::push(ctx, other)?;
    Ok(Created(ReplyView {
        reply_id: reply,
        from,
        mine: true,
        content: content.as_str().to_owned(),
        at: now,
    }))
}

fn tell(
    ctx: &Ctx,
    to: &Uuid,
    from: Option<&PersonCard>,
    thread: &Uuid,
    content: &ReplyText,
) -> Result<(), Error> {
    let name = from.map_or("", |from| from.nickname.as_str());
    let said: String = content.as_str().chars().take(PREVIEW).collect();
    let word = Word {
        title: Text {
            ko: format!("{name} 님의 답장"),
            en: format!("{name} has written to you"),
        },
        body: Text {
            ko: said.clone(),
            en: said,
        },
        link: "/mail".to_owned(),
        tag: format!("thread:{thread}"),
    };
    let channels = queries::preferences(ctx, to)?.of(Kind::Reply);
    raise_alarm::reach(ctx, to, channels, &word)
}
