//! Orders in responses. The seed of a draw is shown after the payment only; the address to its buyer, and to the seller while
//! the order needs it.

use crate::access;
use crate::address::Address;
use crate::clocks::{self, Clock};
use crate::draw::{self, Odds};
use crate::draw_handlers::PromisedView;
use crate::legal_terms::{self, Late};
use crate::parcels::{self, ParcelView};
use crate::preorder::{self, day_text};
use crate::problems::ORDER_NOT_FOUND;
use crate::product::{Content, Kind, Price, Product};
use crate::purchase::{Method, Purchase, State};
use crate::refund_parts::{self, Part};
use crate::request_store::{self, Request};
use crate::stock;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, FileView, Timestamp, Uuid};

/// The order of a path.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByOrder {
    order_id: String,
}

impl ByOrder {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.order_id).ok_or_else(|| ORDER_NOT_FOUND.into())
    }
}

/// The product of an order.
#[derive(Clone, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProductCard {
    product_id: Uuid,
    kind: Kind,
    name: Text,
    thumbnail_url: String,
    world_name: Option<String>,
    collection_id: Uuid,
}

impl From<&Product> for ProductCard {
    fn from(product: &Product) -> Self {
        Self {
            product_id: product.id.clone(),
            kind: product.kind,
            name: product.name.clone(),
            thumbnail_url: product.thumbnail.clone(),
            world_name: product.world.clone(),
            collection_id: product.collection.clone(),
        }
    }
}

/// An item of an order.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GivenView {
    n: i64,
    content_no: i64,
    name: Text,
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video"]))]
    r#type: String,
    thumbnail_url: String,
    /// Null until it was created.
    item_id: Option<Uuid>,
    /// The rows of the draw, without those that were sold out.
    odds: Option<Vec<Odds>>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Draw {
    /// How the hash was made: 2 covers the rows, 1 only the seed.
    #[schemars(extend("enum" = [1, 2]))]
    rule: i64,
    /// Hexadecimal SHA-256, published before the payment. Rule 2: of the lines `witverse draw 2`, the order's id, the seed, and `no weight left` of each row (`-` without a stock). Rule 1: of the seed.
    seed_hash: String,
    /// What the hash covers; empty for rule 1.
    rows: Vec<PromisedView>,
    /// Null before the payment.
    seed: Option<String>,
    nonce: Option<String>,
}

/// An order in lists.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderCard {
    order_id: Uuid,
    product: Option<ProductCard>,
    quantity: i64,
    state: State,
    price: Price,
    method: Option<Method>,
    has_parcel: bool,
    /// A day in Korea: 2026-11-24.
    ship_from: Option<String>,
    /// A day in Korea: 2026-11-24.
    ship_by: Option<String>,
    carrier: Option<String>,
    tracking: Option<String>,
    created_at: Timestamp,
    reserved_until: Timestamp,
    paid_at: Option<Timestamp>,
    shipped_at: Option<Timestamp>,
    delivered_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    opened_at: Option<Timestamp>,
    exchanges: i64,
    /// Of the seller's lists only.
    buyer: Option<PersonCard>,
    address: Option<Address>,
    /// When the buyer has last changed the address, after the payment.
    address_changed_at: Option<Timestamp>,
    /// `requested` or `accepted` if a request is open; of the seller's lists only.
    #[schemars(extend("enum" = ["accepted", "requested", null]))]
    request_state: Option<String>,
    /// The open request, or that of a replacement that waits for an administrator; of the seller's lists only.
    open_request: Option<RequestView>,
    /// How many days later than promised a pre-order is shipped, if that is more than seven.
    slipped_days: Option<i64>,
}

/// An order with everything about it.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderView {
    #[serde(flatten)]
    card: OrderCard,
    payment_id: Option<Uuid>,
    draw: Option<Draw>,
    given: Vec<GivenView>,
    /// Of the current delivery.
    parcels: Vec<ParcelView>,
    /// What was refunded in parts, and the sum, in the unit of the payment.
    refunds: Vec<Part>,
    /// The sum of `refunds`, in the unit of the payment.
    refunded: i64,
    clocks: Vec<Clock>,
    /// If a refund after a return is late or was late.
    late: Option<Late>,
    request: Option<RequestView>,
}

/// A request with its photos; one that was deleted is left out.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct RequestView {
    #[serde(flatten)]
    request: Request,
    photos: Vec<FileView>,
}

impl RequestView {
    /// With its photos among those of [`photos_of`].
    pub(crate) fn with(request: Request, photos: &[FileView]) -> Self {
        let own = |photo: &&FileView| request.file_ids.contains(&photo.file_id);
        Self {
            photos: photos.iter().filter(own).cloned().collect(),
            request,
        }
    }
}

/// The photos of some requests, in one call.
pub(crate) fn photos_of<'a>(
    ctx: &Ctx,
    requests: impl Iterator<Item = &'a Request>,
) -> Vec<FileView> {
    let ids: Vec<Uuid> = requests.flat_map(|one| one.file_ids.clone()).collect();
    let files = ctx.files().info(&ids);
    files.into_iter().map(FileView::from).collect()
}

/// An order for a list, without its address.
pub(crate) fn card(purchase: &Purchase, product: Option<&Product>, now: Timestamp) -> OrderCard {
    OrderCard {
        order_id: purchase.id.clone(),
        product: product.map(ProductCard::from),
        quantity: purchase.quantity,
        state: match purchase.state {
            // The timer that ends it may be late.
            State::Reserved if purchase.reserved_until <= now => State::Expired,
            state => state,
        },
        price: purchase.price(),
        method: purchase.method,
        has_parcel: purchase.has_parcel,
        ship_from: purchase.ship_days.map(|(from, _)| day_text(now, from)),
        ship_by: purchase.ship_days.map(|(_, by)| day_text(now, by)),
        carrier: purchase.carrier.clone(),
        tracking: purchase.tracking.clone(),
        created_at: purchase.created_at,
        reserved_until: purchase.reserved_until,
        paid_at: purchase.paid_at,
        shipped_at: purchase.shipped_at,
        delivered_at: purchase.delivered_at,
        ended_at: purchase.ended_at,
        opened_at: purchase.opened_at,
        exchanges: purchase.exchanges,
        buyer: None,
        address: None,
        address_changed_at: purchase.address_changed_at,
        request_state: None,
        open_request: None,
        slipped_days: matches!(purchase.state, State::Paid | State::Preparing)
            .then(|| preorder::slipped_days(purchase.promised_day, purchase.ship_days))
            .flatten(),
    }
}

/// Adds what the seller sees; the address to those who `reads_address`.
pub(crate) fn for_seller(
    ctx: &Ctx,
    mut card: OrderCard,
    purchase: &Purchase,
    people: &People,
    (request, reads_address): (Option<RequestView>, bool),
) -> Result<OrderCard, Error> {
    card.buyer = purchase.buyer.as_ref().and_then(|buyer| people.get(buyer));
    card.address = match &purchase.address {
        Some(sealed) if reads_address && purchase.state.needs_address() => {
            Some(Address::unseal(ctx, &purchase.sealed_name(), sealed)?)
        }
        _ => None,
    };
    card.request_state = request
        .as_ref()
        .filter(|one| one.request.is_open())
        .map(|one| one.request.state.clone());
    card.open_request = request;
    Ok(card)
}

/// An order for its buyer.
pub(crate) fn own(ctx: &Ctx, purchase: Purchase) -> Result<OrderView, Error> {
    let product = stock::product(ctx, &purchase.product_id)?;
    let mut card = card(&purchase, product.as_ref(), ctx.now());
    if let Some(sealed) = &purchase.address {
        card.address = Some(Address::unseal(ctx, &purchase.sealed_name(), sealed)?);
    }
    whole(ctx, purchase, card)
}

/// An order for its seller, or for an administrator of the platform.
pub(crate) fn sale(ctx: &Ctx, purchase: Purchase) -> Result<OrderView, Error> {
    let product = stock::product(ctx, &purchase.product_id)?;
    let people = People::of(ctx, purchase.buyer.iter());
    let card = card(&purchase, product.as_ref(), ctx.now());
    let reads_address = product.is_some_and(|product| {
        access::reads_addresses(ctx, product.world.as_deref(), product.is_orphan)
    });
    let card = for_seller(ctx, card, &purchase, &people, (None, reads_address))?;
    whole(ctx, purchase, card)
}

fn whole(ctx: &Ctx, purchase: Purchase, mut card: OrderCard) -> Result<OrderView, Error> {
    let request = request_store::latest(ctx, &purchase.id)?;
    card.request_state = request
        .as_ref()
        .filter(|request| request.is_open())
        .map(|request| request.state.clone());
    let given = given(ctx, &purchase)?;
    let clocks = clocks::of(ctx, &purchase.id)?;
    let is_drawn = purchase.paid_at.is_some();
    let rows = match &purchase.promised {
        Some(rows) => PromisedView::all(rows, &stock::contents(ctx, &purchase.product_id)?),
        None => Vec::new(),
    };
    Ok(OrderView {
        card,
        draw: purchase.seed_hash.clone().map(|seed_hash| Draw {
            rule: purchase.draw_rule(),
            seed_hash,
            rows,
            seed: purchase
                .seed
                .as_ref()
                .filter(|_| is_drawn)
                .map(|seed| draw::hex(seed)),
            nonce: purchase.nonce.clone(),
        }),
        given,
        parcels: parcels::views(ctx, &purchase)?,
        refunds: refund_parts::of(ctx, &purchase)?,
        refunded: purchase.refunded,
        late: late(ctx, &purchase, &clocks)?,
        clocks,
        request: request.map(|request| {
            let photos = photos_of(ctx, std::iter::once(&request));
            RequestView::with(request, &photos)
        }),
        payment_id: purchase.payment_id,
    })
}

/// The interest of a refund after a return that is made after its term. A card refund that its provider has not made yet runs on.
/// The term is met before the refund if the request waits for an administrator, so the end of the order counts.
fn late(ctx: &Ctx, purchase: &Purchase, clocks: &[Clock]) -> Result<Option<Late>, Error> {
    let Some(refund) = clocks.iter().find(|clock| clock.kind == "refund") else {
        return Ok(None);
    };
    let end = match (purchase.state, purchase.ended_at) {
        (State::Refunded, Some(at)) => at,
        _ => ctx.now(),
    };
    if end <= refund.due_at {
        return Ok(None);
    }
    Ok(legal_terms::current(ctx)?.late(purchase.left_to_refund(), refund.due_at, end))
}

/// The items of an order.
pub(crate) fn given(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<GivenView>, Error> {
    let given = store::given(ctx, &purchase.id)?;
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let contents = stock::contents(ctx, &purchase.product_id)?;
    let found = |no: i64| -> Option<&Content> { contents.iter().find(|one| one.no == no) };
    Ok(given
        .into_iter()
        .filter_map(|given| {
            let content = found(given.content_no)?;
            Some(GivenView {
                n: given.n,
                content_no: given.content_no,
                name: content.name.clone(),
                r#type: content.r#type.clone(),
                thumbnail_url: content.thumbnail_url.clone(),
                item_id: given.item_id,
                odds: given.odds,
            })
        })
        .collect())
}

impl GivenView {
    /// Whether the item was created.
    pub(crate) fn exists(&self) -> bool {
        self.item_id.is_some()
    }
}
