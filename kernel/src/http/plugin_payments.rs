//! `/api/v2/payments/{id}`: the checkout of a payment that a plugin opened for one of its orders.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};

use super::extract::SignedIn;
use super::operation::Operation;
use super::pagination::PathValues;
use super::problem::Failure;
use super::reply::payload;
use super::safety::paced;
use super::state::Shared;
use crate::error::{Catalogue, NOT_FOUND, TOO_MANY};
use crate::payments::{
    DECLINED_TOO_OFTEN, ORDER_NOT_FOUND, ORDER_NOT_PAYABLE, PAYMENT_UNAVAILABLE, PluginPayment,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let one = |method, path, handler, summary, fails: &[Catalogue]| {
        Operation::new(method, path, handler, summary)
            .signed_in()
            .answers::<PluginPayment>()
            .fails(&[ORDER_NOT_FOUND, NOT_FOUND])
            .fails(fails)
    };
    vec![
        one(
            "GET",
            "/api/v2/payments/{id}",
            get(payment),
            "A payment of the caller for an order of a plugin",
            &[],
        ),
        one(
            "POST",
            "/api/v2/payments/{id}/checkout",
            post(checkout),
            "Register the payment with the provider and answer how to pay; again after a declined attempt. Idempotent",
            &[
                ORDER_NOT_PAYABLE,
                DECLINED_TOO_OFTEN,
                PAYMENT_UNAVAILABLE,
                TOO_MANY,
            ],
        ),
        one(
            "POST",
            "/api/v2/payments/{id}/confirm",
            post(confirm),
            "Query the provider about the payment and apply its status. Idempotent",
            &[PAYMENT_UNAVAILABLE, TOO_MANY],
        ),
    ]
}

async fn payment(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let payments = &app.payments.plugin_payments;
    Ok(payload(payments.payment(&me, path.id("id")?).await?))
}

async fn checkout(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let payments = &app.payments.plugin_payments;
    Ok(payload(payments.checkout(&me, path.id("id")?).await?))
}

async fn confirm(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let payments = &app.payments.plugin_payments;
    Ok(payload(payments.confirm(&me, path.id("id")?).await?))
}
