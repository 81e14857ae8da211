//! The buyer: placing an order, paying, cancelling, confirming the receipt. Placing reserves the stock for ten minutes and
//! publishes the hash of the draw's seed; paying adds the buyer's nonce.

use crate::address;
use crate::clocks;
use crate::deliver;
use crate::draw;
use crate::flow;
use crate::payment_events::{apply_known_payment, cancel_payment};
use crate::problems::{
    ADDRESS_NEEDED, ADDRESS_NOT_FOUND, AGREEMENT_REQUIRED, MEMBERSHIP_REQUIRED, NOT_FOR_WIT,
    OPEN_ORDER_LIMIT, ORDER_NOT_FOUND, ORDER_STATE, PRODUCT_CLOSED, PRODUCT_NOT_FOUND,
};
use crate::product::{self, Kind, Price, Product};
use crate::purchase::{Method, Purchase, RESERVED_MS, State, Step, next, sealed_name};
use crate::stock::{self, Reason};
use crate::store;
use crate::surcharges::Surcharges;
use crate::views::{self, ByOrder, OrderCard, OrderView};
use crate::world_rule;
use serde::Deserialize;
use std::collections::HashMap;
use witverse_sdk::ctx::{NewPayment, Text, Wit};
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::{Ctx, Error, Uuid, params, select};

const OPEN_MAX: i64 = 3;
/// Random items of one order.
const QUANTITY_MAX: i64 = 5;
const SEED_BYTES: u32 = 32;
const TITLE_MAX: usize = 60;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOrder {
    #[schemars(extend("format" = "uuid"))]
    product_id: String,
    #[schemars(range(min = 1, max = 5))]
    quantity: i64,
    #[schemars(extend("format" = "uuid"))]
    address_id: Option<String>,
}

/// Reserves a product for ten minutes.
pub(crate) fn place(ctx: &Ctx, Json(new): Json<NewOrder>) -> Result<Created<OrderView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let product_id = Uuid::parse(&new.product_id).ok_or(PRODUCT_NOT_FOUND)?;
    // Locks the buyer, so that the limit of open orders holds for concurrent requests.
    address::lock_all(ctx, &me.id)?;
    if store::open_orders(ctx, &me.id)? >= OPEN_MAX {
        return Err(OPEN_ORDER_LIMIT.into());
    }
    let product = stock::lock(ctx, &product_id)?.ok_or(PRODUCT_NOT_FOUND)?;
    if !product.is_open {
        return Err(PRODUCT_CLOSED.into());
    }
    if let Some(world) = &product.world
        && !world_rule::may_buy(ctx, world, &product.collection, &me.id)?
    {
        return Err(MEMBERSHIP_REQUIRED.into());
    }
    let most = if product.kind == Kind::Random {
        QUANTITY_MAX
    } else {
        1
    };
    if !(1..=most).contains(&new.quantity) {
        return Err(Error::field(
            "quantity",
            format!("1~{most}개까지 주문할 수 있습니다."),
            format!("You can order 1 to {most}."),
        ));
    }
    let id = ctx.random().uuid();
    let (sealed, surcharge) = parcel(ctx, &product, &me.id, &id, new.address_id.as_deref())?;
    let price = Price::of(product.won, product.wit, new.quantity, surcharge);
    let seed = (product.kind == Kind::Random).then(|| ctx.random().bytes(SEED_BYTES));
    // The product is locked, so the promised rows are those of this moment.
    let promised = match &seed {
        Some(_) => Some(product::promised(&stock::contents(ctx, &product.id)?)),
        None => None,
    };
    let seed_hash = seed
        .as_deref()
        .zip(promised.as_deref())
        .map(|(seed, rows)| draw::commitment(id.as_str(), seed, rows));
    let purchase = Purchase {
        seed_hash,
        promised,
        seed,
        id,
        product_id: product.id.clone(),
        world: product.world.clone(),
        buyer: Some(me.id.clone()),
        quantity: new.quantity,
        state: State::Reserved,
        won: price.total_won,
        surcharge_won: surcharge,
        wit: price.total_hundredths,
        method: None,
        payment_id: None,
        nonce: None,
        address: sealed,
        has_parcel: product.kind.has_parcel(),
        ship_days: None,
        promised_day: None,
        carrier: None,
        tracking: None,
        exchanges: 0,
        created_at: now,
        reserved_until: now.plus_millis(RESERVED_MS),
        paid_at: None,
        shipped_at: None,
        delivered_at: None,
        ended_at: None,
        opened_at: None,
        paid_out: None,
        paybacks: 0,
        refunded: 0,
        address_changed_at: None,
        address_changes: 0,
    };
    store::insert(ctx, &purchase)?;
    let reserved = (Reason::Reserved, new.quantity);
    stock::change(ctx, &product.id, Some(&purchase.id), reserved)?;
    flow::schedule_end(ctx, &purchase)?;
    Ok(Created(views::own(ctx, purchase)?))
}

/// The encrypted address of an order with a parcel, and its surcharge.
fn parcel(
    ctx: &Ctx,
    product: &Product,
    buyer: &Uuid,
    order: &Uuid,
    address: Option<&str>,
) -> Result<(Option<Vec<u8>>, i64), Error> {
    if !product.kind.has_parcel() {
        return Ok((None, 0));
    }
    let id = address.ok_or(ADDRESS_NEEDED)?;
    let id = Uuid::parse(id).ok_or(ADDRESS_NOT_FOUND)?;
    let address = address::own(ctx, buyer, &id)?;
    let surcharge = Surcharges::load(ctx)?.won(&address.postal_code);
    Ok((Some(address.seal(ctx, &sealed_name(order))?), surcharge))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPay {
    method: Method,
    /// The buyer's part of the draw; for random items.
    nonce: Option<String>,
    agreed: bool,
}

/// Pays with WIT, or opens the card payment: the response then has its id for the checkout. Idempotent.
pub(crate) fn pay(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<NewPay>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    if !new.agreed {
        return Err(Error::from(AGREEMENT_REQUIRED).at("agreed"));
    }
    let mut purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    purchase.payable(ctx.now())?;
    if purchase.seed.is_some() && purchase.nonce.is_none() {
        let nonce = new.nonce.filter(|nonce| draw::is_nonce(nonce));
        purchase.nonce = Some(nonce.ok_or_else(|| {
            Error::field(
                "nonce",
                "추첨에 쓸 값이 올바르지 않습니다.",
                "The value for the draw is not valid.",
            )
        })?);
    }
    match new.method {
        Method::Card => {
            let product = stock::product(ctx, &purchase.product_id)?.ok_or(PRODUCT_NOT_FOUND)?;
            let payment = ctx.payments().open(&NewPayment {
                reference: purchase.id.as_str(),
                won: u64::try_from(purchase.won).unwrap_or_default(),
                title: &title(&product.name, purchase.quantity),
                expires_at: purchase.reserved_until,
                return_path: &format!("/order/complete?order={}", purchase.id),
            })?;
            purchase.method = Some(Method::Card);
            purchase.payment_id = Uuid::parse(&payment.id);
            store::save(ctx, &purchase)?;
        }
        Method::Wit => {
            let hundredths = purchase.wit.ok_or(NOT_FOR_WIT)?;
            if !cancel_payment(ctx, &purchase)? {
                return Err(ORDER_STATE.into());
            }
            let amount = Wit::of_hundredths(u64::try_from(hundredths).unwrap_or_default());
            ctx.ledger().charge(purchase.id.as_str(), amount, "order")?;
            flow::paid(ctx, &mut purchase, Method::Wit)?;
        }
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

/// The name on the card statement.
fn title(name: &Text, quantity: i64) -> Text {
    let one = |name: &str| -> String {
        let text = match quantity {
            1 => name.to_owned(),
            more => format!("{name} × {more}"),
        };
        text.chars().take(TITLE_MAX).collect()
    };
    Text::new(one(&name.ko), one(&name.en))
}

/// Cancels an order before it is shipped. What was paid is refunded, and its items are given back.
pub(crate) fn cancel(ctx: &Ctx, Params(by): Params<ByOrder>) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let mut purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    apply_known_payment(ctx, &mut purchase)?;
    next(purchase.state, Step::Cancel)?;
    match purchase.state {
        State::Reserved => {
            if !cancel_payment(ctx, &purchase)? {
                return Err(ORDER_STATE.into());
            }
            flow::release(ctx, &mut purchase, State::Cancelled)?;
        }
        // A replacement that is late is refunded by its term.
        _ if purchase.exchanges > 0 => return Err(ORDER_STATE.into()),
        _ => {
            deliver::take_back_items(ctx, &purchase, false)?;
            flow::refund(ctx, &mut purchase, (Step::Cancel, Reason::Returned))?;
        }
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

/// The buyer has the parcel; the legal terms begin.
pub(crate) fn receive(ctx: &Ctx, Params(by): Params<ByOrder>) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let mut purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    delivered(ctx, &mut purchase)?;
    Ok(Payload(views::own(ctx, purchase)?))
}

/// The parcel was received.
pub(crate) fn delivered(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    purchase.state = next(purchase.state, Step::Deliver)?;
    purchase.delivered_at = Some(ctx.now());
    purchase.ended_at = Some(ctx.now());
    if purchase.buyer.is_none() {
        purchase.address = None;
    }
    clocks::start_of_receipt(ctx, purchase)?;
    store::save(ctx, purchase)
}

pub(crate) fn view(ctx: &Ctx, Params(by): Params<ByOrder>) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let purchase = store::by_id(ctx, &by.uuid()?)?
        .filter(|purchase| purchase.buyer.as_ref() == Some(&me.id))
        .ok_or(ORDER_NOT_FOUND)?;
    Ok(Payload(views::own(ctx, purchase)?))
}

pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<OrderCard>>, Error> {
    let me = ctx.caller()?;
    let window = query.window(page::USUAL)?;
    let rows = store::of_buyer(ctx, &me.id, &window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let (products, now) = (products_of(ctx, &page.items)?, ctx.now());
    Ok(Payload(page.map(|purchase| {
        views::card(&purchase, products.get(&purchase.product_id), now)
    })))
}

/// The products of some orders, in one statement.
pub(crate) fn products_of(
    ctx: &Ctx,
    purchases: &[Purchase],
) -> Result<HashMap<Uuid, Product>, Error> {
    let ids: Vec<Uuid> = purchases.iter().map(|one| one.product_id.clone()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<Product> = ctx
        .sql()
        .query(
            select!(
                Product,
                "from product where id = any($1::uuid[]) order by id"
            ),
            &params![ids],
        )?
        .all()?;
    Ok(rows
        .into_iter()
        .map(|product| (product.id.clone(), product))
        .collect())
}
