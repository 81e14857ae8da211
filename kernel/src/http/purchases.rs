//! `/api/v2/wallet/purchases/…`: purchases in app stores.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::post;
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Json, SignedIn};
use super::operation::Operation;
use super::problem::Failure;
use super::reply::payload;
use super::safety::paced;
use super::state::Shared;
use crate::error::{TOO_MANY, VALIDATION_FAILED};
use crate::payments::{
    Order, PAYMENT_UNAVAILABLE, PURCHASE_INVALID, PURCHASE_USED, WALLET_CLOSED, WALLET_FROZEN,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let purchase = |path, handler, summary| {
        Operation::new("POST", path, handler, summary)
            .signed_in()
            .answers::<Order>()
            .fails(&[
                VALIDATION_FAILED,
                PURCHASE_INVALID,
                PURCHASE_USED,
                WALLET_FROZEN,
                WALLET_CLOSED,
                TOO_MANY,
                PAYMENT_UNAVAILABLE,
            ])
    };
    vec![
        purchase(
            "/api/v2/wallet/purchases/apple",
            post(apple),
            "Credit a purchase in the App Store, once",
        )
        .takes::<ApplePurchase>(),
        purchase(
            "/api/v2/wallet/purchases/google",
            post(google),
            "Credit a purchase in Google Play, once",
        )
        .takes::<GooglePurchase>(),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ApplePurchase {
    /// The transaction as StoreKit 2 signed it (`jwsRepresentation`), with the account's id as `appAccountToken`.
    signed_transaction: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GooglePurchase {
    product_id: String,
    /// The purchase token of a purchase with the account's id as `obfuscatedExternalAccountId`.
    purchase_token: String,
}

async fn apple(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    Json(given): Json<ApplePurchase>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let order = app
        .payments
        .purchases
        .apple_purchase(&me, &given.signed_transaction)
        .await?;
    Ok(payload(order))
}

async fn google(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    Json(given): Json<GooglePurchase>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let order = app
        .payments
        .purchases
        .google_purchase(&me, &given.product_id, &given.purchase_token)
        .await?;
    Ok(payload(order))
}
