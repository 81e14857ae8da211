//! Wash trades: trades that make volume or a price, and move an item to no new owner. They are shown, and are not part of volume,
//! median and price history. The limits are part of the market's rules, and only the market's own records and the chain of the
//! item are read: no payment instrument, address or device of a person.

use crate::money::{self, Price};
use crate::rules::Rules;
use crate::sale;
use crate::wash_rule::{Facts, WashRule, judge};
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, Uuid, params};

/// From when on the chain of an item is searched for its buyer.
pub(crate) fn returns_since(rules: &Rules, now: Timestamp) -> Timestamp {
    now.plus_millis(-rules.wash_days * DAY_MS)
}

/// Judges a trade that is not recorded yet. Reads at most `wash_pair_trades` sales of the two in each direction.
pub(crate) fn of_trade(
    ctx: &Ctx,
    rules: &Rules,
    (seller, buyer): (&Uuid, &Uuid),
    (collection, price): (&Uuid, Price),
    returns: bool,
) -> Result<Option<WashRule>, Error> {
    let now = ctx.now();
    let (pair_trades, have_traded): (i64, bool) = ctx.sql().one(
        "select (select count(*) from (select 1 from sale where seller_id = $1 and buyer_id = $2 and at > $3 limit $5) a) \
         + (select count(*) from (select 1 from sale where seller_id = $2 and buyer_id = $1 and at > $3 limit $5) b), \
         exists (select 1 from sale where seller_id = $1 and buyer_id = $2 and at > $4) \
         or exists (select 1 from sale where seller_id = $2 and buyer_id = $1 and at > $4)",
        &params![
            seller,
            buyer,
            now.plus_millis(-rules.wash_pair_days * DAY_MS),
            returns_since(rules, now),
            rules.wash_pair_trades
        ],
    )?;
    let is_far_price = match have_traded {
        true => {
            let median = sale::median(ctx, collection)?;
            money::is_unusual(price, median, rules.wash_price_times)
        }
        false => false,
    };
    let facts = Facts {
        returns,
        pair_trades,
        is_far_price,
    };
    Ok(judge(facts, rules))
}
