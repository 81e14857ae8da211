//! Data export: events, places, payouts and runs of a person.

use crate::helpers::HelperData;
use crate::lists::{self, JoinedEvent};
use crate::place_log;
use crate::place_store;
use crate::plugin_store::{self, FormData};
use crate::views::EventCard;
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::page::{self, Page, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};

pub(crate) const PARTS: &[Part] = &[
    part!("organised-events", 100 => organised),
    part!("places", 100 => places),
    part!("payouts", 100 => payouts),
    part!("attempts", 100 => attempts),
    part!("event-forms", 100 => forms),
    part!("place-log", 100 => place_log::of_person),
    part!("helping", 100 => helping),
];

type ByTime = Window<TimeKey>;

fn organised(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<EventCard>, Error> {
    let rows = lists::of_organiser(ctx, person, window)?;
    let page = window.page(rows, |event| {
        (event.starts_at.as_micros(), event.id.clone())
    });
    let (people, now) = (People::of(ctx, [person]), ctx.now());
    Ok(page.map(|event| EventCard::of(&event, Some(person), &people, now)))
}

fn places(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<JoinedEvent>, Error> {
    let rows = place_store::of_person(ctx, person, window)?;
    let page = window.page(rows, |place| {
        (place.joined_at.as_micros(), place.id.clone())
    });
    lists::with_events(ctx, page)
}

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "o")]
struct PayoutData {
    #[row(column = "id")]
    payout_id: Uuid,
    event_id: Uuid,
    kind: String,
    rank: Option<i64>,
    #[row(column = "amount")]
    amount_hundredths: i64,
    state: String,
    created_at: Timestamp,
}

fn payouts(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<PayoutData>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            PayoutData,
            "from payout o where o.account_id = $1 and (o.created_at, o.id) < ($3, $4) \
             order by o.created_at desc, o.id desc limit $2"
        ),
        &params![person, window.fetch(), before, &id],
    )?;
    Ok(window.page(rows.all()?, |row: &PayoutData| {
        (row.created_at.as_micros(), row.payout_id.clone())
    }))
}

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "a")]
struct AttemptData {
    event_id: Uuid,
    race_id: Uuid,
    /// Null without a finish.
    time_ms: Option<i64>,
    state: String,
    at: Timestamp,
}

fn attempts(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<AttemptData>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            AttemptData,
            "from attempt a where a.account_id = $1 and (a.at, a.race_id) < ($3, $4) \
             order by a.at desc, a.race_id desc limit $2"
        ),
        &params![person, window.fetch(), before, &id],
    )?;
    Ok(window.page(rows.all()?, |row: &AttemptData| {
        (row.at.as_micros(), row.race_id.clone())
    }))
}

fn forms(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<FormData>, Error> {
    let rows = plugin_store::forms_of(ctx, person, window)?;
    Ok(window.page(rows, |form| (form.at.as_micros(), form.event_id.clone())))
}

fn helping(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<HelperData>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            HelperData,
            "from event_helper h where h.account_id = $1 and (h.added_at, h.event_id) < ($3, $4) \
             order by h.added_at desc, h.event_id desc limit $2"
        ),
        &params![person, window.fetch(), before, &id],
    )?;
    Ok(window.page(rows.all()?, |row: &HelperData| {
        (row.added_at.as_micros(), row.event_id.clone())
    }))
}
