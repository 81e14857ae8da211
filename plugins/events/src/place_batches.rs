//! Changes of many places of a locked event at once, each with its entry in the ledger of places.

use crate::place::{Place, Reason, State};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Frees up to `limit` places of a locked event at once, with an entry each, and with a refund of what was paid. Returns how
/// many.
pub(crate) fn free_all(
    ctx: &Ctx,
    event: &Uuid,
    states: &[State],
    (reason, has_refund): (Reason, bool),
    now: Timestamp,
    limit: u32,
) -> Result<i64, Error> {
    let states: Vec<String> = states.iter().map(|one| one.as_str().to_owned()).collect();
    let (freed,): (i64,) = ctx.sql().one(
        "with chosen as materialized (select p.id, p.state, p.ticket_id, p.holder_id, p.paid, p.payer_id from place p \
             where p.event_id = $1 and p.state = any($2::text[]) order by p.id limit $3), \
         freed as (update place p set state = 'freed', held_until = null from chosen c where p.id = c.id returning p.id), \
         entered as (insert into place_entry (id, event_id, seq, place_id, ticket_id, delta, reason, at, account_id) \
             select gen_random_uuid(), $1, \
             (select coalesce(max(x.seq), 0) from place_entry x where x.event_id = $1) + row_number() over (order by c.id), \
             c.id, c.ticket_id, case when c.state in ('cart', 'offered', 'taken') then -1 else 0 end, $4, $5, c.holder_id \
             from chosen c join freed f on f.id = c.id), \
         owed as (insert into payout (id, event_id, kind, place_id, account_id, amount, state, created_at, due_at) \
             select gen_random_uuid(), $1, 'refund', c.id, c.payer_id, c.paid, \
             case when c.payer_id is null then 'kept' else 'due' end, $5, $5 \
             from chosen c join freed f on f.id = c.id where $6 and c.paid > 0) \
         select count(*) from freed",
        &params![event, states, limit, reason.as_str(), now, has_refund],
    )?;
    Ok(freed)
}

/// Which of some places were freed for a reason.
pub(crate) fn freed_for(ctx: &Ctx, places: &[Place], reason: Reason) -> Result<Vec<Uuid>, Error> {
    let ids: Vec<Uuid> = places.iter().map(|place| place.id.clone()).collect();
    let rows = ctx.sql().query(
        "select x.place_id from place_entry x where x.place_id = any($1::uuid[]) and x.reason = $2",
        &params![ids, reason.as_str()],
    )?;
    let freed: Vec<(Uuid,)> = rows.all()?;
    Ok(freed.into_iter().map(|(id,)| id).collect())
}

/// Frees the places of people who have not checked in. Returns how many.
pub(crate) fn free_no_shows(
    ctx: &Ctx,
    event: &Uuid,
    now: Timestamp,
    limit: u32,
) -> Result<i64, Error> {
    let (freed,): (i64,) = ctx.sql().one(
        "with chosen as materialized (select p.id, p.ticket_id, p.holder_id from place p where p.event_id = $1 and p.state = 'taken' \
             and p.checked_in_at is null order by p.id limit $2), \
         freed as (update place p set state = 'freed' from chosen c where p.id = c.id returning p.id), \
         entered as (insert into place_entry (id, event_id, seq, place_id, ticket_id, delta, reason, at, account_id) \
             select gen_random_uuid(), $1, \
             (select coalesce(max(x.seq), 0) from place_entry x where x.event_id = $1) + row_number() over (order by c.id), \
             c.id, c.ticket_id, -1, 'no_show', $3, c.holder_id from chosen c join freed f on f.id = c.id) \
         select count(*) from freed",
        &params![event, limit, now],
    )?;
    Ok(freed)
}
