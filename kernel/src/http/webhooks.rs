//! `/api/payments/{provider}/webhook`: webhooks of payment providers and stores.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::post;

use super::operation::Operation;
use super::pagination::PathValues;
use super::problem::Failure;
use super::reply::{Empty, payload};
use super::state::Shared;
use crate::error::{NOT_FOUND, TOO_LARGE};
use crate::payments::{Delivered, PAYMENT_UNAVAILABLE, WEBHOOK_INVALID};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/payments/{provider}/webhook",
            post(take),
            "Receive a signed notice of a provider or a store: `sandbox`, `portone`, `apple` or `google`",
        )
        .answers::<Empty>()
        .fails(&[WEBHOOK_INVALID, NOT_FOUND, TOO_LARGE, PAYMENT_UNAVAILABLE]),
    ]
}

async fn take(
    State(app): State<Shared>,
    path: PathValues,
    headers: HeaderMap,
    body: Bytes,
) -> Result<impl IntoResponse, Failure> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let notice = Delivered {
        id: text("webhook-id"),
        timestamp: text("webhook-timestamp"),
        signature: text("webhook-signature"),
        authorization: text("authorization"),
        body: &body,
    };
    app.payments
        .notices
        .notice(path.text("provider")?, &notice)
        .await?;
    Ok(payload(Empty {}))
}
