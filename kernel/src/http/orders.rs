//! `/api/v2/wallet/offers` and `/api/v2/wallet/orders/…`: buying WIT with money, and refund requests.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Json, SignedIn};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues};
use super::plugin_routes::{BAD_KEY, IDEMPOTENCY_KEY};
use super::problem::Failure;
use super::reply::payload;
use super::safety::paced;
use super::state::Shared;
use crate::error::{Catalogue, IDEMPOTENCY_MISMATCH, NOT_FOUND, TOO_MANY, VALIDATION_FAILED};
use crate::identity::Origin;
use crate::page_cursor::PageCursor;
use crate::payments::{
    AGREEMENT_REQUIRED, AMOUNT_INVALID, NewOrder, ORDER_LIMIT, ORDER_NOT_FOUND, ORDER_NOT_PAYABLE,
    Offers, Order, PAYMENT_UNAVAILABLE, REFUND_NOT_POSSIBLE, REFUND_NOT_REQUESTED, WALLET_CLOSED,
    WALLET_FROZEN,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    const ORDERS: &str = "/api/v2/wallet/orders";
    let mut operations = vec![
        Operation::new(
            "GET",
            "/api/v2/wallet/offers",
            get(offers),
            "The purchasable amounts, and the exchange rate",
        )
        .signed_in()
        .answers::<Offers>(),
        Operation::new(
            "GET",
            ORDERS,
            get(orders).post(place),
            "The caller's orders, newest first",
        )
        .signed_in()
        .paged()
        .answers::<List<Order>>(),
        Operation::also(
            "POST",
            ORDERS,
            "Order WIT; the same Idempotency-Key returns the same order",
        )
        .signed_in()
        .takes::<NewOrder>()
        .answers::<Order>()
        .status(201)
        .fails(&[
            VALIDATION_FAILED,
            AGREEMENT_REQUIRED,
            AMOUNT_INVALID,
            ORDER_LIMIT,
            WALLET_FROZEN,
            WALLET_CLOSED,
            BAD_KEY,
            IDEMPOTENCY_MISMATCH,
            TOO_MANY,
        ]),
    ];
    operations.extend(about_one());
    operations
}

fn about_one() -> Vec<Operation> {
    let one = |method, path, handler, summary, fails: &[Catalogue]| {
        Operation::new(method, path, handler, summary)
            .signed_in()
            .answers::<Order>()
            .fails(&[ORDER_NOT_FOUND, NOT_FOUND])
            .fails(fails)
    };
    vec![
        one(
            "GET",
            "/api/v2/wallet/orders/{id}",
            get(order),
            "An order of the caller",
            &[],
        ),
        one(
            "POST",
            "/api/v2/wallet/orders/{id}/confirm",
            post(confirm),
            "Query the provider about an order and apply its state. Idempotent",
            &[PAYMENT_UNAVAILABLE, TOO_MANY],
        ),
        one(
            "POST",
            "/api/v2/wallet/orders/{id}/cancel",
            post(cancel),
            "Cancel an unpaid order",
            &[ORDER_NOT_PAYABLE, TOO_MANY],
        ),
        one(
            "POST",
            "/api/v2/wallet/orders/{id}/refund",
            post(refund),
            "Request a refund",
            &[VALIDATION_FAILED, REFUND_NOT_POSSIBLE, TOO_MANY],
        )
        .takes::<WantRefund>(),
        one(
            "POST",
            "/api/v2/wallet/orders/{id}/refund/withdraw",
            post(withdraw),
            "Withdraw a refund request",
            &[REFUND_NOT_REQUESTED, TOO_MANY],
        ),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct WantRefund {
    /// The reason, 5 to 500 characters; shown to administrators.
    reason: String,
}

/// The `Idempotency-Key` header of a request.
pub(super) struct Key(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get(IDEMPOTENCY_KEY) else {
            return Ok(Self(None));
        };
        let key = value
            .to_str()
            .ok()
            .filter(|key| (1..=100).contains(&key.len()))
            .ok_or(BAD_KEY)?;
        Ok(Self(Some(key.to_owned())))
    }
}

async fn offers(State(app): State<Shared>, _: SignedIn) -> Reply<impl IntoResponse> {
    Ok(payload(app.payments.catalog.offers().await?))
}

async fn orders(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app.payments.orders.orders(&me, &page.window()?).await?;
    Ok(payload(List::of(items, &page, |order| PageCursor {
        at: order.created_at,
        id: order.id,
    })))
}

async fn place(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    Key(key): Key,
    Json(new): Json<NewOrder>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let placed = app.payments.orders.place(&me, &new, key.as_deref()).await?;
    Ok((StatusCode::CREATED, payload(placed.order)))
}

async fn order(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    Ok(payload(
        app.payments.orders.order(&me, path.id("id")?).await?,
    ))
}

async fn confirm(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    Ok(payload(
        app.payments.orders.confirm(&me, path.id("id")?).await?,
    ))
}

async fn cancel(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    Ok(payload(
        app.payments.orders.cancel(&me, path.id("id")?).await?,
    ))
}

async fn refund(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    origin: Origin,
    path: PathValues,
    Json(want): Json<WantRefund>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let id = path.id("id")?;
    let order = app
        .payments
        .refunds
        .request_refund(&me, id, &want.reason, &origin)
        .await?;
    Ok(payload(order))
}

async fn withdraw(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let id = path.id("id")?;
    let order = app
        .payments
        .refunds
        .withdraw_refund(&me, id, &origin)
        .await?;
    Ok(payload(order))
}
