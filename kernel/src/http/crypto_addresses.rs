//! `/api/account/wallets`: crypto addresses, each proven by a signed message.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::extract::{Json, SignedIn};
use super::operation::Operation;
use super::pagination::PathValues;
use super::problem::Failure;
use super::reply::{Empty, payload};
use super::safety::paced;
use super::state::Shared;
use crate::error::{NOT_FOUND, TOO_MANY, VALIDATION_FAILED};
use crate::identity::{
    NO_SUCH_WALLET, Origin, WALLET_CHALLENGE_EXPIRED, WALLET_CONNECTED, WALLET_LIMIT,
    WALLET_SIGNATURE_INVALID, Wallet,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/account/wallets",
            get(list),
            "The caller's linked crypto addresses",
        )
        .signed_in()
        .answers::<Wallets>(),
        Operation::new(
            "POST",
            "/api/account/wallets/challenge",
            post(challenge),
            "Create a message for a crypto wallet to sign",
        )
        .signed_in()
        .takes::<WantChallenge>()
        .answers::<Challenge>()
        .fails(&[VALIDATION_FAILED, WALLET_LIMIT, WALLET_CONNECTED, TOO_MANY]),
        Operation::new(
            "POST",
            "/api/account/wallets",
            post(connect),
            "Link a crypto address by its signature",
        )
        .signed_in()
        .takes::<Connect>()
        .answers::<WalletView>()
        .fails(&[
            VALIDATION_FAILED,
            WALLET_LIMIT,
            WALLET_CONNECTED,
            WALLET_SIGNATURE_INVALID,
            WALLET_CHALLENGE_EXPIRED,
            TOO_MANY,
        ]),
        Operation::new(
            "DELETE",
            "/api/account/wallets/{address}",
            delete(disconnect),
            "Unlink a crypto address",
        )
        .signed_in()
        .answers::<Empty>()
        .fails(&[NO_SUCH_WALLET, NOT_FOUND]),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Wallets {
    items: Vec<WalletView>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WalletView {
    /// The address with its checksum (EIP-55).
    address: String,
    label: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    connected_at: OffsetDateTime,
}

impl From<Wallet> for WalletView {
    fn from(wallet: Wallet) -> Self {
        Self {
            address: wallet.address,
            label: None,
            connected_at: wallet.connected_at,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct WantChallenge {
    /// `0x` and 40 hexadecimal digits.
    address: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Challenge {
    /// The message that the wallet signs with `personal_sign`.
    message: String,
    expires_in_seconds: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Connect {
    address: String,
    /// The signature: 65 bytes in hexadecimal digits.
    signature: String,
}

async fn list(State(app): State<Shared>, SignedIn(person): SignedIn) -> Reply<impl IntoResponse> {
    let wallets = app.identity.crypto_addresses.wallets(&person).await?;
    Ok(payload(Wallets {
        items: wallets.into_iter().map(WalletView::from).collect(),
    }))
}

async fn challenge(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    Json(want): Json<WantChallenge>,
) -> Reply<impl IntoResponse> {
    paced(&app, &person)?;
    let challenge = app
        .identity
        .crypto_addresses
        .wallet_challenge(&person, &want.address, &app.config.base_url())
        .await?;
    Ok(payload(Challenge {
        message: challenge.message,
        expires_in_seconds: challenge.expires_in_s,
    }))
}

async fn connect(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(given): Json<Connect>,
) -> Reply<impl IntoResponse> {
    paced(&app, &person)?;
    let wallet = app
        .identity
        .crypto_addresses
        .connect_wallet(&person, &given.address, &given.signature, &origin)
        .await?;
    Ok(payload(WalletView::from(wallet)))
}

async fn disconnect(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let address = path.text("address")?;
    app.identity
        .crypto_addresses
        .disconnect_wallet(&person, address, &origin)
        .await?;
    Ok(payload(Empty {}))
}
