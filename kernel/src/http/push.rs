//! `/api/push`: the devices that receive push notifications.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::extract::{ClientIp, Json, SignedIn};
use super::operation::Operation;
use super::problem::Failure;
use super::reply::payload;
use super::safety::paced;
use super::state::Shared;
use crate::error::{TOO_MANY, VALIDATION_FAILED};
use crate::push::{NewSubscription, PUSH_ENDPOINT_REFUSED, PUSH_KEYS_INVALID};

/// Of one network.
const RENEWALS_PER_HOUR: u32 = 60;

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/push/key",
            get(key),
            "The public VAPID key for push subscriptions",
        )
        .answers::<Key>(),
        Operation::new(
            "POST",
            "/api/push/subscriptions",
            post(subscribe),
            "Subscribe this device to notifications; at most ten per person, the oldest is replaced",
        )
        .signed_in()
        .takes::<NewSubscription>()
        .answers::<Subscribed>()
        .status(201)
        .fails(&[
            VALIDATION_FAILED,
            PUSH_ENDPOINT_REFUSED,
            PUSH_KEYS_INVALID,
            TOO_MANY,
        ]),
        Operation::new(
            "POST",
            "/api/push/subscriptions/renew",
            post(renew),
            "Replace the subscription of a device whose browser has made a new one; the old endpoint, a secret of the browser and its push service, names the device",
        )
        .takes::<Renewal>()
        .answers::<Renewed>()
        .fails(&[
            VALIDATION_FAILED,
            PUSH_ENDPOINT_REFUSED,
            PUSH_KEYS_INVALID,
            TOO_MANY,
        ]),
        Operation::new(
            "POST",
            "/api/push/subscriptions/remove",
            post(unsubscribe),
            "Unsubscribe this device from notifications",
        )
        .signed_in()
        .takes::<Endpoint>()
        .answers::<Removed>()
        .fails(&[VALIDATION_FAILED]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Key {
    /// The P-256 public key, uncompressed, as base64url.
    public_key: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Subscribed {
    subscription_id: Uuid,
}

#[derive(Deserialize, JsonSchema)]
struct Endpoint {
    endpoint: String,
}

#[derive(Deserialize, JsonSchema)]
struct Renewal {
    /// The endpoint of the subscription that has ended.
    endpoint: String,
    subscription: NewSubscription,
}

#[derive(Serialize, JsonSchema)]
struct Renewed {
    /// False if no device had the old endpoint.
    renewed: bool,
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    /// False if the device was not registered for the caller.
    removed: bool,
}

async fn key(State(app): State<Shared>) -> impl IntoResponse {
    payload(Key {
        public_key: app.push.public_key().to_owned(),
    })
}

async fn subscribe(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(new): Json<NewSubscription>,
) -> Reply<impl IntoResponse> {
    paced(&app, &person)?;
    let subscription_id = app.push.subscribe(person.id, &new).await?;
    Ok((StatusCode::CREATED, payload(Subscribed { subscription_id })))
}

/// For the browser's worker, which has no session.
async fn renew(
    State(app): State<Shared>,
    ip: ClientIp,
    Json(renewal): Json<Renewal>,
) -> Reply<impl IntoResponse> {
    app.rates.count(
        format!("push renewals {}", ip.network()),
        RENEWALS_PER_HOUR,
        Duration::from_hours(1),
    )?;
    let Renewal {
        endpoint,
        subscription,
    } = renewal;
    let renewed = app.push.renew(&endpoint, &subscription).await?;
    Ok(payload(Renewed { renewed }))
}

async fn unsubscribe(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(device): Json<Endpoint>,
) -> Reply<impl IntoResponse> {
    let removed = app.push.unsubscribe(person.id, &device.endpoint).await?;
    Ok(payload(Removed { removed }))
}
