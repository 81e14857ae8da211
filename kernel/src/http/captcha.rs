//! `/api/captcha/challenge` and `/api/recaptcha`: the captcha by proof of work; another provider can replace it behind
//! the same calls.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extract::{ClientIp, Json};
use super::operation::Operation;
use super::problem::Failure;
use super::reply::{count, payload};
use super::state::Shared;
use crate::error::TOO_MANY;
use crate::identity::CAPTCHA_FAILED;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/captcha/challenge",
            get(challenge),
            "A challenge in ALTCHA's format (version 2)",
        )
        .answers::<serde_json::Map<String, serde_json::Value>>()
        .fails(&[TOO_MANY]),
        Operation::new(
            "POST",
            "/api/recaptcha",
            post(redeem),
            "Exchange a solved challenge for a ticket",
        )
        .takes::<Solved>()
        .answers::<Ticket>()
        .fails(&[CAPTCHA_FAILED, TOO_MANY]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Solved {
    /// Base64 of the JSON `{"challenge", "solution"}`.
    token: String,
}

#[derive(Serialize, JsonSchema)]
struct Ticket {
    success: bool,
    /// A ticket that is valid for one use within ten minutes.
    ticket: String,
}

async fn challenge(State(app): State<Shared>, ip: ClientIp) -> Result<impl IntoResponse, Failure> {
    count(&app, &ip)?;
    Ok(payload(app.identity.captcha.challenge()?))
}

async fn redeem(
    State(app): State<Shared>,
    ip: ClientIp,
    Json(solved): Json<Solved>,
) -> Result<impl IntoResponse, Failure> {
    count(&app, &ip)?;
    Ok(payload(Ticket {
        success: true,
        ticket: app.identity.captcha.redeem(&solved.token)?,
    }))
}
