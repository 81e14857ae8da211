//! Sales: the record of a trade, and the statements about it.

use crate::item::ItemCard;
use crate::listing::{Listing, ListingStatus};
use crate::money::{self, Split};
use crate::problems::{LISTING_SOLD_BY_YOU, LISTING_SOLD_TO_YOU};
use crate::wash_rule::WashRule;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Problem, Timestamp, Uuid, params, select};

/// Sales that the median is of.
const MEDIAN_OF: u32 = 30;

/// What the rules of the market found about a sale.
#[derive(Clone, Copy, Debug, FromRow)]
pub(crate) struct Wash {
    /// Not part of volume, median and price history.
    pub(crate) is_wash: bool,
    /// The limit that it crossed; `None` for sales from before limits were recorded.
    #[row(parse, column = "wash_rule")]
    pub(crate) rule: Option<WashRule>,
    /// The version of the rules.
    pub(crate) judged_by: Option<i64>,
}

/// A sale as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Sale {
    pub(crate) id: Uuid,
    #[row(column = "listing_id")]
    pub(crate) listing: Option<Uuid>,
    #[row(column = "offer_id")]
    pub(crate) offer: Option<Uuid>,
    #[row(flatten)]
    pub(crate) card: ItemCard,
    /// `None`: the account was erased.
    #[row(column = "seller_id")]
    pub(crate) seller: Option<Uuid>,
    #[row(column = "buyer_id")]
    pub(crate) buyer: Option<Uuid>,
    #[row(with = split, columns = "price, fee, royalty")]
    pub(crate) split: Split,
    #[row(column = "maker_id")]
    pub(crate) maker: Option<Uuid>,
    pub(crate) rules_version: i64,
    /// The link in the item's provenance chain.
    pub(crate) provenance_seq: i64,
    /// The payment in the ledger.
    #[row(column = "payment_id")]
    pub(crate) payment: Uuid,
    #[row(flatten)]
    pub(crate) wash: Wash,
    pub(crate) at: Timestamp,
}

fn split(row: Row<'_>) -> Result<Split, SqlError> {
    let (price, fee, royalty): (u64, u64, u64) =
        (row.get("price")?, row.get("fee")?, row.get("royalty")?);
    Ok(Split {
        price_hundredths: price,
        fee_hundredths: fee,
        royalty_hundredths: royalty,
        seller_receives_hundredths: price - fee - royalty,
    })
}

pub(crate) fn insert(ctx: &Ctx, new: &Sale) -> Result<(), Error> {
    let card = &new.card;
    ctx.sql().execute(
        "insert into sale (id, listing_id, offer_id, item_id, collection_id, item_type, name_ko, name_en, thumbnail, \
         edition, seller_id, buyer_id, price, fee, royalty, maker_id, rules_version, provenance_seq, payment_id, \
         is_wash, at, wash_rule, judged_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
         $16, $17, $18, $19, $20, $21, $22, $23)",
        &params![
            &new.id,
            new.listing.as_ref(),
            new.offer.as_ref(),
            &card.item_id,
            &card.collection_id,
            &card.r#type,
            &card.name.ko,
            &card.name.en,
            &card.thumbnail_url,
            card.edition,
            new.seller.as_ref(),
            new.buyer.as_ref(),
            new.split.price_hundredths,
            new.split.fee_hundredths,
            new.split.royalty_hundredths,
            new.maker.as_ref(),
            new.rules_version,
            new.provenance_seq,
            &new.payment,
            new.wash.is_wash,
            new.at,
            new.wash.rule.map(WashRule::as_str),
            new.wash.judged_by
        ],
    )?;
    Ok(())
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Sale>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Sale, "from sale where id = $1"), &params![id])?)
}

/// Why a listing that has ended cannot be bought or changed, as this person reads it: the loser of a race, the buyer and the seller
/// read different sentences.
pub(crate) fn ended_for(
    ctx: &Ctx,
    listing: &Listing,
    ended: Problem,
    reader: &Uuid,
) -> Result<Problem, Error> {
    if listing.status != ListingStatus::Sold {
        return Ok(ended);
    }
    if listing.seller == *reader {
        return Ok(LISTING_SOLD_BY_YOU);
    }
    let bought: Option<(i32,)> = ctx.sql().optional(
        "select 1 from sale where listing_id = $1 and buyer_id = $2",
        &params![&listing.id, reader],
    )?;
    Ok(bought.map_or(ended, |_| LISTING_SOLD_TO_YOU))
}

/// The median of the latest sales, in hundredths of a WIT, without wash trades.
pub(crate) fn median(ctx: &Ctx, collection: &Uuid) -> Result<Option<i64>, Error> {
    let rows = ctx.sql().query(
        "select price from sale where collection_id = $1 and not is_wash order by at desc limit $2",
        &params![collection, MEDIAN_OF],
    )?;
    let prices: Vec<(i64,)> = rows.all()?;
    Ok(money::median(
        prices.into_iter().map(|(price,)| price).collect(),
    ))
}

/// Which sales a list shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of<'a> {
    Item(&'a Uuid),
    Collection(&'a Uuid),
    Buyer(&'a Uuid),
    Seller(&'a Uuid),
}

/// One page of sales, newest first.
pub(crate) fn list(ctx: &Ctx, of: Of<'_>, window: &Window<TimeKey>) -> Result<Vec<Sale>, Error> {
    let (statement, id) = match of {
        Of::Item(id) => (
            select!(
                Sale,
                "from sale where item_id = $1 and (at, id) < ($4, $5) order by at desc, id desc limit $2 offset $3"
            ),
            id,
        ),
        Of::Collection(id) => (
            select!(
                Sale,
                "from sale where collection_id = $1 and (at, id) < ($4, $5) order by at desc, id desc limit $2 \
                 offset $3"
            ),
            id,
        ),
        Of::Buyer(id) => (
            select!(
                Sale,
                "from sale where buyer_id = $1 and (at, id) < ($4, $5) order by at desc, id desc limit $2 offset $3"
            ),
            id,
        ),
        Of::Seller(id) => (
            select!(
                Sale,
                "from sale where seller_id = $1 and (at, id) < ($4, $5) order by at desc, id desc limit $2 offset $3"
            ),
            id,
        ),
    };
    let (before, last) = page::upper_bound(window.after.as_ref());
    let params = params![id, window.fetch(), window.offset, before, &last];
    Ok(ctx.sql().query(statement, &params)?.all()?)
}

/// Removes an erased person from at most `limit` sales; returns how many there were.
pub(crate) fn erase_person(ctx: &Ctx, person: &Uuid, limit: u32) -> Result<u64, Error> {
    let bought = ctx.sql().execute(
        "update sale set buyer_id = null where id in (select id from sale where buyer_id = $1 limit $2)",
        &params![person, limit],
    )?;
    let sold = ctx.sql().execute(
        "update sale set seller_id = null where id in (select id from sale where seller_id = $1 limit $2)",
        &params![person, limit],
    )?;
    Ok(bought + sold)
}
