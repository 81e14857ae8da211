//! Login and logout: with a password, a second factor or a passkey; sets the cookies.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use cookie::{Cookie, SameSite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::Duration;

use super::shapes::UserInfo;
use super::user_info::user_info;
use crate::actor::Actor;
use crate::error::{FORBIDDEN, TOO_MANY, VALIDATION_FAILED};
use crate::http::extract::{
    ClientIp, Json, REFRESH_COOKIE, append_cookie, bearer, cookie, language, same_origin,
};
use crate::http::operation::Operation;
use crate::http::problem::Failure;
use crate::http::reply::{Empty, EmptyRequest, Reply, count, payload};
use crate::http::state::Shared;
use crate::identity::{
    self, ACCESS_LIFETIME_S, CAPTCHA_FAILED, CAPTCHA_REQUIRED, Credentials, LOGIN_DELAYED,
    LOGIN_FAILED, LOGIN_LOCKED, LoginContext, Origin, PASSKEY_REFUSED, PASSWORD_UNMATCH, PENDING,
    REFRESH_INVALID, SECOND_FACTOR_USED, SECOND_FACTOR_WRONG, SIGN_IN_BUSY, SUSPENDED,
    TICKET_INVALID, UNACTIVATED_USER, USER_NOT_EXIST,
};

/// The cookie with the mark of a device on which an account has signed in before.
const DEVICE_COOKIE: &str = "witverse_device";
/// The cookie that binds a browser to its pending registration.
pub(super) const SIGN_UP_COOKIE: &str = "witverse_sign_up";
const REFRESH_AGE_S: i64 = 30 * 24 * 3600;
const DEVICE_AGE_S: i64 = 365 * 24 * 3600;
/// The path of requests that take the cookies of a session.
const SESSION_PATH: &str = "/api/user";

pub(super) fn operations() -> Vec<Operation> {
    let log_in = [
        VALIDATION_FAILED,
        PASSWORD_UNMATCH,
        USER_NOT_EXIST,
        LOGIN_FAILED,
        UNACTIVATED_USER,
        SUSPENDED,
        CAPTCHA_REQUIRED,
        CAPTCHA_FAILED,
        LOGIN_DELAYED,
        LOGIN_LOCKED,
        SIGN_IN_BUSY,
        TOO_MANY,
    ];
    vec![
        Operation::new(
            "POST",
            "/api/user/login",
            post(log_in_),
            "Log in; sets the refresh cookie, or asks for a second factor",
        )
        .takes::<Login>()
        .answers::<LoginAnswer>()
        .fails(&log_in),
        Operation::new(
            "POST",
            "/api/user/login/second-factor",
            post(finish_login),
            "Finish a login with a code of the authenticator app or a recovery code",
        )
        .takes::<SecondFactor>()
        .answers::<LoggedIn>()
        .fails(&[
            SECOND_FACTOR_WRONG,
            SECOND_FACTOR_USED,
            TICKET_INVALID,
            SUSPENDED,
        ])
        .fails(&[LOGIN_DELAYED, LOGIN_LOCKED, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/login/passkey/start",
            post(ask_passkey),
            "Start a login with a passkey",
        )
        .takes::<EmptyRequest>()
        .answers::<Ceremony>()
        .fails(&[TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/login/passkey/finish",
            post(log_in_with_passkey),
            "Finish a login with a passkey",
        )
        .takes::<PasskeyAnswer>()
        .answers::<LoggedIn>()
        .fails(&[PASSKEY_REFUSED, TICKET_INVALID, SUSPENDED, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/user/refresh",
            post(refresh),
            "Exchange the refresh cookie for a new access token",
        )
        .answers::<Access>()
        .fails(&[REFRESH_INVALID, FORBIDDEN]),
        Operation::new(
            "POST",
            "/api/user/logout",
            post(log_out),
            "End this session",
        )
        .answers::<Empty>()
        .fails(&[FORBIDDEN]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Login {
    email: String,
    password: String,
    /// The ticket of `POST /api/recaptcha`; required after the error `captcha_required`.
    captcha: Option<String>,
    /// Accepted for compatibility and ignored: the server uses the connection's address.
    #[serde(rename = "ip")]
    _ip: Option<Value>,
    /// Accepted for compatibility and ignored.
    #[serde(rename = "blockname")]
    _blockname: Option<Value>,
    /// Accepted for compatibility and ignored: the server uses its own clock.
    #[serde(rename = "access_at")]
    _access_at: Option<Value>,
}

/// The response to a correct password.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(
    clippy::large_enum_variant,
    reason = "made once a request and serialized at once"
)]
enum LoginAnswer {
    LoggedIn(LoggedIn),
    SecondFactor(SecondFactorNeeded),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoggedIn {
    access_token: String,
    /// Lifetime of the access token, in seconds.
    expires_in: i64,
    user: UserInfo,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorNeeded {
    second_factor: SecondFactorAsked,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorAsked {
    ticket: String,
    expires_in_seconds: i64,
    /// The accepted methods: `totp` and `recovery`.
    methods: [&'static str; 2],
}

#[derive(Deserialize, JsonSchema)]
struct SecondFactor {
    ticket: String,
    /// The six-digit code of the app, or a recovery code.
    code: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Ceremony {
    pub(super) ticket: String,
    /// `PublicKeyCredentialRequestOptionsJSON` or `PublicKeyCredentialCreationOptionsJSON`.
    pub(super) options: serde_json::Map<String, Value>,
}

impl From<identity::Ceremony> for Ceremony {
    fn from(begun: identity::Ceremony) -> Self {
        let options = match begun.options {
            Value::Object(fields) => fields,
            _ => serde_json::Map::new(),
        };
        Self {
            ticket: begun.ticket,
            options,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct PasskeyAnswer {
    pub(super) ticket: String,
    /// The result of the browser's `PublicKeyCredential.toJSON()`.
    pub(super) credential: serde_json::Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Access {
    pub(super) access_token: String,
    /// Lifetime of the access token, in seconds.
    pub(super) expires_in: i64,
}

async fn log_in_(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<Login>,
) -> Reply<Response> {
    count(&app, &ip)?;
    let credentials = Credentials {
        email: &given.email,
        password: &given.password,
    };
    let credence = LoginContext {
        device: cookie(&headers, DEVICE_COOKIE),
        captcha: given.captcha.as_deref(),
    };
    match app
        .identity
        .logins
        .log_in(credentials, credence, &origin)
        .await?
    {
        identity::Login::Done(done) => Ok(welcome(&app, done, &headers).await),
        identity::Login::SecondFactor {
            ticket,
            expires_in_s,
        } => Ok(payload(LoginAnswer::SecondFactor(SecondFactorNeeded {
            second_factor: SecondFactorAsked {
                ticket,
                expires_in_seconds: expires_in_s,
                methods: ["totp", "recovery"],
            },
        }))
        .into_response()),
        identity::Login::Unverified { problem, browser } => {
            let mut response = Failure::from(problem).into_response();
            remember_sign_up(&app, &mut response, &browser);
            Ok(response)
        }
    }
}

async fn finish_login(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<SecondFactor>,
) -> Reply<Response> {
    count(&app, &ip)?;
    let done = app
        .identity
        .logins
        .finish_login(&given.ticket, &given.code, &origin)
        .await?;
    Ok(welcome(&app, done, &headers).await)
}

async fn ask_passkey(
    State(app): State<Shared>,
    ip: ClientIp,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    Ok(payload(Ceremony::from(
        app.identity.passkeys.ask_passkey().await?,
    )))
}

async fn log_in_with_passkey(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<PasskeyAnswer>,
) -> Reply<Response> {
    count(&app, &ip)?;
    let done = app
        .identity
        .logins
        .log_in_with_passkey(&given.ticket, &given.credential.into(), &origin)
        .await?;
    Ok(welcome(&app, done, &headers).await)
}

async fn refresh(State(app): State<Shared>, origin: Origin, headers: HeaderMap) -> Reply<Response> {
    if !same_origin(&headers) {
        return Err(FORBIDDEN.into());
    }
    let token = cookie(&headers, REFRESH_COOKIE).ok_or(REFRESH_INVALID)?;
    match app.identity.sessions.refresh(token, &origin).await {
        Ok(renewed) => Ok(with_tokens(&app, renewed)),
        Err(error) => {
            let mut response = Failure(error).into_response();
            if response.status() == StatusCode::UNAUTHORIZED {
                set_cookie(&app, &mut response, REFRESH_COOKIE, "", 0);
            }
            Ok(response)
        }
    }
}

async fn log_out(State(app): State<Shared>, headers: HeaderMap) -> Reply<Response> {
    if !same_origin(&headers) {
        return Err(FORBIDDEN.into());
    }
    // With an expired access token the cookie still identifies the session.
    let authorization = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let actor = match bearer(authorization) {
        Some(token) => app.identity.sessions.actor(token).await?,
        None => None,
    };
    let refresh = cookie(&headers, REFRESH_COOKIE);
    let ended = app
        .identity
        .sessions
        .log_out(&actor.unwrap_or(Actor::Visitor), refresh)
        .await?;
    for person in ended {
        app.identity.sessions.forget_person(person);
    }
    let mut response = payload(Empty {}).into_response();
    set_cookie(&app, &mut response, REFRESH_COOKIE, "", 0);
    Ok(response)
}

/// The response to every login: tokens, the account, and the cookies.
pub(super) async fn welcome(
    app: &Shared,
    done: identity::LoggedIn,
    headers: &HeaderMap,
) -> Response {
    let user = user_info(app, &done.person, language(headers)).await;
    let view = LoggedIn {
        access_token: done.tokens.access,
        expires_in: ACCESS_LIFETIME_S,
        user,
    };
    let body = payload(LoginAnswer::LoggedIn(view));
    let mut response = with_refresh(app, &done.tokens.refresh, body);
    let mark = app.identity.throttle.device_mark(&done.person.email);
    set_cookie(app, &mut response, DEVICE_COOKIE, &mark, DEVICE_AGE_S);
    response
}

/// The response with a renewed pair of tokens.
pub(super) fn with_tokens(app: &Shared, renewed: identity::Renewed) -> Response {
    let view = Access {
        access_token: renewed.access,
        expires_in: ACCESS_LIFETIME_S,
    };
    with_refresh(app, &renewed.refresh, payload(view))
}

fn with_refresh(app: &Shared, token: &str, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    set_cookie(app, &mut response, REFRESH_COOKIE, token, REFRESH_AGE_S);
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Binds the browser to its pending registration.
pub(super) fn remember_sign_up(app: &Shared, response: &mut Response, mark: &str) {
    // Codes are requested and entered under different versions of the API.
    let age_s = PENDING.whole_seconds();
    set_cookie_at(app, response, "/api", SIGN_UP_COOKIE, mark, age_s);
}

/// Deletes the cookie of a registration that is verified now.
pub(super) fn forget_sign_up(app: &Shared, response: &mut Response) {
    set_cookie_at(app, response, "/api", SIGN_UP_COOKIE, "", 0);
}

fn set_cookie(app: &Shared, response: &mut Response, name: &str, value: &str, age_s: i64) {
    set_cookie_at(app, response, SESSION_PATH, name, value, age_s);
}

fn set_cookie_at(
    app: &Shared,
    response: &mut Response,
    path: &str,
    name: &str,
    value: &str,
    age_s: i64,
) {
    // Browsers accept `Secure` cookies from loopback without TLS; on other plain-HTTP hosts they would be lost.
    let https = app
        .config
        .http
        .public_url
        .as_ref()
        .is_none_or(|url| url.starts_with("https"));
    let secure = https || app.config.http.host.is_loopback();
    let cookie = Cookie::build((name, value))
        .path(path)
        .max_age(Duration::seconds(age_s))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure);
    append_cookie(response.headers_mut(), &cookie.build());
}
