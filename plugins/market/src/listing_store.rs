//! Statements about listings. Conditions of the statements, not earlier reads, decide between concurrent calls.

use crate::listing::{Listing, ListingStatus};
use crate::money::Price;
use crate::problems::ITEM_LISTED;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::search::TermIndex;
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, term_index};

pub(crate) const TERMS: TermIndex = term_index!("listing_term", "listing_id", "listed_at");

/// The condition of a listing `l` that can be bought; `$1` is the time. `Listing::is_live` is the same for one row.
pub(crate) const TRADABLE: &str = "l.status = 'open' and l.expires_at > $1 \
     and not exists (select 1 from collection h where h.id = l.collection_id and h.halted_at is not null) \
     and not exists (select 1 from frozen_trader f where f.account_id = l.seller_id)";

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Listing>, Error> {
    Ok(ctx.sql().optional(
        select!(Listing, "from listing l where l.id = $1"),
        &params![id],
    )?)
}

/// Locks a listing until the end of the transaction.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Listing>, Error> {
    let locked = ctx.sql().query(
        "select 1 from listing where id = $1 for no key update",
        &params![id],
    )?;
    if locked.is_empty() {
        return Ok(None);
    }
    // A statement of its own after the lock: it sees what the transaction before has committed.
    by_id(ctx, id)
}

/// Locks the open listing of an item.
pub(crate) fn lock_of_item(ctx: &Ctx, item: &Uuid) -> Result<Option<Listing>, Error> {
    let found: Option<(Uuid,)> = ctx.sql().optional(
        "select id from listing where item_id = $1 and status = 'open' for no key update",
        &params![item],
    )?;
    match found {
        Some((id,)) => by_id(ctx, &id),
        None => Ok(None),
    }
}

/// The open listing of an item, whether or not its time is over.
pub(crate) fn open_of_item(ctx: &Ctx, item: &Uuid) -> Result<Option<Listing>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Listing,
            "from listing l where l.item_id = $1 and l.status = 'open'"
        ),
        &params![item],
    )?)
}

pub(crate) fn insert(ctx: &Ctx, new: &Listing) -> Result<(), Error> {
    let card = &new.card;
    ctx.sql()
        .execute(
            "insert into listing (id, item_id, item_version, collection_id, world_id, item_type, name_ko, name_en, \
             thumbnail, edition, seller_id, price, fee_bp, royalty_bp, maker_id, rules_version, status, has_offers, \
             created_at, expires_at) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'open', \
             exists (select 1 from offer o where o.item_id = $2 and o.status = 'open'), $17, $18)",
            &params![
                &new.id,
                &card.item_id,
                new.item_version,
                &card.collection_id,
                new.world.as_ref(),
                &card.r#type,
                &card.name.ko,
                &card.name.en,
                &card.thumbnail_url,
                card.edition,
                &new.seller,
                new.price.to_stored(),
                new.shares.fee_bp,
                new.shares.royalty_bp,
                new.maker.as_ref(),
                new.rules_version,
                new.created_at,
                new.expires_at
            ],
        )
        .on_constraint(&[("listing_item_open", ITEM_LISTED)])?;
    Ok(())
}

/// Changes the price and the end of an open listing, whose row the caller has locked.
pub(crate) fn change(
    ctx: &Ctx,
    id: &Uuid,
    price: Price,
    expires_at: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update listing set price = $2, expires_at = $3, has_timer = false where id = $1 and status = 'open'",
        &params![id, price.to_stored(), expires_at],
    )?;
    Ok(())
}

/// Closes an open listing and removes it from the search; false if it was closed before.
pub(crate) fn close(
    ctx: &Ctx,
    id: &Uuid,
    status: ListingStatus,
    now: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update listing set status = $2, closed_at = $3 where id = $1 and status = 'open'",
        &params![id, status.as_str(), now],
    )?;
    if changed == 1 {
        TERMS.remove(ctx, id)?;
    }
    Ok(changed == 1)
}

/// Updates whether an item's listing has offers, after an offer was made or closed.
pub(crate) fn mark_offers(ctx: &Ctx, item: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update listing set has_offers = not has_offers where item_id = $1 and status = 'open' \
         and has_offers <> exists (select 1 from offer o where o.item_id = $1 and o.status = 'open')",
        &params![item],
    )?;
    Ok(())
}

/// Open listings that end before `until` and have no timer; they are marked as having one.
pub(crate) fn claim_expiring(
    ctx: &Ctx,
    until: Timestamp,
    limit: u32,
) -> Result<Vec<(Uuid, Timestamp)>, Error> {
    let rows = ctx.sql().query(
        "with ending as materialized (select id from listing where status = 'open' and not has_timer \
             and expires_at < $1 order by expires_at limit $2 for no key update skip locked) \
         update listing l set has_timer = true from ending e where l.id = e.id returning l.id, l.expires_at",
        &params![until, limit],
    )?;
    Ok(rows.all()?)
}

/// One page of the listings of a seller, newest first.
pub(crate) fn of_seller(
    ctx: &Ctx,
    seller: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Listing>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Listing,
            "from listing l where l.seller_id = $1 and (l.created_at, l.id) < ($4, $5) order by l.created_at \
             desc, l.id desc limit $2 offset $3"
        ),
        &params![seller, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// Open listings of a seller, for the end of their account.
pub(crate) fn open_of_seller(ctx: &Ctx, seller: &Uuid, limit: u32) -> Result<Vec<Listing>, Error> {
    let rows = ctx.sql().query(
        select!(
            Listing,
            "from listing l where l.seller_id = $1 and l.status = 'open' order by l.id limit $2"
        ),
        &params![seller, limit],
    )?;
    Ok(rows.all()?)
}
