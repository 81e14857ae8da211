//! `/api/user/…`: accounts, sessions, nickname, language.

mod activity;
mod devices;
mod login_code;
mod passkeys;
mod password;
mod privacy;
mod second_factor;
mod shapes;
mod sign_in;

use std::time::Duration;

use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use serde::Serialize;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use shapes::{
    Available, Healthy, Ip, LanguageInfo, NicknameInfo, Register, Registered, Resend, Resent,
    SetLanguage, SetNickname, UserInfo, Verified, Verify,
};

use super::Shared;
use super::extract::{ClientIp, Json, SignedIn, language, query_value};
use super::operation::Operation;
use super::people::facts;
use super::problem::Failure;
use crate::error::{Language, Problem, TOO_MANY, UNAUTHENTICATED, VALIDATION_FAILED};
use crate::identity::{
    ALREADY_CONFIRMED, Actor, CAPTCHA_FAILED, CAPTCHA_REQUIRED, CODE_NOT_MATCHED,
    DUPLICATE_NICKNAME, INVALID_CODE, LANGUAGE_UNKNOWN, NICKNAME_ALREADY_SET, NewAccount, Origin,
    Person, RESEND_LIMIT, RESEND_TOO_SOON, SIGN_IN_BUSY, UNAVAILABLE_NICKNAME, USER_ALREADY_EXIST,
    USER_NOT_EXIST,
};

pub(super) type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    [
        about_oneself(),
        activity::operations(),
        devices::operations(),
        login_code::operations(),
        passkeys::operations(),
        password::operations(),
        privacy::operations(),
        second_factor::operations(),
        sign_in::operations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn about_oneself() -> Vec<Operation> {
    let sign_up = [
        VALIDATION_FAILED,
        CAPTCHA_REQUIRED,
        CAPTCHA_FAILED,
        USER_ALREADY_EXIST,
        SIGN_IN_BUSY,
        TOO_MANY,
    ];
    let resend = [
        VALIDATION_FAILED,
        USER_NOT_EXIST,
        ALREADY_CONFIRMED,
        RESEND_TOO_SOON,
        RESEND_LIMIT,
        TOO_MANY,
    ];
    let name = [VALIDATION_FAILED, DUPLICATE_NICKNAME, UNAVAILABLE_NICKNAME];
    vec![
        Operation::new(
            "POST",
            "/api/user/email/register",
            post(register),
            "Register an email address and send its code",
        )
        .takes::<Register>()
        .answers::<Registered>()
        .status(201)
        .fails(&sign_up),
        Operation::new(
            "POST",
            "/api/user/register/verify",
            post(verify),
            "Prove the address with its code",
        )
        .takes::<Verify>()
        .answers::<Verified>()
        .fails(&[
            VALIDATION_FAILED,
            ALREADY_CONFIRMED,
            INVALID_CODE,
            CODE_NOT_MATCHED,
            TOO_MANY,
        ]),
        Operation::new(
            "POST",
            "/api/v2/user/email/resend",
            post(resend_code),
            "Send a new code",
        )
        .takes::<Resend>()
        .answers::<Resent>()
        .fails(&resend),
        Operation::new(
            "POST",
            "/api/user/auth",
            post(auth),
            "The signed-in account",
        )
        .signed_in()
        .answers::<UserInfo>()
        .fails(&[UNAUTHENTICATED]),
        Operation::new(
            "POST",
            "/api/v2/user/auth/health-check",
            post(health_check),
            "Whether the session still holds",
        )
        .signed_in()
        .answers::<Healthy>()
        .fails(&[UNAUTHENTICATED]),
        Operation::new(
            "GET",
            "/api/user/nickname",
            get(own_nickname),
            "The signed-in person's nickname",
        )
        .signed_in()
        .answers::<NicknameInfo>()
        .fails(&[UNAUTHENTICATED]),
        Operation::new(
            "POST",
            "/api/user/nickname",
            post(set_nickname),
            "Set the nickname, once",
        )
        .signed_in()
        .takes::<SetNickname>()
        .answers::<NicknameInfo>()
        .fails(&name)
        .fails(&[NICKNAME_ALREADY_SET, UNAUTHENTICATED]),
        Operation::new(
            "GET",
            "/api/v2/user/query/nickname",
            get(query_nickname),
            "Whether a nickname may be taken",
        )
        .query("nickname", "The name to look up", true)
        .answers::<Available>()
        .fails(&name),
        Operation::new(
            "PUT",
            "/api/user/language",
            put(set_language),
            "Keep the language with the account",
        )
        .signed_in()
        .takes::<SetLanguage>()
        .answers::<LanguageInfo>()
        .fails(&[VALIDATION_FAILED, UNAUTHENTICATED]),
        Operation::new("GET", "/api/ip", get(ip), "The caller's network address").answers::<Ip>(),
    ]
}

/// The envelope of every success.
pub(super) fn payload(payload: impl Serialize) -> axum::Json<Value> {
    axum::Json(json!({ "payload": payload }))
}

/// Counts a call that guesses could be made with, by network address.
pub(super) fn count(app: &Shared, ip: &ClientIp) -> Result<(), Problem> {
    let limit = app.config.http.account_rate;
    app.rates.count(
        format!("account {}", ip.network()),
        limit,
        Duration::from_secs(60),
    )
}

async fn register(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(new): Json<Register>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let language = new
        .language
        .as_deref()
        .and_then(Language::parse)
        .unwrap_or_else(|| language(&headers));
    let registered = app
        .identity
        .register(
            NewAccount {
                email: &new.email,
                password: &new.password,
                language,
                captcha: new.captcha.as_deref(),
            },
            &origin,
        )
        .await?;
    let view = Registered {
        email: registered.email,
        expires_in_seconds: registered.expires_in_s,
        resend_after_seconds: registered.resend_after_s,
    };
    Ok((StatusCode::CREATED, payload(view)))
}

async fn verify(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    Json(given): Json<Verify>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let email = app
        .identity
        .verify_email(&given.email, &given.code, &origin)
        .await?;
    Ok(payload(Verified {
        email: email.as_str().to_owned(),
        verified: true,
    }))
}

async fn resend_code(
    State(app): State<Shared>,
    ip: ClientIp,
    Json(given): Json<Resend>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let resend_after_seconds = app.identity.resend_code(&given.email).await?;
    Ok(payload(Resent {
        resend_after_seconds,
    }))
}

async fn auth(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    headers: HeaderMap,
) -> Reply<impl IntoResponse> {
    Ok(payload(user_info(&app, &person, language(&headers)).await))
}

async fn health_check(SignedIn(_): SignedIn) -> impl IntoResponse {
    payload(Healthy { ok: true })
}

async fn own_nickname(SignedIn(person): SignedIn) -> impl IntoResponse {
    payload(NicknameInfo {
        nickname: person.nickname.clone(),
    })
}

async fn set_nickname(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(given): Json<SetNickname>,
) -> Reply<impl IntoResponse> {
    let nickname = app
        .identity
        .set_nickname(&person, &given.nickname, &origin)
        .await?;
    Ok(payload(NicknameInfo {
        nickname: Some(nickname.as_str().to_owned()),
    }))
}

async fn query_nickname(
    State(app): State<Shared>,
    ip: ClientIp,
    request: axum::extract::Request,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let (parts, _): (Parts, _) = request.into_parts();
    let nickname = query_value(&parts, "nickname")?.unwrap_or_default();
    app.identity.check_nickname(&nickname).await?;
    Ok(payload(Available { available: true }))
}

async fn set_language(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(given): Json<SetLanguage>,
) -> Reply<impl IntoResponse> {
    let language = Language::parse(&given.language)
        .ok_or_else(|| Problem::field("language", LANGUAGE_UNKNOWN.text()))?;
    app.identity.set_language(&person, language).await?;
    Ok(payload(LanguageInfo {
        language: language.as_str().to_owned(),
    }))
}

/// A time as the wire says it: RFC 3339, in UTC.
pub(super) fn stamp(at: OffsetDateTime) -> String {
    at.to_offset(UtcOffset::UTC)
        .truncate_to_millisecond()
        .format(&Rfc3339)
        .unwrap_or_default()
}

async fn ip(ip: ClientIp) -> impl IntoResponse {
    payload(Ip {
        ip: ip.0.to_string(),
    })
}

/// The kernel's facts, and what plugins add. A plugin that fails leaves its part out.
async fn user_info(app: &Shared, person: &std::sync::Arc<Person>, language: Language) -> UserInfo {
    let mut info = UserInfo {
        id: person.id,
        email: person.email.clone(),
        nickname: person.nickname.clone(),
        default_img: person.image.clone(),
        has_nickname: person.nickname.is_some(),
        has_world: false,
        world_name: None,
        language: person.language.as_str().to_owned(),
        roles: person
            .roles
            .iter()
            .filter(|(scope, _)| scope == "platform")
            .map(|(_, role)| role.clone())
            .collect(),
        deletion_at: person.deletion_at.map(stamp),
        muted_until: person.muted_until.map(stamp),
    };
    let actor = Actor::Person(person.clone());
    let facts = facts(app, &actor, person.id, language).await;
    info.has_world = facts.has_world;
    info.world_name = facts.world_name;
    info
}
