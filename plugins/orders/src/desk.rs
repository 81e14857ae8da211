//! The seller's desk: the orders of a world or of the platform, and the steps of a parcel.

use crate::access;
use crate::alarms;
use crate::buying::{self, products_of};
use crate::carriers::Sent;
use crate::clocks;
use crate::flow;
use crate::operators;
use crate::packing::NewProof;
use crate::parcels;
use crate::problems::{DELIVERED_TOO_EARLY, ORDER_NOT_FOUND};
use crate::purchase::{Purchase, State, Step, next};
use crate::refund_parts::{self, NewPart};
use crate::request_store;
use crate::requests;
use crate::settle;
use crate::store::{self, SalesFilter};
use crate::views::{self, ByOrder, OrderCard, OrderView, RequestView};
use serde::Deserialize;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, KoreanDay};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SalesQuery {
    /// Without it, the orders of the platform.
    world_name: Option<String>,
    #[schemars(extend("enum" = ["cancelled", "delivered", "expired", "paid", "preparing", "refunded", "refunding", "reserved", "shipped"]))]
    state: Option<String>,
    /// `open`: orders with an open request. Not together with a state.
    #[schemars(extend("enum" = ["open"]))]
    request: Option<String>,
    cursor: Option<String>,
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    #[schemars(range(min = 1))]
    page: Option<u32>,
}

/// The orders of a world, or of the platform without one. Addresses are shown while an order needs them.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<SalesQuery>,
) -> Result<Payload<Page<OrderCard>>, Error> {
    let world = query.world_name.map(access::world_name).transpose()?;
    access::require_seller(ctx, world.as_deref(), false)?;
    if world.is_none() {
        operators::note(ctx)?;
    }
    let filter = filter(query.state.as_deref(), query.request.as_deref())?;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window(page::USUAL)?;
    let rows = match &world {
        Some(world) => store::of_world(ctx, world, filter, &window)?,
        None => store::of_platform(ctx, filter, &window)?,
    };
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let products = products_of(ctx, &page.items)?;
    let people = People::of(ctx, page.items.iter().filter_map(|one| one.buyer.as_ref()));
    let mut requests = request_store::open_of(ctx, &page.items)?;
    let photos = views::photos_of(ctx, requests.values());
    let now = ctx.now();
    let reads_addresses = access::reads_addresses(ctx, world.as_deref(), false);
    let mut failed = None;
    let page = page.filter_map(|purchase| {
        let card = views::card(&purchase, products.get(&purchase.product_id), now);
        let request = requests.remove(&purchase.id);
        let request = request.map(|request| RequestView::with(request, &photos));
        match views::for_seller(ctx, card, &purchase, &people, (request, reads_addresses)) {
            Ok(card) => Some(card),
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(Payload(page)),
    }
}

fn filter(state: Option<&str>, request: Option<&str>) -> Result<SalesFilter, Error> {
    match (state, request) {
        (None, None) => Ok(SalesFilter::All),
        (None, Some("open")) => Ok(SalesFilter::OpenRequest),
        (Some(state), None) => State::parse(state)
            .map(SalesFilter::State)
            .ok_or_else(|| Error::field("state", "알 수 없는 상태입니다.", "Unknown state.")),
        (_, Some(_)) => Err(Error::field(
            "request",
            "‘open’만 쓸 수 있고, 상태와 함께 쓸 수 없습니다.",
            "Only “open” is possible, and not together with a state.",
        )),
    }
}

pub(crate) fn view(ctx: &Ctx, Params(by): Params<ByOrder>) -> Result<Payload<OrderView>, Error> {
    let purchase = requests::lock_sale(ctx, &by.uuid()?)?;
    match purchase.paid_at {
        Some(_) => Ok(Payload(views::sale(ctx, purchase)?)),
        // An unpaid order is its buyer's alone.
        None => Err(ORDER_NOT_FOUND.into()),
    }
}

/// What the seller does with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SellerStep {
    Prepare,
    Ship,
    Deliver,
    /// The goods of an accepted request came back.
    Returned,
    /// Another parcel of a shipped order.
    Parcel,
    /// Adds to a parcel, with a reason.
    Supplement,
    /// After the return, or instead of a replacement.
    Refund,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewStep {
    step: SellerStep,
    /// The code or the name of a listed carrier, or the name of another one.
    carrier: Option<String>,
    /// Of a listed carrier: in the form of its numbers.
    tracking: Option<String>,
    /// The weight and the photos of a parcel.
    #[serde(flatten)]
    proof: NewProof,
    /// Of a supplement: the parcel, and why.
    #[schemars(range(min = 1))]
    parcel: Option<i64>,
    /// Of a supplement. At most 500 characters, as people count them.
    #[schemars(length(max = 8000))]
    reason: Option<String>,
    /// Of a refund: an administrator of the platform pays WIT that were paid out from their own wallet.
    #[serde(rename = "fromOwnWallet", default)]
    from_own_wallet: bool,
}

impl NewStep {
    fn sent(&self) -> Result<Sent, Error> {
        Sent::parse(self.carrier.as_deref(), self.tracking.as_deref())
    }
}

/// Moves an order one step. The tracking number is optional, and never moves an order by itself.
pub(crate) fn step(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<NewStep>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let mut purchase = requests::lock_sale(ctx, &by.uuid()?)?;
    match new.step {
        SellerStep::Prepare => {
            purchase.state = next(purchase.state, Step::Prepare)?;
            store::save(ctx, &purchase)?;
        }
        SellerStep::Ship => ship(ctx, &mut purchase, &new)?,
        SellerStep::Deliver => {
            // The buyer's terms begin with this step, so it is possible from the day after the shipping.
            if let Some(shipped) = purchase.shipped_at
                && purchase.state == State::Shipped
                && KoreanDay::of(ctx.now()) <= KoreanDay::of(shipped)
            {
                return Err(DELIVERED_TOO_EARLY.into());
            }
            buying::delivered(ctx, &mut purchase)?;
            settle::notify_delivered(ctx, &purchase)?;
        }
        SellerStep::Parcel => {
            parcels::add(ctx, &purchase, (new.sent()?, &new.proof))?;
        }
        SellerStep::Supplement => {
            let why = (
                new.parcel.unwrap_or(1),
                new.reason.as_deref().unwrap_or_default(),
            );
            parcels::supplement(ctx, &purchase, why, (&new.proof, &me.id))?;
        }
        SellerStep::Returned => settle::returned(ctx, &mut purchase)?,
        SellerStep::Refund => {
            let payer = requests::payer(ctx, &purchase, new.from_own_wallet)?;
            settle::refund(ctx, &mut purchase, payer)?;
        }
    }
    flow::changed(ctx, &purchase)?;
    Ok(Payload(views::sale(ctx, purchase)?))
}

fn ship(ctx: &Ctx, purchase: &mut Purchase, new: &NewStep) -> Result<(), Error> {
    let state = next(purchase.state, Step::Ship)?;
    let sent = new.sent()?;
    purchase.carrier = sent.carrier.clone();
    purchase.tracking = sent.tracking.clone();
    purchase.state = state;
    purchase.shipped_at = Some(ctx.now());
    store::meet_clock(ctx, &purchase.id, "ship", ctx.now())?;
    request_store::end_waiting(ctx, purchase)?;
    clocks::start_of_shipping(ctx, &purchase.id)?;
    store::save(ctx, purchase)?;
    parcels::add(ctx, purchase, (sent, &new.proof))?;
    let (title, text) = (
        Text::new("상품을 보냈습니다", "Your order is on its way"),
        Text::new(
            "받으신 뒤에는 ‘받았어요’를 눌러 주세요.",
            "Please confirm once it has arrived.",
        ),
    );
    NewAlarm::raise_all(ctx, &alarms::news(purchase, "shipped", title, text))
}

/// Refunds a part of an order. The order goes on.
pub(crate) fn refund_part(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<NewPart>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let mut purchase = requests::lock_sale(ctx, &by.uuid()?)?;
    refund_parts::refund(ctx, &mut purchase, (&new, &me.id))?;
    flow::changed(ctx, &purchase)?;
    Ok(Payload(views::sale(ctx, purchase)?))
}
