//! Notices for administrators: published now or later, editable until publication, withdrawn at any time.
//!
//! A notice is one row for all readers. Open screens get one broadcast; people who chose mail or device notifications
//! are notified in small batches.

use crate::notice::{NewNotice, Notice, State};
use crate::problems::{NOTICE_NOT_FOUND, NOTICE_PUBLISHED};
use crate::queries::{self, Newest};
use crate::raise_alarm::{Notification, notify};
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, text};

/// People per call: each may have ten devices and a mailbox, and a call can queue at most a hundred deliveries.
const BATCH: u32 = 8;
/// Length limit of the excerpt in a mail or device notification.
const PREVIEW: usize = 200;

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WrittenView {
    notice_id: Uuid,
    title: Text,
    body: Text,
    publish_at: Timestamp,
    published_at: Option<Timestamp>,
    state: State,
}

impl From<Notice> for WrittenView {
    fn from(notice: Notice) -> Self {
        Self {
            state: notice.state(),
            notice_id: notice.id,
            title: notice.title,
            body: notice.body,
            publish_at: notice.publish_at,
            published_at: notice.published_at,
        }
    }
}

pub(crate) fn list_written(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<WrittenView>>, Error> {
    let window = query.window::<Newest>(page::USUAL)?;
    let rows = queries::written_notices(ctx, &window)?;
    let (_, total) = queries::notice_totals(ctx)?;
    let page = window.counted_page(rows, total.into(), |notice| {
        (notice.publish_at.as_micros(), notice.id.clone())
    });
    Ok(Payload(page.map(WrittenView::from)))
}

pub(crate) fn write_notice(
    ctx: &Ctx,
    Json(new): Json<NewNotice>,
) -> Result<Created<WrittenView>, Error> {
    let me = ctx.caller()?;
    let new = new.checked()?;
    let (id, at) = (ctx.random().uuid(), due(ctx, &new));
    store::put_notice(ctx, &id, &me.id, &new, at)?;
    publish_or_wait(ctx, &id, at)?;
    Ok(Created(written(ctx, &id)?))
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

/// Changes an unpublished notice.
pub(crate) fn change_notice(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewNotice>),
) -> Result<Payload<WrittenView>, Error> {
    let id = Uuid::parse(&by.id).ok_or(NOTICE_NOT_FOUND)?;
    let new = new.checked()?;
    let at = due(ctx, &new);
    if !store::change_notice(ctx, &id, &new, at)? {
        // The notice does not exist, or it can no longer be changed.
        queries::notice(ctx, &id)?.ok_or(NOTICE_NOT_FOUND)?;
        return Err(NOTICE_PUBLISHED.into());
    }
    publish_or_wait(ctx, &id, at)?;
    Ok(Payload(written(ctx, &id)?))
}

/// Withdraws a notice, published or not. Idempotent.
pub(crate) fn withdraw_notice(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<WrittenView>, Error> {
    let id = Uuid::parse(&by.id).ok_or(NOTICE_NOT_FOUND)?;
    let was_published = store::withdraw(ctx, &id, ctx.now())?;
    PUBLISH.cancel(ctx, &id);
    SPREAD.cancel(ctx, &id);
    let notice = written(ctx, &id)?;
    if was_published == Some(true) {
        ctx.live()
            .broadcast("mail.notice", &json!({ "noticeId": id }))?;
    }
    Ok(Payload(notice))
}

/// The time of this call, if the requested time is absent or in the past.
fn due(ctx: &Ctx, new: &NewNotice) -> Timestamp {
    new.publish_at.unwrap_or(ctx.now()).max(ctx.now())
}

fn written(ctx: &Ctx, id: &Uuid) -> Result<WrittenView, Error> {
    let notice = queries::notice(ctx, id)?.ok_or(NOTICE_NOT_FOUND)?;
    Ok(notice.into())
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Due {
    notice_id: Uuid,
    /// The last person that was notified.
    #[serde(default)]
    after: Option<Uuid>,
}

/// Publishes a notice.
pub(crate) const PUBLISH: TimerKind<Due> = TimerKind::new("publish");
/// Notifies the next people of a published notice.
pub(crate) const SPREAD: TimerKind<Due> = TimerKind::new("spread");

fn publish_or_wait(ctx: &Ctx, id: &Uuid, at: Timestamp) -> Result<(), Error> {
    if at <= ctx.now() {
        PUBLISH.cancel(ctx, id);
        return publish(ctx, id);
    }
    let due = Due {
        notice_id: id.clone(),
        after: None,
    };
    PUBLISH.at(ctx, id, at, &due)
}

/// Publishes a due notice.
pub(crate) fn publish_due(ctx: &Ctx, due: Due) -> Result<(), Error> {
    publish(ctx, &due.notice_id)
}

fn publish(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    if !store::publish(ctx, id, ctx.now())? {
        return Ok(());
    }
    ctx.live()
        .broadcast("mail.notice", &json!({ "noticeId": id }))?;
    schedule_notifications(ctx, id, None)
}

pub(crate) fn notify_next_batch(ctx: &Ctx, due: Due) -> Result<(), Error> {
    let published = queries::notice(ctx, &due.notice_id)?;
    let Some(notice) = published.filter(|notice| notice.state() == State::Published) else {
        return Ok(());
    };
    let readers = queries::notice_subscribers(ctx, due.after.as_ref(), BATCH)?;
    let short = |text: &str| text::excerpt(text, PREVIEW);
    let notification = Notification {
        body: Text {
            ko: short(&notice.body.ko),
            en: short(&notice.body.en),
        },
        title: notice.title,
        link: "/mail?tab=notices".to_owned(),
        tag: format!("notice:{}", notice.id),
    };
    for (reader, channels) in &readers {
        notify(ctx, reader, *channels, &notification)?;
    }
    match readers.last() {
        Some((last, _)) => schedule_notifications(ctx, &due.notice_id, Some(last.clone())),
        None => Ok(()),
    }
}

fn schedule_notifications(ctx: &Ctx, id: &Uuid, after: Option<Uuid>) -> Result<(), Error> {
    let due = Due {
        notice_id: id.clone(),
        after,
    };
    SPREAD.now(ctx, id, &due)
}
