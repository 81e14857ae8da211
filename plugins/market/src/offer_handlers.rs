//! Handlers of offers: making, changing, cancelling, rejecting, and the end of all offers of a person at once.

use crate::close;
use crate::collections;
use crate::confirm;
use crate::duration::Duration;
use crate::item::{self, ItemCard};
use crate::listing_store;
use crate::money::Price;
use crate::offer::{Offer, OfferStatus, Target, is_covered};
use crate::offer_store as store;
use crate::problems::{
    COLLECTION_NOT_FOUND, ITEM_CHANGED, ITEM_NOT_FOUND, MEMBERSHIP_REQUIRED, NEW_ACCOUNT_LIMIT,
    OFFER_NOT_FOUND, OFFER_UNAVAILABLE, OFFERS_TOO_LARGE, OWN_ITEM, TOO_MANY_OFFERS,
};
use crate::rules;
use crate::views::OfferView;
use crate::wallets;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::ctx::{Party, Wit};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// Open offers of a person at most.
const OPEN_MAX: u32 = 100;
/// Offers closed per call: each takes several statements.
const BATCH: u32 = 4;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOffer {
    /// One of the two.
    #[schemars(extend("format" = "uuid"))]
    item_id: Option<String>,
    /// Any item of it.
    #[schemars(extend("format" = "uuid"))]
    collection_id: Option<String>,
    /// Whole WIT.
    #[schemars(with = "u64", range(min = 1, max = 1_000_000))]
    price: Value,
    /// A month has 30 days, a year 365.
    duration: Duration,
    /// The person has confirmed the terms.
    agreed: bool,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1_000_000))]
    confirmed_price: Option<i64>,
}

/// Offers WIT for an item, or for any item of a collection. Nothing is reserved; the caller's mandate is collected when the
/// owner accepts.
pub(crate) fn create(ctx: &Ctx, Json(new): Json<NewOffer>) -> Result<Created<OfferView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let price = Price::parse(&new.price, "price")?;
    confirm::agreed(new.agreed)?;
    let counter = store::lock_trader(ctx, &me.id)?;
    let rules = rules::current(ctx)?;
    if rules::trades_left(ctx, &rules, &me.id)? == Some(0) {
        return Err(NEW_ACCOUNT_LIMIT.into());
    }
    let target = target(ctx, &new, &me.id)?;
    let collection = collections::refresh(ctx, target.collection())?;
    collection.tradable()?;
    if !item::may_buy(ctx, collection.world.as_ref(), &collection.id, &me.id)? {
        return Err(MEMBERSHIP_REQUIRED.into());
    }
    confirm::usual_price(ctx, &rules, &collection.id, price, new.confirmed_price)?;
    let mut offer = Offer {
        id: ctx.random().uuid(),
        target,
        offerer: me.id.clone(),
        price,
        shares: collection.shares(&rules),
        maker: collection.maker,
        rules_version: rules.version,
        mandate: Uuid::nil(),
        is_counted: true,
        version: 1,
        status: OfferStatus::Open,
        created_at: now,
        expires_at: new.duration.end(now),
        closed_at: None,
    };
    require_cover(ctx, &offer)?;
    offer.mandate = mandate(ctx, &offer)?;
    // A row of the same offer whose time is over is closed first: one open row per person and item.
    close_ended(ctx, &offer)?;
    store::insert(ctx, &offer, counter)?;
    if let Some(card) = offer.target.item() {
        listing_store::mark_offers(ctx, &card.item_id)?;
    }
    close::offer_changed(ctx, &offer, OfferStatus::Open)?;
    Ok(Created(own_view(ctx, offer)?))
}

fn target(ctx: &Ctx, new: &NewOffer, me: &Uuid) -> Result<Target, Error> {
    match (&new.item_id, &new.collection_id) {
        (Some(item), None) => {
            let id = Uuid::parse(item).ok_or(ITEM_NOT_FOUND)?;
            let item = item::item(ctx, &id)?;
            let owner = item.owner_id.clone().ok_or(ITEM_CHANGED)?;
            if owner == *me {
                return Err(OWN_ITEM.into());
            }
            let (people, blocked) = People::between(ctx, me, &owner);
            if blocked || people.get(&owner).is_none() {
                return Err(ITEM_NOT_FOUND.into());
            }
            // Listed or free: other uses have no price.
            if let Some(problem) =
                item::refusal(&item, &owner).filter(|one| one.code != "item_listed")
            {
                return Err(problem.into());
            }
            Ok(Target::Item {
                card: ItemCard::from(&item),
                version: item.version,
                owner,
            })
        }
        (None, Some(collection)) => {
            let id = Uuid::parse(collection).ok_or(COLLECTION_NOT_FOUND)?;
            let facts = item::collection(ctx, &id)?;
            Ok(Target::Collection {
                id,
                name: facts.name,
            })
        }
        _ => Err(Error::field(
            "itemId",
            "아이템과 컬렉션 중 하나를 골라 주세요.",
            "Please name either an item or a collection.",
        )),
    }
}

/// The sum of the caller's open offers is at most ten times the WIT that they can spend. The caller's counter is locked, so
/// that concurrent offers are summed one after the other.
fn require_cover(ctx: &Ctx, offer: &Offer) -> Result<(), Error> {
    let (sum, count) = store::open_sum(ctx, &offer.offerer, &offer.id, OPEN_MAX)?;
    if count >= i64::from(OPEN_MAX) {
        return Err(TOO_MANY_OFFERS.into());
    }
    let available = ctx.ledger().balance(&Party::Caller)?.available();
    let sum = u64::try_from(sum).unwrap_or(u64::MAX);
    match is_covered(
        sum.saturating_add(offer.price.hundredths()),
        available.hundredths(),
    ) {
        true => Ok(()),
        false => Err(OFFERS_TOO_LARGE.into()),
    }
}

fn mandate(ctx: &Ctx, offer: &Offer) -> Result<Uuid, Error> {
    let amount = Wit::of_hundredths(offer.price.hundredths());
    let key = offer.mandate_key();
    Ok(ctx.ledger().give_mandate(&key, amount, offer.expires_at)?)
}

/// Closes the caller's former offer for the same thing if it has ended but its row is still open.
fn close_ended(ctx: &Ctx, new: &Offer) -> Result<(), Error> {
    let item = new.target.item().map(|card| &card.item_id);
    let former = store::stored_open(ctx, &new.offerer, item, new.target.collection())?;
    let Some(former) = former else {
        return Ok(());
    };
    let is_outdated = match (&former.target, &new.target) {
        (Target::Item { version, .. }, Target::Item { version: now, .. }) => version != now,
        _ => false,
    };
    match former.shown_status(ctx.now()) {
        OfferStatus::Open if !is_outdated => Ok(()),
        OfferStatus::Open => close::offer(ctx, &former, OfferStatus::Closed).map(|_| ()),
        ended => close::offer(ctx, &former, ended).map(|_| ()),
    }
}

/// The view of the offerer.
fn own_view(ctx: &Ctx, offer: Offer) -> Result<OfferView, Error> {
    let funds = ctx.ledger().balance(&Party::Caller)?;
    let is_funded = wallets::can_pay(&funds, offer.price);
    let people = People::of(ctx, OfferView::people(&offer));
    let me = offer.offerer.clone();
    Ok(OfferView::of(
        offer,
        Some(&me),
        &people,
        Some(is_funded),
        ctx.now(),
    ))
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

impl ById {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| OFFER_NOT_FOUND.into())
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedOffer {
    /// Whole WIT.
    #[schemars(with = "u64", range(min = 1, max = 1_000_000))]
    price: Value,
    /// Without it, the end stays.
    duration: Option<Duration>,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1_000_000))]
    confirmed_price: Option<i64>,
}

/// Changes the price and the deadline of the caller's open offer. The owner must accept the new version.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<ChangedOffer>),
) -> Result<Payload<OfferView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let price = Price::parse(&new.price, "price")?;
    store::lock_trader(ctx, &me.id)?;
    let offer = own_open(ctx, &by, &me.id)?;
    let rules = rules::current(ctx)?;
    let collection = collections::refresh(ctx, offer.target.collection())?;
    collection.tradable()?;
    confirm::usual_price(ctx, &rules, &collection.id, price, new.confirmed_price)?;
    close::revoke(ctx, &offer.mandate)?;
    let mut changed = Offer {
        price,
        expires_at: new
            .duration
            .map_or(offer.expires_at, |duration| duration.end(now)),
        version: offer.version + 1,
        shares: collection.shares(&rules),
        maker: collection.maker,
        rules_version: rules.version,
        ..offer
    };
    require_cover(ctx, &changed)?;
    changed.mandate = mandate(ctx, &changed)?;
    store::change(ctx, &changed)?;
    close::offer_changed(ctx, &changed, OfferStatus::Open)?;
    Ok(Payload(own_view(ctx, changed)?))
}

/// The locked open offer of the caller.
fn own_open(ctx: &Ctx, by: &ById, me: &Uuid) -> Result<Offer, Error> {
    let offer = store::lock(ctx, &by.uuid()?)?.filter(|offer| offer.offerer == *me);
    let offer = offer.ok_or(OFFER_NOT_FOUND)?;
    match offer.is_live(ctx.now()) {
        true => Ok(offer),
        false => Err(OFFER_UNAVAILABLE.into()),
    }
}

/// Cancels the caller's offer.
pub(crate) fn cancel(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<OfferView>, Error> {
    let me = ctx.caller()?;
    store::lock_trader(ctx, &me.id)?;
    let offer = own_open(ctx, &by, &me.id)?;
    close::offer(ctx, &offer, OfferStatus::Cancelled)?;
    Ok(Payload(own_view(
        ctx,
        closed(ctx, offer, OfferStatus::Cancelled),
    )?))
}

fn closed(ctx: &Ctx, offer: Offer, status: OfferStatus) -> Offer {
    Offer {
        status,
        closed_at: Some(ctx.now()),
        ..offer
    }
}

/// Rejects an offer for an item of the caller.
pub(crate) fn reject(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<OfferView>, Error> {
    let me = ctx.caller()?;
    let offer = store::lock(ctx, &by.uuid()?)?
        .filter(|offer| offer.target.owner() == Some(&me.id))
        .ok_or(OFFER_NOT_FOUND)?;
    if !offer.is_live(ctx.now()) {
        return Err(OFFER_UNAVAILABLE.into());
    }
    close::offer(ctx, &offer, OfferStatus::Rejected)?;
    let people = People::of(ctx, OfferView::people(&offer));
    let offer = closed(ctx, offer, OfferStatus::Rejected);
    Ok(Payload(OfferView::of(
        offer,
        Some(&me.id),
        &people,
        None,
        ctx.now(),
    )))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AllCancelled {
    cancelled: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sweep {
    user_id: Uuid,
}

/// Cancels all open offers of the caller at once, by their counter; a timer then closes the rows. Idempotent.
pub(crate) fn cancel_all(ctx: &Ctx, (): ()) -> Result<Payload<AllCancelled>, Error> {
    let me = ctx.caller()?;
    let jump = ctx.random().bytes(2);
    let jump = jump
        .iter()
        .fold(1, |sum, byte| sum * 256 + i64::from(*byte));
    store::bump_counter(ctx, &me.id, jump)?;
    schedule_sweep(ctx, me.id.clone())?;
    Ok(Payload(AllCancelled { cancelled: true }))
}

pub(crate) const CANCEL_ALL: TimerKind<Sweep> = TimerKind::new("cancel-all");

fn schedule_sweep(ctx: &Ctx, user_id: Uuid) -> Result<(), Error> {
    CANCEL_ALL.now(ctx, user_id.clone(), &Sweep { user_id })
}

/// Closes the rows of offers that another counter has ended.
pub(crate) fn continue_cancel_all(ctx: &Ctx, Sweep { user_id }: Sweep) -> Result<(), Error> {
    let ended = store::uncounted(ctx, &user_id, BATCH)?;
    let is_full = ended.len() == BATCH as usize;
    for offer in ended {
        close::offer(ctx, &offer, OfferStatus::Cancelled)?;
    }
    match is_full {
        true => schedule_sweep(ctx, user_id),
        false => Ok(()),
    }
}
