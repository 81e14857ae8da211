//! Data export: events, places, payouts and runs of a person.

use crate::helpers::HelperData;
use crate::lists;
use crate::place_log;
use crate::place_store;
use crate::plugin_store;
use crate::views::EventCard;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, Page, PageLimits, PageQuery, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, params};

const AT_ONCE: PageLimits = PageLimits {
    default_limit: 100,
    max_limit: 100,
    max_page: 1,
};

/// The parts, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Organised,
    Places,
    Payouts,
    Attempts,
    Forms,
    PlaceLog,
    Helping,
}

impl Part {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Organised, "organised-events"),
        (Self::Places, "places"),
        (Self::Payouts, "payouts"),
        (Self::Attempts, "attempts"),
        (Self::Forms, "event-forms"),
        (Self::PlaceLog, "place-log"),
        (Self::Helping, "helping"),
    ];
}

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
struct Position {
    part: usize,
    file: u32,
    cursor: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PayoutData {
    payout_id: Uuid,
    event_id: Uuid,
    kind: String,
    rank: Option<i64>,
    amount_hundredths: i64,
    state: String,
    created_at: Timestamp,
}

impl FromRow for PayoutData {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            payout_id: row.get("id")?,
            event_id: row.get("event_id")?,
            kind: row.get("kind")?,
            rank: row.get("rank")?,
            amount_hundredths: row.get("amount")?,
            state: row.get("state")?,
            created_at: row.get("created_at")?,
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AttemptData {
    event_id: Uuid,
    race_id: Uuid,
    /// Null without a finish.
    time_ms: Option<i64>,
    state: String,
    at: Timestamp,
}

impl FromRow for AttemptData {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            event_id: row.get("event_id")?,
            race_id: row.get("race_id")?,
            time_ms: row.get("time_ms")?,
            state: row.get("state")?,
            at: row.get("at")?,
        })
    }
}

/// One page of the export; `cursor` is the previous page's `next`.
pub(crate) fn export_page(
    ctx: &Ctx,
    person: &Uuid,
    cursor: Option<String>,
) -> Result<DataPage, Error> {
    let position = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Position {
            part: 0,
            file: 1,
            cursor: None,
        },
    };
    let Some((part, name)) = Part::ALL.get(position.part).copied() else {
        return Err(Error::internal("an export continues after its end"));
    };
    let asked = PageQuery {
        cursor: position.cursor,
        ..PageQuery::default()
    };
    let file = format!("{name}-{}.json", position.file);
    let (mut answer, next) = match part {
        Part::PlaceLog => answer(&file, place_log::of_person(ctx, person, &asked, AT_ONCE)?)?,
        _ => read_part(ctx, person, (part, &file), &asked)?,
    };
    let next = match next {
        Some(cursor) => Some(Position {
            part: position.part,
            file: position.file + 1,
            cursor: Some(cursor),
        }),
        None if position.part + 1 < Part::ALL.len() => Some(Position {
            part: position.part + 1,
            file: 1,
            cursor: None,
        }),
        None => None,
    };
    answer.next = next.map(|position| page::encode(&position));
    Ok(answer)
}

/// One page of a part whose rows have the order of a time.
fn read_part(
    ctx: &Ctx,
    person: &Uuid,
    (part, file): (Part, &str),
    asked: &PageQuery,
) -> Result<(DataPage, Option<String>), Error> {
    let window: Window<TimeKey> = asked.window(AT_ONCE)?;
    match part {
        Part::Organised => {
            let rows = lists::of_organiser(ctx, person, &window)?;
            let page = window.page(rows, |event| {
                (event.starts_at.as_micros(), event.id.clone())
            });
            let (people, now) = (People::of(ctx, [person]), ctx.now());
            answer(
                file,
                page.map(|event| EventCard::of(&event, Some(person), &people, now)),
            )
        }
        Part::Places => {
            let rows = place_store::of_person(ctx, person, &window)?;
            let page = window.page(rows, |place| {
                (place.joined_at.as_micros(), place.id.clone())
            });
            answer(file, lists::with_events(ctx, page)?)
        }
        Part::Payouts => {
            let (before, id) = page::upper_bound(window.after.as_ref());
            let rows: Vec<PayoutData> = ctx
                .sql()
                .query(
                    "select o.id, o.event_id, o.kind, o.rank, o.amount, o.state, o.created_at from payout o \
                     where o.account_id = $1 and (o.created_at, o.id) < ($3, $4) \
                     order by o.created_at desc, o.id desc limit $2",
                    &params![person, window.fetch(), before, &id],
                )?
                .all()?;
            let page = window.page(rows, |row| {
                (row.created_at.as_micros(), row.payout_id.clone())
            });
            answer(file, page)
        }
        Part::Attempts => {
            let (before, id) = page::upper_bound(window.after.as_ref());
            let rows: Vec<AttemptData> = ctx
                .sql()
                .query(
                    "select a.event_id, a.race_id, a.time_ms, a.state, a.at from attempt a \
                     where a.account_id = $1 and (a.at, a.race_id) < ($3, $4) order by a.at desc, a.race_id desc limit $2",
                    &params![person, window.fetch(), before, &id],
                )?
                .all()?;
            let page = window.page(rows, |row| (row.at.as_micros(), row.race_id.clone()));
            answer(file, page)
        }
        Part::Forms => {
            let rows = plugin_store::forms_of(ctx, person, &window)?;
            let page = window.page(rows, |form| (form.at.as_micros(), form.event_id.clone()));
            answer(file, page)
        }
        Part::Helping => {
            let (before, id) = page::upper_bound(window.after.as_ref());
            let rows: Vec<(Uuid, Timestamp)> = ctx
                .sql()
                .query(
                    "select h.event_id, h.added_at from event_helper h \
                     where h.account_id = $1 and (h.added_at, h.event_id) < ($3, $4) \
                     order by h.added_at desc, h.event_id desc limit $2",
                    &params![person, window.fetch(), before, &id],
                )?
                .all()?;
            let rows = rows
                .into_iter()
                .map(|(event_id, added_at)| HelperData { event_id, added_at })
                .collect();
            let page = window.page(rows, |row| (row.added_at.as_micros(), row.event_id.clone()));
            answer(file, page)
        }
        Part::PlaceLog => Err(Error::internal("the log of places has an order of its own")),
    }
}

fn answer<T: Serialize>(file: &str, page: Page<T>) -> Result<(DataPage, Option<String>), Error> {
    Ok((DataPage::json(file, &page.items)?, page.next_cursor))
}
