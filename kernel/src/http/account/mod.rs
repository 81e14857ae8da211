//! `/api/user/…` and `/api/account/…`: registration, the caller's account, sessions, nickname, language.

mod activity;
mod devices;
mod login_code;
mod passkeys;
mod password;
mod privacy;
mod second_factor;
mod shapes;
mod sign_in;
mod user_info;

use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use shapes::{
    Available, Healthy, Ip, LanguageInfo, NicknameInfo, Register, Registered, Resend, Resent,
    SetLanguage, SetNickname, UserInfo, Verified, Verify,
};
use sign_in::{SIGN_UP_COOKIE, forget_sign_up, remember_sign_up};
use user_info::user_info;

use super::extract::{ClientIp, Json, SignedIn, cookie, language, query_value};
use super::operation::Operation;
use super::reply::{Reply, count, payload};
use super::state::Shared;
use crate::error::{Language, Problem, TOO_MANY, UNAUTHENTICATED, VALIDATION_FAILED};
use crate::identity::{
    ALREADY_CONFIRMED, CAPTCHA_FAILED, CAPTCHA_REQUIRED, CODE_NOT_MATCHED, DUPLICATE_NICKNAME,
    INVALID_CODE, LANGUAGE_UNKNOWN, NICKNAME_ALREADY_SET, NewAccount, Origin, RESEND_LIMIT,
    RESEND_TOO_SOON, SIGN_IN_BUSY, UNAVAILABLE_NICKNAME, USER_ALREADY_EXIST, USER_NOT_EXIST,
};

pub(super) fn operations() -> Vec<Operation> {
    [
        own_account(),
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

fn own_account() -> Vec<Operation> {
    let sign_up = [
        VALIDATION_FAILED,
        CAPTCHA_REQUIRED,
        CAPTCHA_FAILED,
        USER_ALREADY_EXIST,
        RESEND_LIMIT,
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
            post(verify_email),
            "Verify an email address with its code",
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
            post(view_own_account),
            "The signed-in account",
        )
        .signed_in()
        .answers::<UserInfo>()
        .fails(&[UNAUTHENTICATED]),
        Operation::new(
            "POST",
            "/api/v2/user/auth/health-check",
            post(health_check),
            "Whether the session is valid",
        )
        .signed_in()
        .answers::<Healthy>()
        .fails(&[UNAUTHENTICATED]),
        Operation::new(
            "GET",
            "/api/user/nickname",
            get(view_nickname),
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
            get(check_nickname),
            "Whether a nickname is available",
        )
        .query("nickname", "The name to look up", true)
        .answers::<Available>()
        .fails(&name)
        .fails(&[TOO_MANY]),
        Operation::new(
            "PUT",
            "/api/user/language",
            put(set_language),
            "Set the language of the account",
        )
        .signed_in()
        .takes::<SetLanguage>()
        .answers::<LanguageInfo>()
        .fails(&[VALIDATION_FAILED, UNAUTHENTICATED]),
        Operation::new(
            "GET",
            "/api/ip",
            get(view_ip),
            "The caller's network address",
        )
        .answers::<Ip>(),
    ]
}

async fn register(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(new): Json<Register>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let language = match new.language.as_deref() {
        None => language(&headers),
        Some(given) => parse_language(given)?,
    };
    let registered = app
        .identity
        .accounts
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
    let mut response = (StatusCode::CREATED, payload(view)).into_response();
    remember_sign_up(&app, &mut response, &registered.browser);
    Ok(response)
}

async fn verify_email(
    State(app): State<Shared>,
    ip: ClientIp,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<Verify>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let email = app
        .identity
        .accounts
        .verify_email(
            &given.email,
            &given.code,
            cookie(&headers, SIGN_UP_COOKIE),
            &origin,
        )
        .await?;
    let mut response = payload(Verified {
        email: email.as_str().to_owned(),
        verified: true,
    })
    .into_response();
    forget_sign_up(&app, &mut response);
    Ok(response)
}

async fn resend_code(
    State(app): State<Shared>,
    ip: ClientIp,
    headers: HeaderMap,
    Json(given): Json<Resend>,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let resend_after_seconds = app
        .identity
        .accounts
        .resend_code(&given.email, cookie(&headers, SIGN_UP_COOKIE))
        .await?;
    Ok(payload(Resent {
        resend_after_seconds,
    }))
}

async fn view_own_account(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    headers: HeaderMap,
) -> Reply<impl IntoResponse> {
    Ok(payload(user_info(&app, &person, language(&headers)).await))
}

async fn health_check(SignedIn(_): SignedIn) -> impl IntoResponse {
    payload(Healthy { ok: true })
}

async fn view_nickname(SignedIn(person): SignedIn) -> impl IntoResponse {
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
        .accounts
        .set_nickname(&person, &given.nickname, &origin)
        .await?;
    Ok(payload(NicknameInfo {
        nickname: Some(nickname.as_str().to_owned()),
    }))
}

async fn check_nickname(
    State(app): State<Shared>,
    ip: ClientIp,
    request: axum::extract::Request,
) -> Reply<impl IntoResponse> {
    count(&app, &ip)?;
    let (parts, _): (Parts, _) = request.into_parts();
    let nickname = query_value(&parts, "nickname")?.unwrap_or_default();
    app.identity.accounts.check_nickname(&nickname).await?;
    Ok(payload(Available { available: true }))
}

/// Parses the field `language` of a body: `ko`, its alias `kr`, or `en`.
fn parse_language(text: &str) -> Result<Language, Problem> {
    Language::parse(text).ok_or_else(|| Problem::field("language", LANGUAGE_UNKNOWN.text()))
}

async fn set_language(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(given): Json<SetLanguage>,
) -> Reply<impl IntoResponse> {
    let language = parse_language(&given.language)?;
    app.identity
        .accounts
        .set_language(&person, language)
        .await?;
    Ok(payload(LanguageInfo {
        language: language.as_str().to_owned(),
    }))
}

async fn view_ip(ip: ClientIp) -> impl IntoResponse {
    payload(Ip {
        ip: ip.0.to_string(),
    })
}
