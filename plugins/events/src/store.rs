//! Statements about events and their tickets. The lock order is the event, its places, then accounts.

use crate::event::{Event, Review, Scoring, Status, Step};
use crate::new_event::Draft;
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Event>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Event, "from event e where e.id = $1"), &params![id])?)
}

/// Locks an event until the end of the transaction. All changes of its places take this lock or [`lock_shared`] first, so that a
/// quota is read after every earlier change has committed.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Event>, Error> {
    let locked = ctx.sql().query(
        "select 1 from event where id = $1 for no key update",
        &params![id],
    )?;
    if locked.is_empty() {
        return Ok(None);
    }
    // A statement of its own after the lock: it sees what the transaction before has committed.
    by_id(ctx, id)
}

/// Waits for [`lock`] and keeps it away, but not others with this lock: for new rows of the waiting list, which must not be
/// written while a place becomes free, and for places of events without a limit.
pub(crate) fn lock_shared(ctx: &Ctx, id: &Uuid) -> Result<Option<Event>, Error> {
    let locked = ctx
        .sql()
        .query("select 1 from event where id = $1 for share", &params![id])?;
    match locked.is_empty() {
        true => Ok(None),
        false => by_id(ctx, id),
    }
}

/// Where an event takes place.
pub(crate) struct Venue {
    pub(crate) world: Uuid,
    pub(crate) world_name: String,
    pub(crate) block_name: String,
    pub(crate) block_title: Text,
}

/// Inserts an event. The hash of the seed of a draw is computed by the database.
pub(crate) fn insert(
    ctx: &Ctx,
    id: &Uuid,
    (organiser, venue, draft): (&Uuid, &Venue, &Draft),
    is_public: bool,
    (image, review, seed): (Option<&str>, Review, Option<Vec<u8>>),
    now: Timestamp,
) -> Result<(), Error> {
    let new = &draft.new;
    let (question_ko, question_en) = match &new.question {
        Some(question) => (Some(question.ko.clone()), Some(question.en.clone())),
        None => (None, None),
    };
    ctx.sql().execute(
        "insert into event (id, kind, organiser_id, world_id, world_name, block_id, block_name, block_title_ko, \
         block_title_en, is_public, title_ko, title_en, description_ko, description_en, image_id, image_url, starts_at, \
         ends_at, max_people, eligibility, entry, question_ko, question_en, no_show_minutes, attempts, scoring, prizes, \
         review, status, draw_at, draw_seed, draw_commit, created_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
         $23, $24, $25, $26, $27, $28, 'open', $29, $30::bytea, \
         sha256(convert_to('witverse:draw:seed:v1:', 'UTF8') || $30::bytea), $31)",
        &params![
            id,
            draft.kind.as_str(),
            organiser,
            &venue.world,
            &venue.world_name,
            &new.block_id,
            &venue.block_name,
            &venue.block_title.ko,
            &venue.block_title.en,
            is_public,
            &new.title.ko,
            &new.title.en,
            &new.description.ko,
            &new.description.en,
            new.image_id.clone(),
            image,
            new.starts_at,
            draft.ends_at,
            new.max_people,
            new.eligibility.as_str(),
            new.entry.as_str(),
            question_ko,
            question_en,
            new.no_show_minutes,
            new.attempts,
            new.scoring.map(Scoring::as_str),
            draft.prizes(),
            review.as_str(),
            draft.draw_at,
            seed,
            now,
        ],
    )?;
    Ok(())
}

pub(crate) fn set_texts(
    ctx: &Ctx,
    id: &Uuid,
    (title, description): (&Text, &Text),
    image: Option<(&Uuid, &str)>,
) -> Result<(), Error> {
    let (image_id, url) = match image {
        Some((id, url)) => (Some(id.clone()), Some(url)),
        None => (None, None),
    };
    ctx.sql().execute(
        "update event set title_ko = $2, title_en = $3, description_ko = $4, description_en = $5, \
         image_id = coalesce($6, image_id), image_url = coalesce($7, image_url) where id = $1",
        &params![
            id,
            &title.ko,
            &title.en,
            &description.ko,
            &description.en,
            image_id,
            url
        ],
    )?;
    Ok(())
}

/// Leaves an event without an image.
pub(crate) fn remove_image(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update event set image_id = null, image_url = null where id = $1",
        &params![id],
    )?;
    Ok(())
}

/// Leaves an event without an image whose file was deleted; a later one stays.
pub(crate) fn remove_deleted_image(ctx: &Ctx, id: &Uuid, file: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update event set image_id = null, image_url = null where id = $1 and image_id = $2",
        &params![id, file],
    )?;
    Ok(())
}

/// Marks a step of a locked event as done.
pub(crate) fn mark_done(ctx: &Ctx, event: &Event, step: Step) -> Result<(), Error> {
    ctx.sql().execute(
        "update event set steps_done = $2 where id = $1",
        &params![&event.id, event.steps_done | step.bit()],
    )?;
    Ok(())
}

/// Moves a locked event to a later start.
pub(crate) fn postpone(
    ctx: &Ctx,
    event: &Event,
    starts_at: Timestamp,
    now: Timestamp,
) -> Result<(), Error> {
    // The first start stays, so that many short delays are one long delay for people who have paid.
    let later_ms = starts_at.as_millis() - event.starts_at.as_millis();
    ctx.sql().execute(
        "update event set postponed_from = coalesce(postponed_from, starts_at), postponed_at = $2, starts_at = $3, ends_at = $4, steps_done = $5 \
         where id = $1",
        &params![
            &event.id,
            now,
            starts_at,
            event.ends_at.plus_millis(later_ms),
            event.steps_after_postponement()
        ],
    )?;
    ctx.sql().execute(
        "update event_term set starts_at = $2 where event_id = $1",
        &params![&event.id, starts_at],
    )?;
    Ok(())
}

/// Cancels or ends an open event; false if it was closed before.
pub(crate) fn close(ctx: &Ctx, id: &Uuid, status: Status, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update event set status = $2, closed_at = $3, ends_at = case when $2 = 'ended' and starts_at < $3 and $3 < ends_at \
         then $3 else ends_at end where id = $1 and status = 'open'",
        &params![id, status.as_str(), now],
    )?;
    Ok(changed == 1)
}

/// Stores a decision about a request; false if there was one before.
pub(crate) fn decide(
    ctx: &Ctx,
    id: &Uuid,
    review: Review,
    reason: Option<&str>,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update event set review = $2, review_reason = $3 where id = $1 and review = 'pending' and status = 'open'",
        &params![id, review.as_str(), reason],
    )?;
    Ok(changed == 1)
}

/// Stores why a closed event was stopped, and by whom.
pub(crate) fn set_stopped(ctx: &Ctx, id: &Uuid, by: &Uuid, reason: &str) -> Result<(), Error> {
    ctx.sql().execute(
        "update event set stop_reason = $3, stopped_by = $2 where id = $1",
        &params![id, by, reason],
    )?;
    Ok(())
}

pub(crate) fn set_official(ctx: &Ctx, id: &Uuid, is_official: bool) -> Result<(), Error> {
    ctx.sql().execute(
        "update event set is_official = $2 where id = $1",
        &params![id, is_official],
    )?;
    Ok(())
}

/// The helpers at the door of an event, with their numbers.
pub(crate) fn helpers(ctx: &Ctx, event: &Uuid) -> Result<Vec<(Uuid, i64)>, Error> {
    Ok(ctx
        .sql()
        .query(
            "select account_id, n from event_helper where event_id = $1 order by added_at, account_id limit 10",
            &params![event],
        )?
        .all()?)
}

/// Events of a person that are open, counted up to `limit`.
pub(crate) fn open_count(ctx: &Ctx, organiser: &Uuid, limit: u32) -> Result<i64, Error> {
    let (count,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from event where organiser_id = $1 and status = 'open' limit $2) counted",
        &params![organiser, limit],
    )?;
    Ok(count)
}

/// An item or a collection whose owners may take part.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Gate {
    #[row(column = "ref_id")]
    pub(crate) id: Uuid,
    pub(crate) is_collection: bool,
    #[row(both)]
    pub(crate) name: Text,
}

pub(crate) fn insert_gate(ctx: &Ctx, event: &Uuid, gate: &Gate) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into event_gate (event_id, ref_id, is_collection, name_ko, name_en) values ($1, $2, $3, $4, $5) \
         on conflict do nothing",
        &params![
            event,
            &gate.id,
            gate.is_collection,
            &gate.name.ko,
            &gate.name.en
        ],
    )?;
    Ok(())
}

pub(crate) fn gates(ctx: &Ctx, event: &Uuid) -> Result<Vec<Gate>, Error> {
    let rows = ctx.sql().query(
        select!(Gate, "from event_gate where event_id = $1 order by ref_id"),
        &params![event],
    )?;
    Ok(rows.all()?)
}

/// A ticket `t` of the event `$1`, with the number of its places that are occupied at `$2`.
#[derive(Clone, Debug, FromRow)]
#[row(alias = "t")]
pub(crate) struct Ticket {
    pub(crate) id: Uuid,
    #[row(both)]
    pub(crate) name: Text,
    #[row(both)]
    pub(crate) description: Text,
    /// Hundredths of a WIT.
    pub(crate) price: i64,
    pub(crate) quantity: i64,
    #[row(
        sql = "(select count(*) from place p where p.event_id = $1 and p.ticket_id = t.id \
                 and p.state in ('cart', 'offered', 'taken') and (p.held_until is null or p.held_until > $2))"
    )]
    pub(crate) occupied: i64,
}

pub(crate) fn insert_tickets(ctx: &Ctx, event: &Uuid, draft: &Draft) -> Result<(), Error> {
    for (position, ticket) in draft.new.tickets.iter().enumerate() {
        ctx.sql().execute(
            "insert into ticket (id, event_id, position, name_ko, name_en, description_ko, description_en, price, \
             quantity) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &params![
                ctx.random().uuid(),
                event,
                i64::try_from(position).unwrap_or(i64::MAX),
                &ticket.name.ko,
                &ticket.name.en,
                &ticket.description.ko,
                &ticket.description.en,
                ticket.price * 100,
                ticket.quantity
            ],
        )?;
    }
    Ok(())
}

/// The tickets of an event in their order. Carts and offers whose time is over count as free.
pub(crate) fn tickets(ctx: &Ctx, event: &Uuid, now: Timestamp) -> Result<Vec<Ticket>, Error> {
    let rows = ctx.sql().query(
        select!(
            Ticket,
            "from ticket t where t.event_id = $1 order by t.position"
        ),
        &params![event, now],
    )?;
    Ok(rows.all()?)
}
