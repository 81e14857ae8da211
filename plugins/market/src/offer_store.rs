//! Statements about offers and the counters of people who make them. The lock order of this plugin is: traders in the order
//! of ids, listing, offer; then the item (`items`) and the accounts (the ledger).

use crate::money::Price;
use crate::offer::{Offer, OfferStatus, Target};
use crate::problems::OFFER_EXISTS;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, sql_text};

/// The condition of an offer `o` that can be accepted; `$1` is the time. `Offer::is_live` is the same for one row.
const LIVE: &str = "o.status = 'open' and o.expires_at > $1 \
     and o.counter = (select t.counter from trader t where t.account_id = o.offerer_id)";

/// Locks the counter of a person who trades, and returns it. A person's own offers and purchases run one after the other.
pub(crate) fn lock_trader(ctx: &Ctx, account: &Uuid) -> Result<i64, Error> {
    let (counter,): (i64,) = ctx.sql().one(
        "insert into trader (account_id, counter) values ($1, 0) \
         on conflict (account_id) do update set counter = trader.counter returning counter",
        &params![account],
    )?;
    Ok(counter)
}

/// Ends all offers of a person at once. The counter jumps, so that its next value cannot be guessed.
pub(crate) fn bump_counter(ctx: &Ctx, account: &Uuid, by: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into trader (account_id, counter) values ($1, $2) \
         on conflict (account_id) do update set counter = trader.counter + excluded.counter",
        &params![account, by],
    )?;
    Ok(())
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Offer>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Offer, "from offer o where o.id = $1"), &params![id])?)
}

/// Locks an offer until the end of the transaction.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Offer>, Error> {
    let locked = ctx.sql().query(
        "select 1 from offer where id = $1 for no key update",
        &params![id],
    )?;
    match locked.is_empty() {
        true => Ok(None),
        false => by_id(ctx, id),
    }
}

pub(crate) fn insert(ctx: &Ctx, new: &Offer, counter: i64) -> Result<(), Error> {
    let (item, version, owner) = match &new.target {
        Target::Item {
            card,
            version,
            owner,
        } => (Some(card), Some(*version), Some(owner)),
        Target::Collection { .. } => (None, None, None),
    };
    ctx.sql()
        .execute(
            "insert into offer (id, item_id, item_version, collection_id, item_type, name_ko, name_en, thumbnail, \
             edition, owner_id, offerer_id, price, fee_bp, royalty_bp, maker_id, rules_version, mandate_id, counter, \
             status, created_at, expires_at) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'open', $19, $20)",
            &params![
                &new.id,
                item.map(|card| &card.item_id),
                version,
                new.target.collection(),
                item.map(|card| &card.r#type),
                &new.target.name().ko,
                &new.target.name().en,
                item.map(|card| &card.thumbnail_url),
                item.and_then(|card| card.edition),
                owner,
                &new.offerer,
                new.price.to_stored(),
                new.shares.fee_bp,
                new.shares.royalty_bp,
                new.maker.as_ref(),
                new.rules_version,
                &new.mandate,
                counter,
                new.created_at,
                new.expires_at
            ],
        )
        .on_constraint(&[
            ("offer_item_once", OFFER_EXISTS),
            ("offer_collection_once", OFFER_EXISTS),
        ])?;
    Ok(())
}

/// Changes an open offer, whose row the caller has locked.
pub(crate) fn change(ctx: &Ctx, offer: &Offer) -> Result<(), Error> {
    ctx.sql().execute(
        "update offer set price = $2, expires_at = $3, mandate_id = $4, version = $5, fee_bp = $6, royalty_bp = $7, \
         maker_id = $8, rules_version = $9, has_timer = false where id = $1 and status = 'open'",
        &params![
            &offer.id,
            offer.price.to_stored(),
            offer.expires_at,
            &offer.mandate,
            offer.version,
            offer.shares.fee_bp,
            offer.shares.royalty_bp,
            offer.maker.as_ref(),
            offer.rules_version
        ],
    )?;
    Ok(())
}

/// Closes an open offer; false if it was closed before.
pub(crate) fn close(
    ctx: &Ctx,
    id: &Uuid,
    status: OfferStatus,
    now: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update offer set status = $2, closed_at = $3 where id = $1 and status = 'open'",
        &params![id, status.as_str(), now],
    )?;
    Ok(changed == 1)
}

/// The sum and the number of a person's live offers, without one of them.
pub(crate) fn open_sum(
    ctx: &Ctx,
    offerer: &Uuid,
    except: &Uuid,
    limit: u32,
) -> Result<(i64, i64), Error> {
    const SUM: &str = sql_text!(
        "select coalesce(sum(price), 0)::bigint, count(*) from (select o.price from offer o \
         where o.offerer_id = $2 and o.id <> $3 and ",
        LIVE,
        " limit $4) open"
    );
    Ok(ctx
        .sql()
        .one(SUM, &params![ctx.now(), offerer, except, limit])?)
}

/// The live offers for one version of an item, the highest first.
pub(crate) fn of_item(
    ctx: &Ctx,
    (item, version): (&Uuid, i64),
    window: &Window<TimeKey>,
) -> Result<Vec<Offer>, Error> {
    const OFFERS: &str = select!(
        Offer,
        "from offer o where o.item_id = $2 and o.item_version = $3 and (o.price, o.id) < ($6, $7) and ",
        LIVE,
        " order by o.price desc, o.id desc limit $4 offset $5"
    );
    let (price, id) = below(window);
    let params = params![
        ctx.now(),
        item,
        version,
        window.fetch(),
        window.offset,
        price,
        &id
    ];
    Ok(ctx.sql().query(OFFERS, &params)?.all()?)
}

/// The live offers for any item of a collection, the highest first.
pub(crate) fn of_collection(
    ctx: &Ctx,
    collection: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Offer>, Error> {
    const OFFERS: &str = select!(
        Offer,
        "from offer o where o.collection_id = $2 and o.item_id is null and (o.price, o.id) < ($5, $6) and ",
        LIVE,
        " order by o.price desc, o.id desc limit $3 offset $4"
    );
    let (price, id) = below(window);
    let params = params![
        ctx.now(),
        collection,
        window.fetch(),
        window.offset,
        price,
        &id
    ];
    Ok(ctx.sql().query(OFFERS, &params)?.all()?)
}

/// The own live offer of a person for an item, or for any item of a collection.
pub(crate) fn own(
    ctx: &Ctx,
    offerer: &Uuid,
    item: Option<&Uuid>,
    collection: &Uuid,
) -> Result<Option<Offer>, Error> {
    const OWN: &str = select!(
        Offer,
        "from offer o where o.offerer_id = $2 and o.collection_id = $3 and o.item_id is not distinct from \
             $4::uuid and ",
        LIVE,
        " limit 1"
    );
    Ok(ctx
        .sql()
        .optional(OWN, &params![ctx.now(), offerer, collection, item])?)
}

/// The stored open offer of a person for an item, or for any item of a collection, even if its time is over.
pub(crate) fn stored_open(
    ctx: &Ctx,
    offerer: &Uuid,
    item: Option<&Uuid>,
    collection: &Uuid,
) -> Result<Option<Offer>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Offer,
            "from offer o where o.offerer_id = $1 and o.collection_id = $2 and o.item_id is not distinct from \
             $3::uuid and o.status = 'open' limit 1"
        ),
        &params![offerer, collection, item],
    )?)
}

fn below(window: &Window<TimeKey>) -> (i64, Uuid) {
    match &window.after {
        Some((price, id)) => (*price, id.clone()),
        None => (i64::MAX, Uuid::nil()),
    }
}

/// The view of the offerer or of the owner.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    #[default]
    Received,
    Sent,
}

/// One page of a person's offers, newest first.
pub(crate) fn of_person(
    ctx: &Ctx,
    person: &Uuid,
    direction: Direction,
    window: &Window<TimeKey>,
) -> Result<Vec<Offer>, Error> {
    let statement = match direction {
        Direction::Received => select!(
            Offer,
            "from offer o where o.owner_id = $1 and (o.created_at, o.id) < ($4, $5) order by o.created_at desc, \
                 o.id desc limit $2 offset $3"
        ),
        Direction::Sent => select!(
            Offer,
            "from offer o where o.offerer_id = $1 and (o.created_at, o.id) < ($4, $5) order by o.created_at \
                 desc, o.id desc limit $2 offset $3"
        ),
    };
    let (before, id) = page::upper_bound(window.after.as_ref());
    let params = params![person, window.fetch(), window.offset, before, &id];
    Ok(ctx.sql().query(statement, &params)?.all()?)
}

/// Open offers that end before `until` and have no timer; they are marked as having one.
pub(crate) fn claim_expiring(
    ctx: &Ctx,
    until: Timestamp,
    limit: u32,
) -> Result<Vec<(Uuid, Timestamp)>, Error> {
    let rows = ctx.sql().query(
        "with ending as materialized (select id from offer where status = 'open' and not has_timer \
             and expires_at < $1 order by expires_at limit $2 for no key update skip locked) \
         update offer o set has_timer = true from ending e where o.id = e.id returning o.id, o.expires_at",
        &params![until, limit],
    )?;
    Ok(rows.all()?)
}

/// Open offers for older versions of an item.
pub(crate) fn outdated(
    ctx: &Ctx,
    item: &Uuid,
    version: i64,
    limit: u32,
) -> Result<Vec<Offer>, Error> {
    let rows = ctx.sql().query(
        select!(
            Offer,
            "from offer o where o.item_id = $1 and o.status = 'open' and o.item_version < $2 order by o.id limit \
             $3"
        ),
        &params![item, version, limit],
    )?;
    Ok(rows.all()?)
}

/// Open offers of a person that another counter has ended.
pub(crate) fn uncounted(ctx: &Ctx, offerer: &Uuid, limit: u32) -> Result<Vec<Offer>, Error> {
    let rows = ctx.sql().query(
        select!(Offer, "from offer o where o.offerer_id = $1 and o.status = 'open' \
             and o.counter <> (select t.counter from trader t where t.account_id = $1) order by o.id limit $2"
        ),
        &params![offerer, limit],
    )?;
    Ok(rows.all()?)
}

/// Open offers that a person has made or received.
pub(crate) fn open_with(ctx: &Ctx, person: &Uuid, limit: u32) -> Result<Vec<Offer>, Error> {
    let sent: Vec<Offer> = ctx
        .sql()
        .query(
            select!(
                Offer,
                "from offer o where o.offerer_id = $1 and o.status = 'open' order by o.id limit $2"
            ),
            &params![person, limit],
        )?
        .all()?;
    if !sent.is_empty() {
        return Ok(sent);
    }
    let rows = ctx.sql().query(
        select!(
            Offer,
            "from offer o where o.owner_id = $1 and o.status = 'open' order by o.id limit $2"
        ),
        &params![person, limit],
    )?;
    Ok(rows.all()?)
}

/// Open offers between two people.
pub(crate) fn open_between(
    ctx: &Ctx,
    one: &Uuid,
    other: &Uuid,
    limit: u32,
) -> Result<Vec<Offer>, Error> {
    let rows = ctx.sql().query(
        select!(
            Offer,
            "from offer o where (o.owner_id, o.offerer_id) in (($1, $2), ($2, $1)) and o.status = 'open' order \
             by o.id limit $3"
        ),
        &params![one, other, limit],
    )?;
    Ok(rows.all()?)
}

/// The best live offer for a version of an item: its price.
pub(crate) fn best_price(ctx: &Ctx, item: &Uuid, version: i64) -> Result<Option<Price>, Error> {
    const BEST: &str = sql_text!(
        "select o.price from offer o where o.item_id = $2 and o.item_version = $3 and ",
        LIVE,
        " order by o.price desc limit 1"
    );
    let best: Option<(i64,)> = ctx
        .sql()
        .optional(BEST, &params![ctx.now(), item, version])?;
    Ok(best.map(|(price,)| Price::stored(price)))
}
