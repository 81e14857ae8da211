//! The statements that only read: lists by sort key, each with a matching index, and counters.

use crate::alarm::Alarm;
use crate::notice::Notice;
use crate::preference::{Channels, Digest, Kinds, Preferences};
use std::collections::HashMap;
use witverse_sdk::alarm::Kind;
use witverse_sdk::page::Window;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Sort key of every list here: a time in microseconds, then an id.
pub(crate) type Newest = (i64, Uuid);

/// The maximum of the unread counter; a badge shows a larger number as "many".
pub(crate) const COUNTED: u32 = 100;
/// The maximum of the counter of all alarms.
const TOTAL_MAX: u32 = 200;
/// Notices older than this are never unread.
const NEWS_MS: i64 = 90 * 86_400_000;
/// An entry of a thread.
const REPLIES: u32 = 100;

/// One page of a person's alarms, the most recently active first, and one row more if there is a next page.
pub(crate) fn alarms(
    ctx: &Ctx,
    account: &Uuid,
    window: &Window<Newest>,
) -> Result<Vec<Alarm>, Error> {
    let rows = match &window.after {
        Some((at, id)) => ctx.sql().query(
            select!(
                Alarm,
                "from alarm where account_id = $1 and (active_at, id) < ($3, $4) order by active_at desc, id \
                 desc limit $2"
            ),
            &params![account, window.fetch(), Timestamp::from_micros(*at), id],
        )?,
        None => ctx.sql().query(
            select!(Alarm, "from alarm where account_id = $1 order by active_at desc, id desc limit $2 offset $3"
            ),
            &params![account, window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

pub(crate) fn alarm(ctx: &Ctx, account: &Uuid, id: &Uuid) -> Result<Option<Alarm>, Error> {
    let statement = select!(Alarm, "from alarm where account_id = $1 and id = $2");
    Ok(ctx.sql().optional(statement, &params![account, id])?)
}

/// The newest unread alarm of a kind.
pub(crate) fn latest_unread(ctx: &Ctx, account: &Uuid, kind: Kind) -> Result<Option<Alarm>, Error> {
    let statement = select!(
        Alarm,
        "from alarm where account_id = $1 and kind = $2 and read_at is null order by active_at desc, id desc limit 1"
    );
    Ok(ctx
        .sql()
        .optional(statement, &params![account, kind.as_str()])?)
}

/// Locks the rows of a thread, in the order of their owners, and returns the owners.
pub(crate) fn lock_thread(ctx: &Ctx, thread: &Uuid) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from alarm where thread_id = $1 order by account_id for no key update",
            &params![thread],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The replies of a thread.
#[derive(FromRow)]
pub(crate) struct Reply {
    pub(crate) id: Uuid,
    #[row(column = "author_id")]
    pub(crate) author: Uuid,
    pub(crate) content: String,
    pub(crate) at: Timestamp,
}

/// The last replies of a thread, oldest first.
pub(crate) fn replies(ctx: &Ctx, thread: &Uuid) -> Result<Vec<Reply>, Error> {
    let mut rows: Vec<Reply> = ctx
        .sql()
        .query(
            select!(
                Reply,
                "from reply where thread_id = $1 order by id desc limit $2"
            ),
            &params![thread, REPLIES],
        )?
        .all()?;
    rows.reverse();
    Ok(rows)
}

/// The number of a person's alarms, counted up to [`TOTAL_MAX`] by an index-only scan. A counter per person would be an
/// additional row update, and a lock, for each alarm.
pub(crate) fn alarm_total(ctx: &Ctx, account: &Uuid) -> Result<u64, Error> {
    let (alarms,): (u32,) = ctx.sql().one(
        "select count(*) from (select from alarm where account_id = $1 limit $2) counted",
        &params![account, TOTAL_MAX],
    )?;
    Ok(alarms.into())
}

/// Unread notices and alarms, counted up to [`COUNTED`].
pub(crate) fn unread(ctx: &Ctx, account: &Uuid) -> Result<(u32, u32), Error> {
    let news = ctx.now().plus_millis(-NEWS_MS);
    Ok(ctx.sql().one(
        "select
             (select count(*) from (
                 select 1 from notice n
                 where n.published_at is not null and n.withdrawn_at is null
                   and n.published_at > greatest(
                       coalesce((select r.seen_until from notice_reader r where r.account_id = $1), $2), $2)
                   and not exists (select 1 from notice_seen s where s.account_id = $1 and s.notice_id = n.id)
                 limit $3) x),
             (select count(*) from (
                 select 1 from alarm a where a.account_id = $1 and a.read_at is null limit $3) x)",
        &params![account, news, COUNTED],
    )?)
}

/// One page of published notices, newest first, and one row more if there is a next page.
pub(crate) fn shown_notices(ctx: &Ctx, window: &Window<Newest>) -> Result<Vec<Notice>, Error> {
    let rows = match &window.after {
        Some((at, id)) => ctx.sql().query(
            select!(
                Notice,
                "from notice where published_at is not null and withdrawn_at is null and (published_at, id) < \
                 ($2, $3) order by published_at desc, id desc limit $1"
            ),
            &params![window.fetch(), Timestamp::from_micros(*at), id],
        )?,
        None => ctx.sql().query(
            select!(Notice, "from notice where published_at is not null and withdrawn_at is null \
                 order by published_at desc, id desc limit $1 offset $2"
            ),
            &params![window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

/// One page of all notices, the latest publication time first.
pub(crate) fn written_notices(ctx: &Ctx, window: &Window<Newest>) -> Result<Vec<Notice>, Error> {
    let rows = match &window.after {
        Some((at, id)) => ctx.sql().query(
            select!(
                Notice,
                "from notice where (publish_at, id) < ($2, $3) order by publish_at desc, id desc limit $1"
            ),
            &params![window.fetch(), Timestamp::from_micros(*at), id],
        )?,
        None => ctx.sql().query(
            select!(Notice, "from notice where true order by publish_at desc, id desc limit $1 offset $2"),
            &params![window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

pub(crate) fn notice(ctx: &Ctx, id: &Uuid) -> Result<Option<Notice>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Notice, "from notice where id = $1"), &params![id])?)
}

/// The number of published notices, and of all notices.
pub(crate) fn notice_totals(ctx: &Ctx) -> Result<(u32, u32), Error> {
    let row = ctx.sql().optional(
        "select shown, written from notice_tally where id = 1",
        &params![],
    )?;
    Ok(row.unwrap_or_default())
}

/// The time up to which a person has seen all notices, and which of `ids` they have seen in addition.
pub(crate) fn seen(
    ctx: &Ctx,
    account: &Uuid,
    ids: &[Uuid],
) -> Result<(Option<Timestamp>, Vec<Uuid>), Error> {
    let until: Option<(Timestamp,)> = ctx.sql().optional(
        "select seen_until from notice_reader where account_id = $1",
        &params![account],
    )?;
    let single: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select notice_id from notice_seen where account_id = $1 and notice_id = any($2)",
            &params![account, ids.to_vec()],
        )?
        .all()?;
    Ok((
        until.map(|(until,)| until),
        single.into_iter().map(|(id,)| id).collect(),
    ))
}

pub(crate) fn preferences(ctx: &Ctx, account: &Uuid) -> Result<Preferences, Error> {
    let row: Option<(String, String)> = ctx.sql().optional(
        "select channels::text, digest from preference where account_id = $1",
        &params![account],
    )?;
    match row {
        Some((channels, digest)) => chosen(account, &channels, &digest),
        None => Ok(Preferences::default()),
    }
}

fn chosen(account: &Uuid, channels: &str, digest: &str) -> Result<Preferences, Error> {
    Ok(Preferences {
        kinds: kinds_of(account, channels)?,
        digest: Digest::parse(digest).unwrap_or(Digest::Off),
    })
}

/// The preferences of several people.
pub(crate) fn preferences_of<'a>(
    ctx: &Ctx,
    accounts: impl Iterator<Item = &'a Uuid>,
) -> Result<HashMap<Uuid, Preferences>, Error> {
    let mut all: HashMap<Uuid, Preferences> = accounts
        .map(|account| (account.clone(), Preferences::default()))
        .collect();
    if all.is_empty() {
        return Ok(all);
    }
    let ids: Vec<Uuid> = all.keys().cloned().collect();
    let rows: Vec<(Uuid, String, String)> = ctx
        .sql()
        .query(
            "select account_id, channels::text, digest from preference where account_id = any($1)",
            &params![ids],
        )?
        .all()?;
    for (account, channels, digest) in rows {
        let chosen = chosen(&account, &channels, &digest)?;
        all.insert(account, chosen);
    }
    Ok(all)
}

/// People who get notices by mail or on devices, with their channels: in id order, after a given id.
pub(crate) fn notice_subscribers(
    ctx: &Ctx,
    after: Option<&Uuid>,
    limit: u32,
) -> Result<Vec<(Uuid, Channels)>, Error> {
    let rows: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "select account_id, channels::text from preference where notices_elsewhere \
             and account_id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid) \
             order by account_id limit $2",
            &params![after, limit],
        )?
        .all()?;
    rows.into_iter()
        .map(|(account, channels)| {
            let chosen = kinds_of(&account, &channels)?;
            Ok((account, chosen.notice))
        })
        .collect()
}

fn kinds_of(account: &Uuid, channels: &str) -> Result<Kinds, Error> {
    serde_json::from_str(channels)
        .map_err(|error| Error::internal(format!("channels of {account}: {error}")))
}
