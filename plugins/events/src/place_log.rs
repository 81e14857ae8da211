//! The ledger of places as people read it: every change of a place with its reason, the last change first.
//!
//! The organiser reads all entries of an event; a participant reads their own. An entry names the person who had the place at
//! that time, also after a transfer.

use crate::access::{self, OfEvent};
use crate::place::{EntryKind, Reason};
use crate::problems::NOT_ORGANISER;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// An entry as stored, with the name of its ticket.
#[derive(FromRow)]
#[row(alias = "x")]
struct Entry {
    id: Uuid,
    /// Its number in the ledger of the event.
    seq: i64,
    at: Timestamp,
    #[row(parse)]
    reason: Reason,
    #[row(column = "account_id")]
    account: Option<Uuid>,
    #[row(both, column = "name", sql = "t.name")]
    ticket: Option<Text>,
}

/// An entry in the response.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogEntry {
    at: Timestamp,
    /// applied: no place yet; freed: by a person; lost: by a rule.
    kind: EntryKind,
    reason: Reason,
    /// Null: the account was erased.
    person: Option<PersonCard>,
    /// The name of the ticket.
    quota_name: Option<Text>,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct LogQuery {
    /// The caller's own entries.
    #[serde(default)]
    mine: bool,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

const FROM: &str = "from place_entry x left join ticket t on t.id = x.ticket_id \
                    where x.event_id = $1 and (x.seq, x.id) < ($4, $5)";
const ORDER: &str = " order by x.seq desc, x.id desc limit $2 offset $3";

/// The entries of an event for its organiser, or those of the caller with `mine`.
pub(crate) fn log(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfEvent>, Query<LogQuery>),
) -> Result<Payload<Page<LogEntry>>, Error> {
    let me = ctx.caller()?;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<(i64, Uuid)> = asked.window(page::USUAL)?;
    let event = of.visible(ctx)?;
    let (before, id) = match window.after.clone() {
        Some(after) => after,
        None => (i64::MAX, Uuid::nil()),
    };
    let rows: Vec<Entry> = match query.mine {
        true => ctx.sql().query(
            select!(Entry, FROM, " and x.account_id = $6", ORDER),
            &params![
                &event.id,
                window.fetch(),
                window.offset,
                before,
                &id,
                &me.id
            ],
        )?,
        false if access::is_organiser(ctx, &event) => ctx.sql().query(
            select!(Entry, FROM, ORDER),
            &params![&event.id, window.fetch(), window.offset, before, &id],
        )?,
        false => return Err(NOT_ORGANISER.into()),
    }
    .all()?;
    let page = window.page(rows, |entry| (entry.seq, entry.id.clone()));
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|entry| entry.account.as_ref()),
    );
    // The organiser sees who has a place, also across a block between people.
    let blocks = match query.mine {
        true => ctx.users().blocks(),
        false => Vec::new(),
    };
    Ok(Payload(page.map(|entry| {
        LogEntry {
            at: entry.at,
            kind: entry.reason.kind(),
            reason: entry.reason,
            person: entry
                .account
                .filter(|id| !blocks.contains(id))
                .and_then(|id| people.get(&id)),
            quota_name: entry.ticket,
        }
    })))
}

/// An entry in the data export of a person.
#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "x")]
pub(crate) struct LogData {
    #[serde(skip)]
    id: Uuid,
    event_id: Uuid,
    place_id: Uuid,
    reason: String,
    at: Timestamp,
}

/// One page of a person's entries at all events, in the order of their index.
pub(crate) fn of_person(
    ctx: &Ctx,
    person: &Uuid,
    window: &Window<(Uuid, i64, Uuid)>,
) -> Result<Page<LogData>, Error> {
    let (event, micros, id) = window
        .after
        .clone()
        .unwrap_or_else(|| (Uuid::nil(), 0, Uuid::nil()));
    let rows: Vec<LogData> = ctx
        .sql()
        .query(
            select!(
                LogData,
                "from place_entry x where x.account_id = $1 and (x.event_id, x.at, x.id) > ($3, $4, $5) order by \
                 x.event_id, x.at, x.id limit $2"
            ),
            &params![
                person,
                window.fetch(),
                &event,
                Timestamp::from_micros(micros).min(Timestamp::LATEST),
                &id
            ],
        )?
        .all()?;
    Ok(window.page(rows, |row| {
        (row.event_id.clone(), row.at.as_micros(), row.id.clone())
    }))
}
