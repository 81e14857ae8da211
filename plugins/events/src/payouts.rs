//! What the plugin owes for an event: refunds, prizes, and the organiser's revenue.
//!
//! The money of tickets and prizes is on the account of this plugin, so no payout depends on the balance of the organiser. A
//! row says what is owed before it is paid; its id is the key of the movement. A wallet that is frozen is tried again every
//! day; what belongs to an erased account stays with the platform.

use crate::event::Event;
use crate::notices;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{LedgerError, LedgerErrorKind, Leg, Wit};
use witverse_sdk::sql::FromRow;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, Uuid, params, select};

/// Payouts of one call: each moves WIT and updates its row.
const BATCH: u32 = 10;
/// Tickets that one call counts as spent.
const COUNTED: u32 = 10;

/// A payout as stored.
#[derive(Clone, Debug, FromRow)]
#[row(alias = "o")]
pub(crate) struct Payout {
    pub(crate) id: Uuid,
    pub(crate) kind: String,
    pub(crate) rank: Option<i64>,
    /// The place that a refund is for.
    #[row(column = "place_id")]
    pub(crate) place: Option<Uuid>,
    #[row(column = "account_id")]
    pub(crate) account: Option<Uuid>,
    pub(crate) amount: i64,
}

impl Payout {
    pub(crate) fn wit(&self) -> Wit {
        Wit::of_hundredths(self.amount.unsigned_abs())
    }

    /// Shown in the wallet.
    fn memo(&self) -> &'static str {
        match self.kind.as_str() {
            "refund" => "event_refund",
            "prize" => "event_prize",
            "prize-return" => "event_prize_return",
            _ => "event_revenue",
        }
    }

    fn key(&self) -> String {
        format!("payout:{}", self.id)
    }

    /// The key of the payment that it gives back: of the ticket, or of the prizes. Prizes and revenue are paid for something.
    fn charge(&self, event: &Uuid) -> Option<String> {
        match (self.kind.as_str(), &self.place) {
            ("refund", Some(place)) => Some(ticket_key(place)),
            ("prize-return", _) => Some(prizes_key(event)),
            _ => None,
        }
    }

    /// Moves its WIT.
    fn pay(&self, ctx: &Ctx, event: &Uuid, account: &Uuid) -> Result<(), LedgerError> {
        let (ledger, key) = (ctx.ledger(), self.key());
        match self.charge(event) {
            Some(charge) => ledger.refund(&key, account, self.wit(), self.memo(), &charge),
            None => ledger.reward(&key, account, self.wit(), self.memo()),
        }
    }
}

/// The key of the payment of a ticket.
pub(crate) fn ticket_key(place: &Uuid) -> String {
    format!("ticket:{place}")
}

/// The key of the payment of an event's prizes.
pub(crate) fn prizes_key(event: &Uuid) -> String {
    format!("prizes:{event}")
}

fn insert(
    ctx: &Ctx,
    event: &Uuid,
    (kind, rank, place): (&str, Option<i64>, Option<&Uuid>),
    (account, amount): (Option<&Uuid>, i64),
    now: Timestamp,
) -> Result<(), Error> {
    if amount == 0 {
        return Ok(());
    }
    let state = match account {
        Some(_) => "due",
        None => "kept",
    };
    ctx.sql().execute(
            "insert into payout (id, event_id, kind, rank, place_id, account_id, amount, state, created_at, due_at) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
            &params![
                ctx.random().uuid(),
                event,
                kind,
                rank,
                place,
                account,
                amount,
                state,
                now
            ],
        )?;
    Ok(())
}

/// Owes the payer of a place what was paid.
pub(crate) fn insert_refund(
    ctx: &Ctx,
    event: &Event,
    place: &Place,
    now: Timestamp,
) -> Result<(), Error> {
    insert(
        ctx,
        &event.id,
        ("refund", None, Some(&place.id)),
        (place.payer.as_ref(), place.paid),
        now,
    )
}

/// Owes refunds for the paid places of a cancelled event whose people did not come. Returns how many.
pub(crate) fn owe_no_shows(
    ctx: &Ctx,
    event: &Uuid,
    now: Timestamp,
    limit: u32,
) -> Result<i64, Error> {
    let (owed,): (i64,) = ctx.sql().one(
        "with owed as (insert into payout (id, event_id, kind, place_id, account_id, amount, state, created_at, due_at) \
             select gen_random_uuid(), $1, 'refund', p.id, p.payer_id, p.paid, \
             case when p.payer_id is null then 'kept' else 'due' end, $2, $2 from place p \
             where p.event_id = $1 and p.state = 'freed' and p.paid > 0 \
             and exists (select 1 from place_entry x where x.place_id = p.id and x.reason = 'no_show') \
             and not exists (select 1 from payout o where o.place_id = p.id and o.kind = 'refund') \
             order by p.id limit $3 returning id) \
         select count(*) from owed",
        &params![event, now, limit],
    )?;
    Ok(owed)
}

/// Owes the organiser the prizes of an event that does not take place.
pub(crate) fn return_prizes(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<(), Error> {
    insert(
        ctx,
        &event.id,
        ("prize-return", None, None),
        (event.organiser.as_ref(), event.prizes.iter().sum()),
        now,
    )?;
    schedule(ctx, &event.id, now)
}

/// Owes the winners their prizes, in the order of the ranks, and the organiser the rest. Pays all prizes in one movement; if
/// one of the wallets refuses, each is paid by itself. The rest is given back by a timer, as a part of what the organiser paid.
pub(crate) fn settle_prizes(ctx: &Ctx, event: &Event, winners: &[Uuid]) -> Result<(), Error> {
    let now = ctx.now();
    let mut rest = 0;
    let mut rank = 0;
    for (prize, winner) in event
        .prizes
        .iter()
        .zip(winners.iter().map(Some).chain(std::iter::repeat(None)))
    {
        rank += 1;
        match winner {
            Some(winner) => insert(
                ctx,
                &event.id,
                ("prize", Some(rank), None),
                (Some(winner), *prize),
                now,
            )?,
            None => rest += prize,
        }
    }
    insert(
        ctx,
        &event.id,
        ("prize-return", None, None),
        (event.organiser.as_ref(), rest),
        now,
    )?;
    if rest > 0 {
        schedule(ctx, &event.id, now)?;
    }
    let owed: Vec<Payout> = due(ctx, &event.id, now, 11)?
        .into_iter()
        .filter(|payout| payout.kind == "prize")
        .collect();
    let legs: Vec<Leg> = owed
        .iter()
        .filter_map(|payout| {
            Some(Leg::reward(
                payout.account.as_ref()?,
                payout.wit(),
                payout.memo(),
            ))
        })
        .collect();
    if legs.is_empty() {
        return Ok(());
    }
    match ctx
        .ledger()
        .transfer_legs(&format!("prizes:{}", event.id), &legs)
    {
        Ok(_) => {
            let ids: Vec<Uuid> = owed.iter().map(|payout| payout.id.clone()).collect();
            ctx.sql().execute(
                "update payout set state = 'paid', paid_at = $2 where id = any($1::uuid[]) and state = 'due'",
                &params![ids, now],
            )?;
            notices::paid(ctx, event, &owed)
        }
        Err(error) if is_refusal_of_wallet(error.kind) => schedule(ctx, &event.id, now),
        Err(error) => Err(error.into()),
    }
}

/// Owes the organiser what was paid for tickets and not refunded.
pub(crate) fn settle_revenue(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let now = ctx.now();
    let (revenue,): (i64,) = ctx.sql().one(
        "select (coalesce((select sum(p.paid) from place p where p.event_id = $1), 0) \
         - coalesce((select sum(o.amount) from payout o where o.event_id = $1 and o.kind = 'refund'), 0))::bigint",
        &params![&event.id],
    )?;
    insert(
        ctx,
        &event.id,
        ("revenue", None, None),
        (event.organiser.as_ref(), revenue),
        now,
    )?;
    schedule(ctx, &event.id, now)
}

fn is_refusal_of_wallet(kind: LedgerErrorKind) -> bool {
    matches!(
        kind,
        LedgerErrorKind::Frozen
            | LedgerErrorKind::Closed
            | LedgerErrorKind::NoSuchAccount
            | LedgerErrorKind::Overflow
    )
}

fn due(ctx: &Ctx, event: &Uuid, now: Timestamp, limit: u32) -> Result<Vec<Payout>, Error> {
    let rows = ctx.sql().query(
        select!(
            Payout,
            "from payout o where o.event_id = $1 and o.state = 'due' and o.due_at <= $2 \
             order by o.due_at, o.id limit $3 for update"
        ),
        &params![event, now, limit],
    )?;
    Ok(rows.all()?)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfEvent {
    event_id: Uuid,
}

pub(crate) const PAY: TimerKind<OfEvent> = TimerKind::new("pay");

/// Pays what is due at a time.
pub(crate) fn schedule(ctx: &Ctx, event: &Uuid, at: Timestamp) -> Result<(), Error> {
    let payload = OfEvent {
        event_id: event.clone(),
    };
    PAY.at(ctx, event, at, &payload)
}

/// Pays some of what is due. The row is locked and changes with the movement, so each is paid once.
pub(crate) fn on_pay(ctx: &Ctx, OfEvent { event_id }: OfEvent) -> Result<(), Error> {
    let Some(event) = crate::store::by_id(ctx, &event_id)? else {
        return Ok(());
    };
    let now = ctx.now();
    let mut paid = Vec::new();
    for payout in due(ctx, &event_id, now, BATCH)? {
        let Some(account) = &payout.account else {
            continue;
        };
        let moved = payout.pay(ctx, &event_id, account);
        let (state, due_at) = match moved {
            Ok(()) => ("paid", now),
            Err(error) if is_gone(error.kind) => ("kept", now),
            Err(error) if is_refusal_of_wallet(error.kind) => ("due", now.plus_millis(DAY_MS)),
            Err(error) => return Err(error.into()),
        };
        ctx.sql().execute(
            "update payout set state = $2, due_at = $3, paid_at = case when $2 = 'paid' then $3 end where id = $1",
            &params![&payout.id, state, due_at],
        )?;
        if state == "paid" {
            paid.push(payout);
        }
    }
    notices::paid(ctx, &event, &paid)?;
    let next: Option<(Timestamp,)> = ctx.sql().optional(
        "select o.due_at from payout o where o.event_id = $1 and o.state = 'due' order by o.due_at, o.id limit 1",
        &params![&event_id],
    )?;
    match next {
        Some((at,)) => schedule(ctx, &event_id, at.max(now)),
        None => Ok(()),
    }
}

fn is_gone(kind: LedgerErrorKind) -> bool {
    matches!(
        kind,
        LedgerErrorKind::Closed | LedgerErrorKind::NoSuchAccount
    )
}

/// The state of counting: the last place that was looked at.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Counting {
    event_id: Uuid,
    #[serde(default)]
    after: Option<Uuid>,
}

/// Counts the tickets of an event as spent in its world, after it has ended: tickets of an event that was cancelled earn no
/// witch points.
pub(crate) fn schedule_counting(ctx: &Ctx, event: &Uuid) -> Result<(), Error> {
    continue_counting(ctx, event, None)
}

fn continue_counting(ctx: &Ctx, event: &Uuid, after: Option<Uuid>) -> Result<(), Error> {
    let payload = Counting {
        event_id: event.clone(),
        after,
    };
    COUNT.now(ctx, event, &payload)
}

pub(crate) const COUNT: TimerKind<Counting> = TimerKind::new("count");

/// Counts some of the tickets that the organiser is paid for, also of people who did not come. Refunded tickets are not spent, and
/// neither is what organisers have paid to themselves.
pub(crate) fn on_count(ctx: &Ctx, Counting { event_id, after }: Counting) -> Result<(), Error> {
    let Some(event) = crate::store::by_id(ctx, &event_id)? else {
        return Ok(());
    };
    let places: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select p.id from place p where p.event_id = $1 and p.paid > 0 and not p.is_counted_as_spent and p.id > $3 \
             and p.payer_id is distinct from $4 and not exists (select 1 from payout o where o.place_id = p.id and o.kind = 'refund') \
             order by p.id limit $2 for update of p",
            &params![&event_id, COUNTED, after.unwrap_or_else(Uuid::nil), event.organiser.clone()],
        )?
        .all()?;
    for (place,) in &places {
        match ctx
            .ledger()
            .count_spending(&ticket_key(place), &event.world)
        {
            // The world was deleted.
            Err(error) if error.kind == LedgerErrorKind::NoSuchAccount => {}
            counted => counted?,
        }
    }
    let ids: Vec<Uuid> = places.iter().map(|(id,)| id.clone()).collect();
    ctx.sql().execute(
        "update place set is_counted_as_spent = true where id = any($1::uuid[])",
        &params![ids],
    )?;
    match places.last() {
        Some((last,)) if places.len() == COUNTED as usize => {
            continue_counting(ctx, &event_id, Some(last.clone()))
        }
        _ => Ok(()),
    }
}
