//! The settlement of every trade: the item, the WIT and the record change in one transaction, or nothing does.

use crate::item::{self, ItemCard};
use crate::money::{Price, Shares, Split};
use crate::offer::Offer;
use crate::problems::{
    ITEM_CHANGED, LISTING_NOT_FOUND, MEMBERSHIP_REQUIRED, NEW_ACCOUNT_LIMIT, OFFER_UNAVAILABLE,
    OFFERER_INSUFFICIENT, PARTNER_LIMIT,
};
use crate::rules::{self, Rules};
use crate::sale::{self, Sale, Wash};
use crate::wash;
use serde_json::json;
use witverse_sdk::ctx::{LedgerErrorKind, Leg, Party, Payment, Wit};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid};

/// Shown in the wallets.
const MEMO: &str = "market";
const MEMO_ROYALTY: &str = "market_royalty";
const MEMO_FEE: &str = "market_fee";

/// Who pays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Payer<'a> {
    /// The caller, who buys.
    Caller,
    /// The person whose offer the caller accepts.
    Offerer(&'a Offer),
}

/// A trade that both sides have agreed to.
#[derive(Clone, Debug)]
pub(crate) struct Deal<'a> {
    pub(crate) card: &'a ItemCard,
    /// The version of the item that the two have agreed about.
    pub(crate) item_version: i64,
    pub(crate) world: Option<&'a Uuid>,
    /// The listing that has the item's lock.
    pub(crate) listing: Option<&'a Uuid>,
    pub(crate) seller: &'a Uuid,
    pub(crate) buyer: &'a Uuid,
    pub(crate) price: Price,
    pub(crate) shares: Shares,
    pub(crate) maker: Option<&'a Uuid>,
    pub(crate) rules_version: i64,
    pub(crate) payer: Payer<'a>,
}

/// The parts of a price between two people. There is no royalty on a trade of the maker, or if the maker has left.
pub(crate) fn split(
    price: Price,
    shares: Shares,
    maker: Option<&Uuid>,
    (seller, buyer): (&Uuid, Option<&Uuid>),
    people: &People,
) -> Split {
    let has_maker = maker.is_some_and(|maker| {
        maker != seller && Some(maker) != buyer && people.get(maker).is_some()
    });
    Split::of(price, shares, has_maker)
}

/// Checks what does not depend on the price: the people, the world's rule, and the limit of new accounts.
pub(crate) fn check_people(
    ctx: &Ctx,
    deal: &Deal<'_>,
    rules: &Rules,
    blocked: bool,
    people: &People,
) -> Result<(), Error> {
    // A block is not revealed: for the other person, the listing or the offer is not there.
    let gone = blocked
        || [deal.seller, deal.buyer]
            .iter()
            .any(|id| people.get(id).is_none());
    if gone {
        return Err(match deal.payer {
            Payer::Caller => LISTING_NOT_FOUND.into(),
            Payer::Offerer(_) => OFFER_UNAVAILABLE.into(),
        });
    }
    let (caller, other) = match deal.payer {
        Payer::Caller => (deal.buyer, deal.seller),
        Payer::Offerer(_) => (deal.seller, deal.buyer),
    };
    for (person, problem) in [(caller, NEW_ACCOUNT_LIMIT), (other, PARTNER_LIMIT)] {
        if rules::trades_left(ctx, rules, person)? == Some(0) {
            return Err(problem.into());
        }
    }
    match item::may_buy(ctx, deal.world, &deal.card.collection_id, deal.buyer)? {
        true => Ok(()),
        false => Err(MEMBERSHIP_REQUIRED.into()),
    }
}

/// Settles a deal whose listing and offer the caller has locked and closed.
pub(crate) fn settle(
    ctx: &Ctx,
    deal: &Deal<'_>,
    rules: &Rules,
    people: &People,
) -> Result<Sale, Error> {
    let (id, now) = (ctx.random().uuid(), ctx.now());
    let two = (deal.seller, deal.buyer);
    let parts = split(
        deal.price,
        deal.shares,
        deal.maker,
        (deal.seller, Some(deal.buyer)),
        people,
    );
    let since = wash::returns_since(rules, now);
    let handed_over = item::hand_over(ctx, &deal.card.item_id, deal.listing, two, (&id, since))?;
    // Another version was agreed about: everything of this request is undone.
    if handed_over.seq != deal.item_version + 1 {
        return Err(ITEM_CHANGED.into());
    }
    let traded = (&deal.card.collection_id, deal.price);
    let crossed = wash::of_trade(ctx, rules, two, traded, handed_over.returns)?;
    let (key, payment) = pay(ctx, &id, deal, parts)?;
    // A trade back and forth between two people is no spending: it would earn witch points for nothing.
    if crossed.is_none()
        && let Some(world) = deal.world
    {
        count_spending(ctx, &key, world)?;
    }
    let sale = Sale {
        id,
        listing: deal.listing.cloned(),
        offer: match deal.payer {
            Payer::Caller => None,
            Payer::Offerer(offer) => Some(offer.id.clone()),
        },
        card: deal.card.clone(),
        seller: Some(deal.seller.clone()),
        buyer: Some(deal.buyer.clone()),
        split: parts,
        maker: deal.maker.cloned(),
        rules_version: deal.rules_version,
        provenance_seq: handed_over.seq,
        payment,
        wash: Wash {
            is_wash: crossed.is_some(),
            rule: crossed,
            judged_by: Some(rules.version),
        },
        at: now,
    };
    sale::insert(ctx, &sale)?;
    ctx.events()
        .publish("market.sold@1", &json!({ "saleId": sale.id }))?;
    let payload = json!({ "itemId": deal.card.item_id });
    for person in [deal.seller, deal.buyer] {
        ctx.live().push(person, "market.changed", &payload)?;
    }
    Ok(sale)
}

/// Pays all parts in one batch of the ledger; returns its key and the id of the payment.
fn pay(ctx: &Ctx, sale: &Uuid, deal: &Deal<'_>, parts: Split) -> Result<(String, Uuid), Error> {
    let wit = Wit::of_hundredths;
    let maker = deal.maker.filter(|_| parts.royalty_hundredths > 0);
    // The wallet of a frozen maker gets nothing. The royalty then goes to the platform, so that a sanction of one person
    // does not stop the trades of others.
    let maker_is_frozen = match maker {
        Some(maker) => {
            ctx.ledger()
                .balance(&Party::Person(maker.to_string()))?
                .frozen
        }
        None => false,
    };
    let (paid_maker, withheld) = match maker_is_frozen {
        true => (None, parts.royalty_hundredths),
        false => (maker, 0),
    };
    let fee = parts.fee_hundredths + withheld;
    let key = match deal.payer {
        Payer::Caller => {
            let mut legs = vec![Leg::give(
                deal.seller,
                wit(parts.seller_receives_hundredths),
                MEMO,
            )];
            if let Some(maker) = paid_maker {
                legs.push(Leg::give(
                    maker,
                    wit(parts.royalty_hundredths),
                    MEMO_ROYALTY,
                ));
            }
            if fee > 0 {
                legs.push(Leg::charge(wit(fee), MEMO_FEE));
            }
            let key = format!("sale:{sale}");
            let paid = ctx.ledger().transfer_legs(&key, &legs);
            let payment = paid.map_err(|error| match error.kind {
                // Only the own frozen wallet is named.
                LedgerErrorKind::Frozen => match ctx.ledger().require_own_wallet() {
                    Err(own) => own,
                    Ok(()) => error.into(),
                },
                _ => error.into(),
            })?;
            (key, payment)
        }
        Payer::Offerer(offer) => {
            let mut payments = vec![Payment::to(
                deal.seller,
                wit(parts.seller_receives_hundredths),
                MEMO,
            )];
            if let Some(maker) = paid_maker {
                payments.push(Payment::to(
                    maker,
                    wit(parts.royalty_hundredths),
                    MEMO_ROYALTY,
                ));
            }
            if fee > 0 {
                payments.push(Payment::to_plugin(wit(fee), MEMO_FEE));
            }
            let collected = ctx.ledger().collect(&offer.mandate, &payments);
            collected.map_err(|error| match error.kind {
                LedgerErrorKind::Insufficient => Error::from(OFFERER_INSUFFICIENT),
                LedgerErrorKind::HoldEnded | LedgerErrorKind::HoldCaptured => {
                    OFFER_UNAVAILABLE.into()
                }
                LedgerErrorKind::Frozen => match ctx.ledger().require_own_wallet() {
                    Err(own) => own,
                    Ok(()) => OFFER_UNAVAILABLE.into(),
                },
                _ => error.into(),
            })?;
            (offer.mandate_key(), offer.mandate.clone())
        }
    };
    Ok(key)
}

/// Counts a payment as spent in the world of the collection.
fn count_spending(ctx: &Ctx, key: &str, world: &Uuid) -> Result<(), Error> {
    match ctx.ledger().count_spending(key, world) {
        // The world was deleted.
        Err(error) if error.kind == LedgerErrorKind::NoSuchAccount => Ok(()),
        counted => Ok(counted?),
    }
}
