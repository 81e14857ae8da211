//! Notices, as shown to people.

use crate::badge::{self, Badge};
use crate::notice::{Notice, State};
use crate::problems::NOTICE_NOT_FOUND;
use crate::queries::{self, Newest};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NoticeView {
    notice_id: Uuid,
    title: Text,
    body: Text,
    published_at: Timestamp,
    is_read: bool,
}

/// Published notices, newest first.
pub(crate) fn list_notices(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<NoticeView>>, Error> {
    let me = ctx.caller()?;
    let window = query.window::<Newest>(page::USUAL)?;
    let rows = queries::shown_notices(ctx, &window)?;
    let (total, _) = queries::notice_totals(ctx)?;
    let page = window.counted_page(rows, total.into(), |notice| {
        (out_at(notice).as_micros(), notice.id.clone())
    });
    let ids: Vec<Uuid> = page.items.iter().map(|notice| notice.id.clone()).collect();
    let (until, single) = queries::seen(ctx, &me.id, &ids)?;
    Ok(Payload(page.map(|notice| {
        let published_at = out_at(&notice);
        NoticeView {
            is_read: until.is_some_and(|until| published_at <= until)
                || single.contains(&notice.id),
            notice_id: notice.id,
            title: notice.title,
            body: notice.body,
            published_at,
        }
    })))
}

fn out_at(notice: &Notice) -> Timestamp {
    notice.published_at.unwrap_or(notice.publish_at)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Read {
    /// An id, or `all`.
    notice_id: String,
}

/// Marks one notice as read, or all of them.
pub(crate) fn log_notice(ctx: &Ctx, Json(read): Json<Read>) -> Result<Payload<Badge>, Error> {
    let me = ctx.caller()?;
    if read.notice_id == "all" {
        store::mark_all_notices_seen(ctx, &me.id, ctx.now())?;
    } else {
        let id = Uuid::parse(&read.notice_id).ok_or(NOTICE_NOT_FOUND)?;
        let notice = queries::notice(ctx, &id)?.filter(|it| it.state() == State::Published);
        if notice.is_none() {
            return Err(NOTICE_NOT_FOUND.into());
        }
        store::mark_notice_seen(ctx, &me.id, &id)?;
    }
    Ok(Payload(badge::push(ctx, &me.id)?))
}
