//! The ledger of places as people read it: every change of a place with its reason, the last change first.
//!
//! The organiser reads all entries of an event; a participant reads their own. An entry names the person who had the place at
//! that time, also after a transfer.

use crate::access::{self, OfEvent};
use crate::place::{EntryKind, Reason};
use crate::problems::NOT_ORGANISER;
use crate::store::parsed;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageLimits, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// An entry as stored, with the name of its ticket.
struct Entry {
    id: Uuid,
    /// Its number in the ledger of the event.
    seq: i64,
    at: Timestamp,
    reason: Reason,
    account: Option<Uuid>,
    ticket: Option<Text>,
}

impl FromRow for Entry {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        let (ko, en): (Option<String>, Option<String>) = (row.get("name_ko")?, row.get("name_en")?);
        Ok(Self {
            id: row.get("id")?,
            seq: row.get("seq")?,
            at: row.get("at")?,
            reason: parsed(row, "reason", Reason::parse)?,
            account: row.get("account_id")?,
            ticket: ko.zip(en).map(|(ko, en)| Text::new(ko, en)),
        })
    }
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

macro_rules! entry_where {
    ($rest:literal) => {
        concat!(
            "select x.id, x.seq, x.at, x.reason, x.account_id, t.name_ko, t.name_en from place_entry x \
             left join ticket t on t.id = x.ticket_id where x.event_id = $1 and (x.seq, x.id) < ($4, $5) ",
            $rest,
            " order by x.seq desc, x.id desc limit $2 offset $3"
        )
    };
}

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
            entry_where!("and x.account_id = $6"),
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
            entry_where!(""),
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
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogData {
    #[serde(skip)]
    id: Uuid,
    event_id: Uuid,
    place_id: Uuid,
    reason: String,
    at: Timestamp,
}

impl FromRow for LogData {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            id: row.get("id")?,
            event_id: row.get("event_id")?,
            place_id: row.get("place_id")?,
            reason: row.get("reason")?,
            at: row.get("at")?,
        })
    }
}

/// One page of a person's entries at all events, in the order of their index.
pub(crate) fn of_person(
    ctx: &Ctx,
    person: &Uuid,
    asked: &PageQuery,
    limits: PageLimits,
) -> Result<Page<LogData>, Error> {
    let window: Window<(Uuid, i64, Uuid)> = asked.window(limits)?;
    let (event, micros, id) = window
        .after
        .clone()
        .unwrap_or_else(|| (Uuid::nil(), 0, Uuid::nil()));
    let rows: Vec<LogData> = ctx
        .sql()
        .query(
            "select x.id, x.event_id, x.place_id, x.reason, x.at from place_entry x where x.account_id = $1 \
             and (x.event_id, x.at, x.id) > ($3, $4, $5) order by x.event_id, x.at, x.id limit $2",
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
