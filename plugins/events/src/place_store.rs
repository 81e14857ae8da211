//! Statements about places. Callers have locked the event, unless a function only reads.
//!
//! [`change`] and [`insert`] are the only ways to change a state: each writes the row and its entry in the ledger of places.

use crate::event::{Entry, Event};
use crate::guest::Guest;
use crate::place::{Place, Quota, Reason, State};
use crate::problems::HAS_PLACE;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// The place of a person at an event that is not freed.
pub(crate) fn of_holder(ctx: &Ctx, event: &Uuid, person: &Uuid) -> Result<Option<Place>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Place,
            "from place p where p.event_id = $1 and p.holder_id = $2 and p.state <> 'freed'"
        ),
        &params![event, person],
    )?)
}

/// The latest place of a person at an event, also a freed one.
pub(crate) fn latest_of(ctx: &Ctx, event: &Uuid, person: &Uuid) -> Result<Option<Place>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Place,
            "from place p where p.event_id = $1 and p.holder_id = $2 order by p.state = 'freed', p.joined_at \
             desc, p.id desc limit 1"
        ),
        &params![event, person],
    )?)
}

/// Why the last change of a person's place at an event was made.
pub(crate) fn last_reason(ctx: &Ctx, event: &Uuid, person: &Uuid) -> Result<Option<Reason>, Error> {
    let found: Option<(String,)> = ctx.sql().optional(
        "select x.reason from place_entry x where x.event_id = $1 and x.account_id = $2 order by x.seq desc, x.id desc limit 1",
        &params![event, person],
    )?;
    Ok(found.and_then(|(reason,)| Reason::parse(&reason)))
}

/// The places of a person at an event that were paid, freed because the person did not come, and not refunded.
pub(crate) fn unrefunded_no_shows(
    ctx: &Ctx,
    event: &Uuid,
    person: &Uuid,
) -> Result<Vec<Place>, Error> {
    let rows = ctx.sql().query(
        select!(Place, "from place p where p.event_id = $1 and p.holder_id = $2 and p.state = 'freed' and p.paid > 0 \
             order by p.joined_at desc, p.id desc limit 20"
        ),
        &params![event, person],
    )?;
    let mut places: Vec<Place> = rows.all()?;
    places.retain(|place| place.is_unrefunded_no_show);
    Ok(places)
}

pub(crate) fn by_id(ctx: &Ctx, event: &Uuid, id: &Uuid) -> Result<Option<Place>, Error> {
    Ok(ctx.sql().optional(
        select!(Place, "from place p where p.event_id = $1 and p.id = $2"),
        &params![event, id],
    )?)
}

pub(crate) fn by_code(ctx: &Ctx, event: &Uuid, code: &str) -> Result<Option<Place>, Error> {
    Ok(ctx.sql().optional(
        select!(Place, "from place p where p.event_id = $1 and p.code = $2"),
        &params![event, code],
    )?)
}

/// The quota of an event, and of a ticket. Read after the event was locked and overdue places were freed.
pub(crate) fn quota(ctx: &Ctx, event: &Event, ticket: Option<&Uuid>) -> Result<Quota, Error> {
    let counted = ctx.sql().one(
        "select count(*), count(*) filter (where p.ticket_id = $2), \
         (select t.quantity from ticket t where t.id = $2 and t.event_id = $1) \
         from place p where p.event_id = $1 and p.state in ('cart', 'offered', 'taken')",
        &params![&event.id, ticket],
    )?;
    Ok(quota_of(event, counted))
}

fn quota_of(event: &Event, (occupied, of_ticket, quantity): (i64, i64, Option<i64>)) -> Quota {
    Quota {
        max_people: event.max_people,
        occupied,
        ticket: quantity.map(|quantity| (quantity, of_ticket)),
    }
}

/// The quota without carts and offers whose time is over. Read without a lock.
pub(crate) fn valid_quota(
    ctx: &Ctx,
    event: &Event,
    ticket: Option<&Uuid>,
    now: Timestamp,
) -> Result<Quota, Error> {
    let counted = ctx.sql().one(
        "select count(*), count(*) filter (where p.ticket_id = $2), \
         (select t.quantity from ticket t where t.id = $2 and t.event_id = $1) \
         from place p where p.event_id = $1 and p.state in ('cart', 'offered', 'taken') \
         and (p.held_until is null or p.held_until > $3)",
        &params![&event.id, ticket, now],
    )?;
    Ok(quota_of(event, counted))
}

/// Writes an entry. Its number is read with the lock of the event, so that the numbers have the order of the changes; `now` is
/// when the request began, before it waited. Events without a limit lock for each other's applications only: two of their
/// entries can have the same number.
fn record(
    ctx: &Ctx,
    place: &Place,
    from: State,
    reason: Reason,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into place_entry (id, event_id, place_id, ticket_id, delta, reason, at, account_id, seq) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, \
         (select coalesce(max(x.seq), 0) + 1 from place_entry x where x.event_id = $2))",
        &params![
            ctx.random().uuid(),
            &place.event,
            &place.id,
            place.ticket.clone(),
            from.delta(place.state),
            reason.as_str(),
            now,
            place.holder.clone()
        ],
    )?;
    Ok(())
}

/// Inserts a place with its first entry; fails with `event_has_place` if the person has one. The transaction can go on after that.
pub(crate) fn insert(
    ctx: &Ctx,
    place: &Place,
    reason: Reason,
    now: Timestamp,
) -> Result<(), Error> {
    let inserted = ctx.sql().execute(
        "insert into place (id, event_id, ticket_id, holder_id, state, answer, held_until, code, joined_at, item_id, nonce) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
         on conflict (event_id, holder_id) where state <> 'freed' do nothing",
        &params![
            &place.id,
            &place.event,
            place.ticket.clone(),
            place.holder.clone(),
            place.state.as_str(),
            place.answer.clone(),
            place.held_until,
            place.code.clone(),
            place.joined_at,
            place.item.clone(),
            place.nonce.clone()
        ],
    )?;
    match inserted {
        0 => Err(HAS_PLACE.into()),
        _ => record(ctx, place, State::Freed, reason, now),
    }
}

/// Changes the state of a place with an entry; fails if the place is not in the state that the caller has read.
pub(crate) fn change(
    ctx: &Ctx,
    place: &mut Place,
    next: State,
    reason: Reason,
    now: Timestamp,
) -> Result<(), Error> {
    let from = place.state;
    place.state = next;
    if !matches!(next, State::Cart | State::Offered) {
        place.held_until = None;
    }
    if next == State::Taken && place.code.is_none() {
        place.code = Some(crate::place::code(&ctx.random().bytes(10)));
    }
    let changed = ctx.sql().execute(
        "update place set state = $3, held_until = $4, code = $5, holder_id = $6, paid = $7, payer_id = $8 \
         where id = $1 and state = $2",
        &params![
            &place.id,
            from.as_str(),
            next.as_str(),
            place.held_until,
            place.code.clone(),
            place.holder.clone(),
            place.paid,
            place.payer.clone()
        ],
    )?;
    if changed != 1 {
        return Err(Error::internal("a place has changed without the lock"));
    }
    record(ctx, place, from, reason, now)
}

/// Records that a place which was freed before was refunded.
pub(crate) fn record_refund(ctx: &Ctx, place: &Place, now: Timestamp) -> Result<(), Error> {
    record(ctx, place, place.state, Reason::Refunded, now)
}

/// Names the item that admits the holder of a place.
pub(crate) fn set_item(ctx: &Ctx, place: &mut Place, item: Option<Uuid>) -> Result<(), Error> {
    ctx.sql().execute(
        "update place set item_id = $2 where id = $1",
        &params![&place.id, item.clone()],
    )?;
    place.item = item;
    Ok(())
}

/// Gives a taken place to another person, with a new code and without the answer of the former holder. Both have an entry.
pub(crate) fn set_holder(
    ctx: &Ctx,
    place: &mut Place,
    guest: &Guest,
    now: Timestamp,
) -> Result<(), Error> {
    record(ctx, place, place.state, Reason::GivenAway, now)?;
    let holder = guest.id();
    place.holder = Some(holder.clone());
    place.code = Some(crate::place::code(&ctx.random().bytes(10)));
    place.answer = None;
    ctx.sql()
        .execute(
            "update place set holder_id = $2, code = $3, answer = null where id = $1 and state = 'taken'",
            &params![&place.id, holder, place.code.clone()],
        )
        .on_constraint(&[("place_once", HAS_PLACE)])?;
    record(ctx, place, place.state, Reason::Transferred, now)
}

/// Records that the holder of a place, who may still hold it, came; false if it was recorded before.
pub(crate) fn check_in(
    ctx: &Ctx,
    (place, _): (&Place, &Guest),
    reason: Reason,
    now: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update place set checked_in_at = $2 where id = $1 and state = 'taken' and checked_in_at is null",
        &params![&place.id, now],
    )?;
    if changed == 1 {
        record(ctx, place, place.state, reason, now)?;
    }
    Ok(changed == 1)
}

/// Carts and offers whose time is over, the oldest first.
pub(crate) fn overdue(
    ctx: &Ctx,
    event: &Uuid,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Place>, Error> {
    let rows = ctx.sql().query(
        select!(
            Place,
            "from place p where p.event_id = $1 and p.held_until is not null and p.held_until <= $2 order by \
             p.held_until, p.id limit $3"
        ),
        &params![event, now, limit],
    )?;
    Ok(rows.all()?)
}

/// The first of the waiting list, of a ticket if the event has tickets. After a draw the list has the order of the ranks.
pub(crate) fn first_waiting(
    ctx: &Ctx,
    event: &Event,
    ticket: Option<&Uuid>,
) -> Result<Option<Place>, Error> {
    let event_id = &event.id;
    let found = match ticket {
        _ if event.entry == Entry::Draw => ctx.sql().optional(
            select!(
                Place,
                "from place p where p.event_id = $1 and p.state = 'waiting' and p.rank is not null order by \
                 p.rank limit 1"
            ),
            &params![event_id],
        )?,
        Some(ticket) => ctx.sql().optional(
            select!(
                Place,
                "from place p where p.event_id = $1 and p.ticket_id = $2 and p.state = 'waiting' order by \
                 p.joined_at, p.id limit 1"
            ),
            &params![event_id, ticket],
        )?,
        None => ctx.sql().optional(
            select!(
                Place,
                "from place p where p.event_id = $1 and p.ticket_id is null and p.state = 'waiting' order by \
                 p.joined_at, p.id limit 1"
            ),
            &params![event_id],
        )?,
    };
    Ok(found)
}

/// How many people are before a place on its waiting list, counted up to 1,000.
pub(crate) fn waiting_before(ctx: &Ctx, place: &Place) -> Result<i64, Error> {
    if let Some(rank) = place.rank {
        let (count,): (i64,) = ctx.sql().one(
            "select count(*) from (select 1 from place p where p.event_id = $1 and p.state = 'waiting' and p.rank < $2 \
             limit 1000) counted",
            &params![&place.event, rank],
        )?;
        return Ok(count);
    }
    let (count,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from place p where p.event_id = $1 and p.state = 'waiting' \
         and p.ticket_id is not distinct from $2 and (p.joined_at, p.id) < ($3, $4) limit 1000) counted",
        &params![
            &place.event,
            place.ticket.clone(),
            place.joined_at,
            &place.id
        ],
    )?;
    Ok(count)
}

/// Tickets of an event that have a waiting list. One row with null for an event without tickets.
pub(crate) fn waited_tickets(ctx: &Ctx, event: &Uuid) -> Result<Vec<Option<Uuid>>, Error> {
    let rows: Vec<(Option<Uuid>,)> = ctx
        .sql()
        .query(
            "select p.ticket_id from place p where p.event_id = $1 and p.state = 'waiting' \
             group by p.ticket_id order by min(p.joined_at)",
            &params![event],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(ticket,)| ticket).collect())
}

/// Counts of the states of an event: taken, checked in, applied, waiting. Occupied places whose time is over are not counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) taken: i64,
    pub(crate) occupied: i64,
    pub(crate) checked_in: i64,
    pub(crate) applied: i64,
    pub(crate) waiting: i64,
}

pub(crate) fn counts(ctx: &Ctx, event: &Uuid, now: Timestamp) -> Result<Counts, Error> {
    let (taken, occupied, checked_in, applied, waiting) = ctx.sql().one(
        "select count(*) filter (where p.state = 'taken'), \
         count(*) filter (where p.state in ('cart', 'offered', 'taken') \
             and (p.held_until is null or p.held_until > $2)), \
         count(*) filter (where p.checked_in_at is not null), \
         count(*) filter (where p.state = 'applied'), count(*) filter (where p.state = 'waiting') \
         from place p where p.event_id = $1 and p.state in ('applied', 'waiting', 'cart', 'offered', 'taken')",
        &params![event, now],
    )?;
    Ok(Counts {
        taken,
        occupied,
        checked_in,
        applied,
        waiting,
    })
}

/// One page of the places of an event in a state, the oldest first. One state, so that the index has their order.
pub(crate) fn list(
    ctx: &Ctx,
    event: &Uuid,
    state: State,
    window: &Window<TimeKey>,
) -> Result<Vec<Place>, Error> {
    let (after, id) = match &window.after {
        Some((micros, id)) => (
            Timestamp::from_micros(*micros).min(Timestamp::LATEST),
            id.clone(),
        ),
        None => (Timestamp::from_millis(0), Uuid::nil()),
    };
    let rows = ctx.sql().query(
        select!(Place, "from place p where p.event_id = $1 and p.state = $4 and (p.joined_at, p.id) > ($5, $6) \
             order by p.joined_at, p.id limit $2 offset $3"
        ),
        &params![
            event,
            window.fetch(),
            window.offset,
            state.as_str(),
            after,
            &id
        ],
    )?;
    Ok(rows.all()?)
}

/// One page of a person's places, newest first.
pub(crate) fn of_person(
    ctx: &Ctx,
    person: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Place>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Place,
            "from place p where p.holder_id = $1 and (p.joined_at, p.id) < ($4, $5) order by p.joined_at desc, \
             p.id desc limit $2 offset $3"
        ),
        &params![person, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// Places of an event after an id, for batches.
pub(crate) fn after(
    ctx: &Ctx,
    event: &Uuid,
    states: &[State],
    after: &Uuid,
    limit: u32,
) -> Result<Vec<Place>, Error> {
    let states: Vec<String> = states.iter().map(|one| one.as_str().to_owned()).collect();
    let rows = ctx.sql().query(
        select!(
            Place,
            "from place p where p.event_id = $1 and p.state = any($2::text[]) and p.id > $3 order by p.id limit \
             $4"
        ),
        &params![event, states, after, limit],
    )?;
    Ok(rows.all()?)
}
