//! Events of `worlds`: people on the blacklist, and worlds that have become private or public.
//!
//! The unused ticket of a person who may not enter the world any more is refunded automatically: the organiser may be an
//! administrator of the world, who has closed it and would keep the WIT.

use crate::access;
use crate::account_events::end_place;
use crate::event::Phase;
use crate::person_notices;
use crate::place::Reason;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

pub(crate) const BLACKLISTED: &str = "worlds.member.blacklisted@1";
pub(crate) const CLOSED: &str = "worlds.world.closed@1";
pub(crate) const OPENED: &str = "worlds.world.opened@1";
/// Places per call: one takes up to twenty statements, with the waiting list and the alarms.
const BATCH: u32 = 1;
/// Events per call whose visibility changes.
const SHOWN: u32 = 500;
/// A world that was made private by mistake can be opened again before places end.
const GRACE_MS: i64 = 10 * 60_000;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Excluded {
    world_id: Uuid,
    user_id: Uuid,
}

/// Continue with the rest.
pub(crate) const EXCLUSION: TimerKind<Excluded> = TimerKind::new("exclude");
pub(crate) const VISIBILITY: TimerKind<OfWorld> = TimerKind::new("visibility");
/// Ends places in a world that was closed.
pub(crate) const WORLD_CLOSED: TimerKind<OfWorld> = TimerKind::new("world-closed");

/// Ends the unused places of a person at the events of a world that are not over.
pub(crate) fn exclude(ctx: &Ctx, of: Excluded) -> Result<(), Error> {
    let rows: Vec<(Uuid, Uuid)> = ctx
        .sql()
        .query(
            "select p.event_id, p.id from place p join event e on e.id = p.event_id and e.world_id = $1 and e.status = 'open' \
             where p.holder_id = $2 and p.state <> 'freed' and p.checked_in_at is null order by p.event_id, p.id limit $3",
            &params![&of.world_id, &of.user_id, BATCH],
        )?
        .all()?;
    for (event, place) in &rows {
        exclude_from(ctx, event, place)?;
    }
    match rows.len() == BATCH as usize {
        true => EXCLUSION.now(ctx, format_args!("{}:{}", of.world_id, of.user_id), &of),
        false => Ok(()),
    }
}

fn exclude_from(ctx: &Ctx, event: &Uuid, place: &Uuid) -> Result<(), Error> {
    let Some(event) = store::lock(ctx, event)? else {
        return Ok(());
    };
    // It may have ended since the place was read.
    if !matches!(
        event.phase(ctx.now()),
        Phase::Requested | Phase::Pre | Phase::In
    ) {
        return Ok(());
    }
    match end_place(ctx, &event, place, Reason::Excluded)? {
        Some(ended) => person_notices::excluded(ctx, &event, &ended),
        None => Ok(()),
    }
}

/// A world, and the last place that was looked at.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfWorld {
    world_id: Uuid,
    #[serde(default)]
    after: Option<(Uuid, Uuid)>,
}

/// A world has become private or public. What holds now is asked for, because two changes may arrive in another order.
pub(crate) fn on_visibility(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let of: OfWorld = event.json()?;
    if event.topic == CLOSED {
        let at = ctx.now().plus_millis(GRACE_MS);
        WORLD_CLOSED.at(ctx, &of.world_id, at, &of)?;
    }
    show(ctx, of)
}

/// Lists of all worlds leave the events of a private world out. Events to come change first.
pub(crate) fn show(ctx: &Ctx, of: OfWorld) -> Result<(), Error> {
    let changed = ctx.sql().execute(
        "update event set is_public = $2 where id in (select e.id from event e where e.world_id = $1 and e.is_public <> $2 \
         order by e.starts_at desc limit $3)",
        &params![&of.world_id, access::is_public(ctx, &of.world_id), SHOWN],
    )?;
    match changed == u64::from(SHOWN) {
        true => VISIBILITY.now(ctx, &of.world_id, &of),
        false => Ok(()),
    }
}

/// Ends the unused places of people who are not members of a world that has been private for some minutes.
pub(crate) fn on_closed(ctx: &Ctx, of: OfWorld) -> Result<(), Error> {
    if access::is_public(ctx, &of.world_id) {
        return Ok(());
    }
    let (event, place) = of.after.unwrap_or_else(|| (Uuid::nil(), Uuid::nil()));
    let rows: Vec<(Uuid, Uuid, Option<Uuid>)> = ctx
        .sql()
        .query(
            "select p.event_id, p.id, p.holder_id from event e join place p on p.event_id = e.id \
             where e.world_id = $1 and e.status = 'open' and e.id >= $2 and (p.event_id, p.id) > ($2, $3) \
             and p.state <> 'freed' and p.checked_in_at is null order by p.event_id, p.id limit $4",
            &params![&of.world_id, event, place, BATCH],
        )?
        .all()?;
    for (event, place, holder) in &rows {
        if let Some(holder) = holder
            && access::world_refusal(ctx, "viewEvents", &of.world_id, holder).is_some()
        {
            exclude_from(ctx, event, place)?;
        }
    }
    match rows.last() {
        Some((event, place, _)) if rows.len() == BATCH as usize => {
            let next = OfWorld {
                after: Some((event.clone(), place.clone())),
                ..of
            };
            WORLD_CLOSED.now(ctx, &next.world_id, &next)
        }
        _ => Ok(()),
    }
}
