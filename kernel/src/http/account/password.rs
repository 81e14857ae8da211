//! `/api/user/…resetpw…`: a new password, with the current password or by mail.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sign_in::{Access, with_tokens};
use crate::error::{TOO_MANY, VALIDATION_FAILED};
use crate::http::extract::{ClientIp, Json, PathParams, SignedIn};
use crate::http::operation::Operation;
use crate::http::reply::{Reply, count, payload};
use crate::http::state::Shared;
use crate::identity::{
    CAPTCHA_FAILED, CAPTCHA_REQUIRED, CODE_LIFETIME, LOGIN_DELAYED, LOGIN_LOCKED, Origin,
    RESEND_AFTER, RESEND_LIMIT, RESEND_TOO_SOON, RESET_CONFIRMED, RESET_INVALID, RESET_NOT_EXIST,
    SIGN_IN_BUSY,
};

pub(super) fn operations() -> Vec<Operation> {
    let reset = [RESET_NOT_EXIST, RESET_CONFIRMED, RESET_INVALID];
    vec![
        Operation::new(
            "POST",
            "/api/user/email/resetpw",
            post(request_reset),
            "Mail a code and a link for a new password",
        )
        .takes::<RequestReset>()
        .answers::<ResetSent>()
        .fails(&[VALIDATION_FAILED, CAPTCHA_REQUIRED, CAPTCHA_FAILED])
        .fails(&[RESET_NOT_EXIST, RESEND_TOO_SOON, RESEND_LIMIT, TOO_MANY]),
        Operation::new(
            "GET",
            "/api/user/resetpw/{email}/{encoded}",
            get(confirm_reset),
            "Check a code (six digits) or a link for a password reset; returns the grant for the change",
        )
        .answers::<ResetConfirmed>()
        .fails(&reset)
        .fails(&[VALIDATION_FAILED, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/resetpw/confirm",
            post(confirm_reset_in_body),
            "Check a code (six digits) or a link for a password reset, in the body, which proxies do not log",
        )
        .takes::<GivenReset>()
        .answers::<ResetConfirmed>()
        .fails(&reset)
        .fails(&[VALIDATION_FAILED, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/resetpw/change",
            post(finish_reset),
            "Set the new password; every session ends",
        )
        .takes::<FinishReset>()
        .answers::<Changed>()
        .fails(&reset)
        .fails(&[VALIDATION_FAILED, SIGN_IN_BUSY, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/resetpw/popup",
            post(change_password),
            "Change the password; every other session ends and this one is replaced",
        )
        .signed_in()
        .takes::<ChangePassword>()
        .answers::<Access>()
        .fails(&[VALIDATION_FAILED, LOGIN_DELAYED, LOGIN_LOCKED])
        .fails(&[SIGN_IN_BUSY, TOO_MANY]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct RequestReset {
    email: String,
    /// The ticket of `POST /api/recaptcha`.
    captcha: Option<String>,
    /// Accepted for compatibility and ignored: the server uses its own clock.
    #[serde(rename = "access_at")]
    _access_at: Option<Value>,
    /// Accepted for compatibility and ignored: links contain the platform's own address.
    #[serde(rename = "host")]
    _host: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ResetSent {
    expires_in_seconds: i64,
    resend_after_seconds: i64,
}

#[derive(Deserialize, JsonSchema)]
struct GivenReset {
    email: String,
    /// The six-digit code, or the token of the mail's link.
    encoded: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ResetConfirmed {
    email: String,
    /// The grant that the request with the new password must contain.
    hashed: String,
    expires_in_seconds: i64,
}

#[derive(Deserialize, JsonSchema)]
struct FinishReset {
    email: String,
    hashed: String,
    new_password: String,
}

#[derive(Serialize, JsonSchema)]
struct Changed {
    changed: bool,
}

#[derive(Deserialize, JsonSchema)]
struct ChangePassword {
    current_password: String,
    new_password: String,
}

async fn request_reset(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    Json(given): Json<RequestReset>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    app.identity
        .password_changes
        .request_reset(&given.email, given.captcha.as_deref(), &origin)
        .await?;
    Ok(payload(ResetSent {
        expires_in_seconds: CODE_LIFETIME.whole_seconds(),
        resend_after_seconds: RESEND_AFTER.whole_seconds(),
    }))
}

async fn confirm_reset(
    State(app): State<Shared>,
    ip: ClientIp,
    PathParams((email, encoded)): PathParams<(String, String)>,
) -> Reply<impl IntoResponse> {
    check_reset(&app, &ip, &GivenReset { email, encoded }).await
}

async fn confirm_reset_in_body(
    State(app): State<Shared>,
    ip: ClientIp,
    Json(given): Json<GivenReset>,
) -> Reply<impl IntoResponse> {
    check_reset(&app, &ip, &given).await
}

async fn check_reset(app: &Shared, ip: &ClientIp, given: &GivenReset) -> Reply<axum::Json<Value>> {
    count(app, ip)?;
    let confirmed = app
        .identity
        .password_changes
        .confirm_reset(&given.email, &given.encoded)
        .await?;
    Ok(payload(ResetConfirmed {
        email: confirmed.email,
        hashed: confirmed.grant,
        expires_in_seconds: confirmed.expires_in_s,
    }))
}

async fn finish_reset(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    Json(given): Json<FinishReset>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    app.identity
        .password_changes
        .finish_reset(&given.email, &given.hashed, &given.new_password, &origin)
        .await?;
    Ok(payload(Changed { changed: true }))
}

async fn change_password(
    State(app): State<Shared>,
    ip: ClientIp,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(given): Json<ChangePassword>,
) -> Reply<Response> {
    count(&app, &ip)?;
    let tokens = app
        .identity
        .password_changes
        .change_password(
            &person,
            &given.current_password,
            &given.new_password,
            &origin,
        )
        .await?;
    Ok(with_tokens(&app, tokens))
}
