//! The service `companions@1`: with whom a person is placed in one instance of a room.
//!
//! These are the people who take part in an event that the caller takes part in or holds, in this block, from an
//! hour before its start to its end. With more people than a room has places, the first ones count.

use crate::event::Event;
use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, DAY_MS, Error, Uuid, params, requests, select};

/// Before the start people gather.
const GATHERING_MS: i64 = 60 * 60_000;
const LONGEST_MS: i64 = 7 * DAY_MS;
const PEOPLE: u32 = 200;

/// With whom the caller is placed in a room. The kernel asks.
#[derive(Serialize, Deserialize)]
pub(crate) struct CompanionsIn {
    room: String,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Companions {
    people: Vec<Uuid>,
}

requests!("companions@1": "of" CompanionsIn => Companions);

pub(crate) fn companions(ctx: &Ctx, of: CompanionsIn) -> Result<Companions, Error> {
    let (actor, block) = (
        ctx.actor(),
        of.room.strip_prefix("blocks:").and_then(Uuid::parse),
    );
    let (Some(block), Some(me)) = (block, actor.account()) else {
        return Ok(Companions::default());
    };
    let now = ctx.now();
    let event: Option<Event> = ctx.sql().optional(
        select!(
            Event,
            "from event e where e.block_id = $1 and e.review in ('none', 'approved') and e.status = 'open' and \
             e.starts_at > $3 and e.starts_at <= $4 and e.ends_at > $5 and (e.organiser_id = $2 or exists \
             (select 1 from place p where p.event_id = e.id and p.holder_id = $2 and p.state = 'taken')) order \
             by e.starts_at, e.id limit 1"
        ),
        &params![
            &block,
            me,
            now.plus_millis(-LONGEST_MS),
            now.plus_millis(GATHERING_MS),
            now
        ],
    )?;
    let Some(event) = event else {
        return Ok(Companions::default());
    };
    let rows: Vec<(Option<Uuid>,)> = ctx
        .sql()
        .query(
            "select p.holder_id from place p where p.event_id = $1 and p.state = 'taken' \
             order by p.joined_at, p.id limit $2",
            &params![&event.id, PEOPLE],
        )?
        .all()?;
    let people = rows
        .into_iter()
        .filter_map(|(holder,)| holder)
        .chain(event.organiser)
        .filter(|person| person != me);
    Ok(Companions {
        people: people.collect(),
    })
}
