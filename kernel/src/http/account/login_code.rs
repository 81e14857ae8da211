//! `/api/user/login/code…`: one-use codes that sign in another browser. A browser first shows the account of a code and
//! redeems the code only after the person agreed: opening another person's link must not sign in by itself.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sign_in::{LoggedIn, welcome};
use crate::error::{FORBIDDEN, TOO_MANY};
use crate::http::extract::{ClientIp, Json, Sudo, same_origin};
use crate::http::operation::Operation;
use crate::http::reply::{EmptyRequest, Reply, count, payload};
use crate::http::state::Shared;
use crate::identity::{
    LOGIN_CODE_INVALID, LOGIN_CODE_LIFETIME, LoginCodeAccount, Origin, SUSPENDED, qr_rows,
};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/user/login/code",
            post(issue_code),
            "Create a one-use code that signs another browser in",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<LoginCode>(),
        Operation::new(
            "POST",
            "/api/user/login/code/describe",
            post(describe_code),
            "The account of a one-use code; the code stays unused",
        )
        .takes::<GivenCode>()
        .answers::<CodeAccount>()
        .fails(&[LOGIN_CODE_INVALID, FORBIDDEN, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/login/code/redeem",
            post(redeem_code),
            "Log in with a one-use code",
        )
        .takes::<GivenCode>()
        .answers::<LoggedIn>()
        .fails(&[LOGIN_CODE_INVALID, SUSPENDED, FORBIDDEN, TOO_MANY]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LoginCode {
    code: String,
    expires_in_seconds: i64,
    /// A path of this site that carries the code.
    url: String,
    /// The QR code of the complete address, row by row: `1` is dark. No quiet zone.
    qr: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct GivenCode {
    code: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CodeAccount {
    id: Uuid,
    nickname: Option<String>,
    /// The masked email: its first letter, three stars and the domain.
    masked_email: String,
    profile_image: Option<String>,
}

impl From<LoginCodeAccount> for CodeAccount {
    fn from(account: LoginCodeAccount) -> Self {
        Self {
            id: account.id,
            nickname: account.nickname,
            masked_email: account.masked_email,
            profile_image: account.image,
        }
    }
}

async fn issue_code(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let code = app
        .identity
        .login_codes
        .issue_login_code(&person, &origin)
        .await?;
    let url = format!("/?login={code}");
    let qr = qr_rows(&format!("{}{url}", app.identity.base_url()))?;
    Ok((
        [(header::CACHE_CONTROL, "no-store")],
        payload(LoginCode {
            url,
            qr,
            code,
            expires_in_seconds: LOGIN_CODE_LIFETIME.whole_seconds(),
        }),
    ))
}

async fn describe_code(
    State(app): State<Shared>,
    ip: ClientIp,
    headers: HeaderMap,
    Json(given): Json<GivenCode>,
) -> Reply<impl IntoResponse> {
    if !same_origin(&headers) {
        return Err(FORBIDDEN.into());
    }
    count(&app, &ip)?;
    let account = app
        .identity
        .login_codes
        .describe_login_code(&given.code)
        .await?;
    Ok(payload(CodeAccount::from(account)))
}

async fn redeem_code(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<GivenCode>,
) -> Reply<Response> {
    // Requests from other origins are refused: another site must not sign in this browser.
    if !same_origin(&headers) {
        return Err(FORBIDDEN.into());
    }
    count(&app, &ip)?;
    let done = app
        .identity
        .login_codes
        .redeem_login_code(&given.code, &origin)
        .await?;
    Ok(welcome(&app, done, &headers).await)
}
