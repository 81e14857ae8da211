//! `/api/account/…`: the security state of the account, reauthentication, and the authenticator app.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passkeys::PasskeyView;
use super::sign_in::{Ceremony, PasskeyAnswer};
use crate::error::VALIDATION_FAILED;
use crate::http::extract::{Json, SUDO, SignedIn, Sudo};
use crate::http::operation::Operation;
use crate::http::reply::{Empty, EmptyRequest, Reply, payload, stamp};
use crate::http::state::Shared;
use crate::identity::{
    LOGIN_DELAYED, LOGIN_LOCKED, Origin, PASSKEY_REFUSED, SIGN_IN_BUSY, TICKET_INVALID,
    TOTP_ALREADY_ON, TOTP_IS_OFF, TOTP_NOT_STARTED,
};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/account/security",
            get(security),
            "The caller's sign-in methods",
        )
        .signed_in()
        .answers::<Security>(),
        Operation::new(
            "POST",
            "/api/account/reauthenticate",
            post(reauthenticate),
            "Reauthenticate with the password",
        )
        .signed_in()
        .takes::<Reauthenticate>()
        .answers::<SudoUntil>()
        .fails(&[VALIDATION_FAILED, LOGIN_DELAYED, LOGIN_LOCKED, SIGN_IN_BUSY]),
        Operation::new(
            "POST",
            "/api/account/reauthenticate/passkey/start",
            post(ask_passkey),
            "Start a reauthentication with a passkey",
        )
        .signed_in()
        .takes::<EmptyRequest>()
        .answers::<Ceremony>(),
        Operation::new(
            "POST",
            "/api/account/reauthenticate/passkey/finish",
            post(reauthenticate_with_passkey),
            "Finish a reauthentication with a passkey",
        )
        .signed_in()
        .takes::<PasskeyAnswer>()
        .answers::<SudoUntil>()
        .fails(&[PASSKEY_REFUSED, TICKET_INVALID]),
        Operation::new(
            "POST",
            "/api/account/totp/start",
            post(start_totp),
            "Start the setup of an authenticator app",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<TotpSetup>()
        .fails(&[TOTP_ALREADY_ON]),
        Operation::new(
            "POST",
            "/api/account/totp/confirm",
            post(confirm_totp),
            "Turn two-step verification on; returns the recovery codes once",
        )
        .sudo()
        .takes::<ConfirmTotp>()
        .answers::<RecoveryCodes>()
        .fails(&[VALIDATION_FAILED, TOTP_NOT_STARTED, TOTP_ALREADY_ON]),
        Operation::new(
            "DELETE",
            "/api/account/totp",
            delete(stop_totp),
            "Turn two-step verification off",
        )
        .sudo()
        .answers::<Empty>()
        .fails(&[TOTP_IS_OFF]),
        Operation::new(
            "POST",
            "/api/account/recovery-codes",
            post(renew_recovery_codes),
            "Replace the recovery codes",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<RecoveryCodes>()
        .fails(&[TOTP_IS_OFF]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Security {
    password_changed_at: String,
    totp: TotpState,
    passkeys: Vec<PasskeyView>,
    authenticated_at: String,
    /// The time until which sensitive operations need no further proof of identity; null if a proof is needed now.
    sudo_until: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TotpState {
    enabled: bool,
    since: Option<String>,
    recovery_codes_left: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Reauthenticate {
    password: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SudoUntil {
    sudo_until: String,
}

#[derive(Serialize, JsonSchema)]
struct TotpSetup {
    /// The shared secret in Base32.
    secret: String,
    /// The `otpauth://…` URI for the authenticator app.
    uri: String,
    /// The QR code of `uri`, row by row: `1` is dark. No quiet zone.
    qr: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct ConfirmTotp {
    code: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

async fn security(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
) -> Reply<impl IntoResponse> {
    let totp = app.identity.second_factors.totp_state(person.id).await?;
    let passkeys = app.identity.passkeys.passkeys(person.id).await?;
    let changed = app
        .identity
        .reauthentication
        .password_changed_at(person.id)
        .await?;
    let until = person.authenticated_at + SUDO;
    Ok(payload(Security {
        password_changed_at: stamp(changed),
        totp: TotpState {
            enabled: totp.since.is_some(),
            since: totp.since.map(stamp),
            recovery_codes_left: totp.recovery_codes_left,
        },
        passkeys: passkeys.into_iter().map(PasskeyView::from).collect(),
        authenticated_at: stamp(person.authenticated_at),
        sudo_until: (until > app.platform.clock.now()).then(|| stamp(until)),
    }))
}

async fn reauthenticate(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(given): Json<Reauthenticate>,
) -> Reply<impl IntoResponse> {
    let at = app
        .identity
        .reauthentication
        .reauthenticate(&person, &given.password, &origin)
        .await?;
    Ok(payload(SudoUntil {
        sudo_until: stamp(at + SUDO),
    }))
}

async fn ask_passkey(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let begun = app.identity.passkeys.ask_passkey_again(&person).await?;
    Ok(payload(Ceremony::from(begun)))
}

async fn reauthenticate_with_passkey(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(given): Json<PasskeyAnswer>,
) -> Reply<impl IntoResponse> {
    let at = app
        .identity
        .reauthentication
        .reauthenticate_with_passkey(&person, &given.ticket, &given.credential.into(), &origin)
        .await?;
    Ok(payload(SudoUntil {
        sudo_until: stamp(at + SUDO),
    }))
}

async fn start_totp(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let setup = app.identity.second_factors.start_totp(&person).await?;
    let view = TotpSetup {
        secret: setup.secret,
        uri: setup.uri,
        qr: setup.qr,
    };
    Ok(unstored(view))
}

async fn confirm_totp(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(given): Json<ConfirmTotp>,
) -> Reply<impl IntoResponse> {
    let recovery_codes = app
        .identity
        .second_factors
        .confirm_totp(&person, &given.code, &origin)
        .await?;
    Ok(unstored(RecoveryCodes { recovery_codes }))
}

async fn stop_totp(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
) -> Reply<impl IntoResponse> {
    app.identity
        .second_factors
        .stop_totp(&person, &origin)
        .await?;
    Ok(payload(Empty {}))
}

async fn renew_recovery_codes(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let recovery_codes = app
        .identity
        .second_factors
        .renew_recovery_codes(&person, &origin)
        .await?;
    Ok(unstored(RecoveryCodes { recovery_codes }))
}

/// A success response that caches must not store.
fn unstored(view: impl Serialize) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], payload(view))
}
