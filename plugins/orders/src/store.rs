//! Statements about orders. A handler locks the order first and reads it in a statement of its own, so that it sees what the
//! transaction before has committed.

use crate::draw::Odds;
use crate::problems::ORDER_NOT_FOUND;
use crate::purchase::{Purchase, State};
use serde_json::Value;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Purchase>, Error> {
    Ok(ctx.sql().optional(
        select!(Purchase, "from purchase p where p.id = $1"),
        &params![id],
    )?)
}

pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Purchase>, Error> {
    ctx.sql().query(
        "select 1 from purchase where id = $1 for no key update",
        &params![id],
    )?;
    by_id(ctx, id)
}

/// The locked order of a buyer; 404 for an order of another person.
pub(crate) fn lock_own(ctx: &Ctx, id: &Uuid, buyer: &Uuid) -> Result<Purchase, Error> {
    lock(ctx, id)?
        .filter(|purchase| purchase.buyer.as_ref() == Some(buyer))
        .ok_or_else(|| ORDER_NOT_FOUND.into())
}

pub(crate) fn by_payment(ctx: &Ctx, payment: &Uuid) -> Result<Option<Purchase>, Error> {
    Ok(ctx.sql().optional(
        select!(Purchase, "from purchase p where p.payment_id = $1"),
        &params![payment],
    )?)
}

pub(crate) fn of_buyer(
    ctx: &Ctx,
    buyer: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Purchase>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Purchase,
            "from purchase p where p.buyer_id = $1 and (p.created_at, p.id) < ($4, $5) order by p.created_at \
             desc, p.id desc limit $2 offset $3"
        ),
        &params![buyer, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// Which orders a page of the desk shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SalesFilter {
    All,
    State(State),
    /// With a request that is not finished.
    OpenRequest,
}

/// The end of a page of the desk. Unpaid orders are left out.
const SALES: &str = " and p.paid_at is not null and (p.created_at, p.id) < ($3, $4) \
                     order by p.created_at desc, p.id desc limit $1 offset $2";

/// The orders of a world, the newest first. Each filter has an index of its own, so it is a statement of its own.
pub(crate) fn of_world(
    ctx: &Ctx,
    world: &str,
    filter: SalesFilter,
    window: &Window<TimeKey>,
) -> Result<Vec<Purchase>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let (limit, offset, sql) = (window.fetch(), window.offset, ctx.sql());
    let rows = match filter {
        SalesFilter::All => sql.query(
            select!(Purchase, "from purchase p where p.world = $5", SALES),
            &params![limit, offset, before, &id, world],
        )?,
        SalesFilter::State(state) => sql.query(
            select!(
                Purchase,
                "from purchase p where p.world = $5 and p.state = $6",
                SALES
            ),
            &params![limit, offset, before, &id, world, state.as_str()],
        )?,
        SalesFilter::OpenRequest => sql.query(
            select!(
                Purchase,
                "from purchase p where p.world = $5 and p.has_open_request",
                SALES
            ),
            &params![limit, offset, before, &id, world],
        )?,
    };
    Ok(rows.all()?)
}

/// The orders of the platform, and those whose seller was erased.
pub(crate) fn of_platform(
    ctx: &Ctx,
    filter: SalesFilter,
    window: &Window<TimeKey>,
) -> Result<Vec<Purchase>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let (limit, offset, sql) = (window.fetch(), window.offset, ctx.sql());
    let rows = match filter {
        SalesFilter::All => sql.query(
            select!(
                Purchase,
                "from purchase p where (p.world is null or p.is_orphan)",
                SALES
            ),
            &params![limit, offset, before, &id],
        )?,
        SalesFilter::State(state) => sql.query(
            select!(
                Purchase,
                "from purchase p where (p.world is null or p.is_orphan) and p.state = $5",
                SALES
            ),
            &params![limit, offset, before, &id, state.as_str()],
        )?,
        SalesFilter::OpenRequest => sql.query(
            select!(
                Purchase,
                "from purchase p where (p.world is null or p.is_orphan) and p.has_open_request",
                SALES
            ),
            &params![limit, offset, before, &id],
        )?,
    };
    Ok(rows.all()?)
}

/// Moves some orders of a product whose seller was erased to the desk of the platform; those with ids after `after`. Returns the
/// last id of a full batch.
pub(crate) fn adopt(
    ctx: &Ctx,
    product: &Uuid,
    after: &Uuid,
    limit: u32,
) -> Result<Option<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "update purchase set is_orphan = true where id in (select p.id from purchase p \
             where p.product_id = $1 and p.id > $2 order by p.id limit $3) returning id",
            &params![product, after, limit],
        )?
        .all()?;
    let is_full = rows.len() == limit as usize;
    let last = rows
        .into_iter()
        .map(|(id,)| id)
        .max_by(|a, b| a.as_str().cmp(b.as_str()));
    Ok(last.filter(|_| is_full))
}

/// How many unpaid orders a person has.
pub(crate) fn open_orders(ctx: &Ctx, buyer: &Uuid) -> Result<i64, Error> {
    let (open,): (i64,) = ctx.sql().one(
        "select count(*) from purchase where buyer_id = $1 and state = 'reserved'",
        &params![buyer],
    )?;
    Ok(open)
}

pub(crate) fn insert(ctx: &Ctx, new: &Purchase) -> Result<(), Error> {
    let promised = new
        .promised
        .as_ref()
        .map(|rows| serde_json::to_value(rows).unwrap_or(Value::Null));
    ctx.sql().execute(
        "insert into purchase (id, product_id, world, buyer_id, quantity, state, won, surcharge_won, wit, seed, seed_hash, \
         address, has_parcel, created_at, reserved_until, draw_rule, draw_rows) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        &params![
            &new.id,
            &new.product_id,
            new.world.as_ref(),
            new.buyer.as_ref(),
            new.quantity,
            new.state.as_str(),
            new.won,
            new.surcharge_won,
            new.wit,
            new.seed.clone(),
            new.seed_hash.clone(),
            new.address.clone(),
            new.has_parcel,
            new.created_at,
            new.reserved_until,
            new.draw_rule(),
            promised
        ],
    )?;
    Ok(())
}

/// Stores what changed of a locked order. The address of a finished order is kept for 90 days, and while a defect can be reported.
pub(crate) fn save(ctx: &Ctx, now: &Purchase) -> Result<(), Error> {
    ctx.sql().execute(
        "update purchase set state = $2, method = $3, payment_id = $4, nonce = $5, address = $6, ship_from_day = $7, \
         ship_by_day = $8, carrier = $9, tracking = $10, exchanges = $11, paid_at = $12, shipped_at = $13, delivered_at = $14, \
         ended_at = $15, opened_at = $16, paid_out = $17, promised_day = $18, refunded = $19, paybacks = $20, \
         address_changed_at = $21, address_changes = $22, \
         address_until = greatest($15::timestamptz + interval '90 days', (select c.due_at from clock c \
         where c.purchase_id = $1 and c.kind = 'defect' and c.met_at is null and $15::timestamptz is not null)) where id = $1",
        &params![
            &now.id,
            now.state.as_str(),
            now.method.map(crate::purchase::Method::as_str),
            now.payment_id.as_ref(),
            now.nonce.clone(),
            now.address.clone(),
            now.ship_days.map(|(from, _)| from),
            now.ship_days.map(|(_, by)| by),
            now.carrier.clone(),
            now.tracking.clone(),
            now.exchanges,
            now.paid_at,
            now.shipped_at,
            now.delivered_at,
            now.ended_at,
            now.opened_at,
            now.paid_out,
            now.promised_day,
            now.refunded,
            now.paybacks,
            now.address_changed_at,
            now.address_changes
        ],
    )?;
    Ok(())
}

/// Something that an order gives its buyer.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Given {
    pub(crate) n: i64,
    pub(crate) content_no: i64,
    /// The rows of the draw; none for an item that was not drawn.
    #[row(json)]
    pub(crate) odds: Option<Vec<Odds>>,
    pub(crate) item_id: Option<Uuid>,
}

pub(crate) fn given(ctx: &Ctx, purchase: &Uuid) -> Result<Vec<Given>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(Given, "from given where purchase_id = $1 order by n"),
            &params![purchase],
        )?
        .all()?)
}

pub(crate) fn insert_given(ctx: &Ctx, purchase: &Uuid, given: &Given) -> Result<(), Error> {
    let odds = given
        .odds
        .as_ref()
        .map(|odds| serde_json::to_value(odds).unwrap_or(Value::Null));
    ctx.sql().execute(
        "insert into given (purchase_id, n, content_no, odds) values ($1, $2, $3, $4)",
        &params![purchase, given.n, given.content_no, odds],
    )?;
    Ok(())
}

/// Everything that a product has, in one statement: an album has up to twenty items.
pub(crate) fn insert_all_given(
    ctx: &Ctx,
    purchase: &Uuid,
    contents: Vec<i64>,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into given (purchase_id, n, content_no) \
         select $1, c.n, c.content_no from unnest($2::bigint[]) with ordinality c (content_no, n)",
        &params![purchase, contents],
    )?;
    Ok(())
}

pub(crate) fn note_item(ctx: &Ctx, purchase: &Uuid, n: i64, item: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update given set item_id = $3 where purchase_id = $1 and n = $2",
        &params![purchase, n, item],
    )?;
    Ok(())
}

/// Orders of a person who is erased that are not finished; at most `limit`.
pub(crate) fn unfinished_of(ctx: &Ctx, buyer: &Uuid, limit: u32) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select id from purchase where buyer_id = $1 and state in ('reserved', 'paid', 'preparing') \
             order by created_at, id limit $2",
            &params![buyer, limit],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Removes an erased person from their orders; returns the number of changed rows. The seller keeps the address of a parcel
/// that is on its way until it is delivered.
pub(crate) fn forget_buyer(ctx: &Ctx, buyer: &Uuid, limit: u32) -> Result<u64, Error> {
    Ok(ctx.sql().execute(
        "update purchase set buyer_id = null, address = case when state = 'shipped' then address end \
         where id in (select p.id from purchase p where p.buyer_id = $1 order by p.created_at, p.id limit $2)",
        &params![buyer, limit],
    )?)
}

/// Marks a legal term as ended by its time. False if it has ended before, or was started anew.
pub(crate) fn meet_due_clock(
    ctx: &Ctx,
    purchase: &Uuid,
    kind: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    let met = ctx.sql().execute(
        "update clock set met_at = $3 where purchase_id = $1 and kind = $2 and met_at is null and due_at <= $3",
        &params![purchase, kind, now],
    )?;
    Ok(met == 1)
}

/// Marks a legal term as kept.
pub(crate) fn meet_clock(
    ctx: &Ctx,
    purchase: &Uuid,
    kind: &str,
    at: Timestamp,
) -> Result<(), Error> {
    meet_clocks(ctx, purchase, &[kind], at)
}

/// Marks legal terms as kept, in one statement: a call of the plugin has a limited number of them.
pub(crate) fn meet_clocks(
    ctx: &Ctx,
    purchase: &Uuid,
    kinds: &[&str],
    at: Timestamp,
) -> Result<(), Error> {
    let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    ctx.sql().execute(
        "update clock set met_at = $3 where purchase_id = $1 and kind = any($2::text[]) and met_at is null",
        &params![purchase, kinds, at],
    )?;
    Ok(())
}
