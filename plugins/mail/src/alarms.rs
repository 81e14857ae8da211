//! The caller's alarms: the list, one alarm with its thread, the newest unread one of a kind, and marking as read.

use crate::alarm::Alarm;
use crate::badge::{self, Badge};
use crate::plugin_mutes::{self, PluginSender};
use crate::problems::ALARM_NOT_FOUND;
use crate::queries::{self, Newest};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::Kind;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// Rows per statement and statements per call, when all alarms are marked as read: together more than a person has.
const BATCH: u32 = 500;
const BATCHES: usize = 10;

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlarmView {
    alarm_id: Uuid,
    kind: Kind,
    title: Text,
    description: Text,
    /// The other person; null without one, or if their account was erased.
    from: Option<PersonCard>,
    is_read: bool,
    created_at: Timestamp,
    /// When something last happened in it: the order of the list.
    active_at: Timestamp,
    /// A path of the shell where one can see more.
    link: Option<String>,
    can_reply: bool,
    reply_count: i64,
    /// Hundredths of a WIT that are still to be had.
    remain_amount: Option<i64>,
}

impl AlarmView {
    fn of(alarm: Alarm, people: &People) -> Self {
        let from = alarm.from.as_ref().and_then(|id| people.get(id));
        Self {
            alarm_id: alarm.id,
            kind: alarm.kind,
            title: alarm.title,
            description: alarm.description,
            is_read: alarm.is_read,
            created_at: alarm.created_at,
            active_at: alarm.active_at,
            link: alarm.link,
            // An erased account receives no replies.
            can_reply: alarm.can_reply && from.is_some(),
            from,
            reply_count: alarm.replies,
            remain_amount: alarm.remain_amount,
        }
    }
}

/// The most recently active alarm first.
pub(crate) fn list_alarms(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<AlarmView>>, Error> {
    let me = ctx.caller()?;
    let window = query.window::<Newest>(page::USUAL)?;
    let rows = queries::alarms(ctx, &me.id, &window)?;
    let total = queries::alarm_total(ctx, &me.id)?;
    let page = window.counted_page(rows, total, |alarm| {
        (alarm.active_at.as_micros(), alarm.id.clone())
    });
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|alarm| alarm.from.as_ref()),
    );
    Ok(Payload(page.map(|alarm| AlarmView::of(alarm, &people))))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplyView {
    pub(crate) reply_id: Uuid,
    /// The other person; null without one, or if their account was erased.
    pub(crate) from: Option<PersonCard>,
    pub(crate) mine: bool,
    pub(crate) content: String,
    pub(crate) at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct ThreadView {
    #[serde(flatten)]
    alarm: AlarmView,
    /// The last hundred, in the order in which they were written.
    replies: Vec<ReplyView>,
    /// The installed plugin that has sent it.
    sender: Option<PluginSender>,
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

/// One alarm with the last hundred replies of its thread.
pub(crate) fn view_alarm(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<ThreadView>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.id).ok_or(ALARM_NOT_FOUND)?;
    let alarm = queries::alarm(ctx, &me.id, &id)?.ok_or(ALARM_NOT_FOUND)?;
    let replies = queries::replies(ctx, &alarm.thread)?;
    let authors = replies.iter().map(|reply| &reply.author);
    let people = People::of(ctx, authors.chain(alarm.from.as_ref()));
    let replies = replies.into_iter().map(|reply| ReplyView {
        reply_id: reply.id,
        mine: reply.author == me.id,
        from: people.get(&reply.author),
        content: reply.content,
        at: reply.at,
    });
    let sender = match alarm.kind {
        Kind::System => plugin_mutes::sender_of(ctx, &me.id, &id)?,
        Kind::Gift | Kind::Friend | Kind::Reward | Kind::Reply | Kind::Trade | Kind::Event => None,
    };
    Ok(Payload(ThreadView {
        sender,
        replies: replies.collect(),
        alarm: AlarmView::of(alarm, &people),
    }))
}

#[derive(Deserialize)]
pub(crate) struct ByKind {
    r#type: String,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Words {
    title: Text,
    description: Text,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Latest {
    is_exist: bool,
    remain_amount: Option<i64>,
    alarm: Option<Words>,
}

/// The newest unread alarm of a kind, for a popup.
pub(crate) fn check_alarm(ctx: &Ctx, Params(by): Params<ByKind>) -> Result<Payload<Latest>, Error> {
    let me = ctx.caller()?;
    let kind = Kind::parse(&by.r#type).ok_or_else(|| {
        Error::field(
            "type",
            "gift, friend, reward, reply, trade, event, system 중 하나여야 합니다.",
            "This must be one of gift, friend, reward, reply, trade, event, system.",
        )
    })?;
    let latest = queries::latest_unread(ctx, &me.id, kind)?;
    Ok(Payload(Latest {
        is_exist: latest.is_some(),
        remain_amount: latest.as_ref().and_then(|alarm| alarm.remain_amount),
        alarm: latest.map(|alarm| Words {
            title: alarm.title,
            description: alarm.description,
        }),
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Read {
    /// An id, or `all`.
    alarm_id: String,
}

/// Marks one alarm as read, or all of them.
pub(crate) fn log_alarm(ctx: &Ctx, Json(read): Json<Read>) -> Result<Payload<Badge>, Error> {
    let me = ctx.caller()?;
    if read.alarm_id == "all" {
        for _ in 0..BATCHES {
            if store::read_alarms(ctx, &me.id, ctx.now(), BATCH)? < BATCH.into() {
                break;
            }
        }
    } else {
        let id = Uuid::parse(&read.alarm_id).ok_or(ALARM_NOT_FOUND)?;
        if !store::read_alarm(ctx, &me.id, &id, ctx.now())? {
            return Err(ALARM_NOT_FOUND.into());
        }
    }
    Ok(Payload(badge::push(ctx, &me.id)?))
}
