//! `/api/account/passkeys`: adding, naming and removing passkeys. Login with a passkey is in `sign_in`.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{patch, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::sign_in::Ceremony;
use crate::error::{NOT_FOUND, VALIDATION_FAILED};
use crate::http::extract::{Json, PathParams, SignedIn, Sudo};
use crate::http::operation::Operation;
use crate::http::reply::{Empty, EmptyRequest, Reply, payload, stamp};
use crate::http::state::Shared;
use crate::identity::{self, Origin, PASSKEY_LIMIT, PASSKEY_REFUSED, TICKET_INVALID};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/account/passkeys/start",
            post(start),
            "Start the registration of a passkey",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<Ceremony>()
        .fails(&[PASSKEY_LIMIT]),
        Operation::new(
            "POST",
            "/api/account/passkeys/finish",
            post(finish),
            "Finish the registration of a passkey",
        )
        .sudo()
        .takes::<NewPasskey>()
        .answers::<PasskeyView>()
        .fails(&[VALIDATION_FAILED, PASSKEY_REFUSED, PASSKEY_LIMIT])
        .fails(&[TICKET_INVALID]),
        Operation::new(
            "PATCH",
            "/api/account/passkeys/{id}",
            patch(rename).delete(remove),
            "Rename a passkey",
        )
        .signed_in()
        .takes::<Rename>()
        .answers::<PasskeyView>()
        .fails(&[VALIDATION_FAILED, NOT_FOUND]),
        Operation::also("DELETE", "/api/account/passkeys/{id}", "Remove a passkey")
            .sudo()
            .answers::<Empty>()
            .fails(&[NOT_FOUND]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasskeyView {
    id: Uuid,
    name: String,
    created_at: String,
    used_at: Option<String>,
}

impl From<identity::PasskeyView> for PasskeyView {
    fn from(passkey: identity::PasskeyView) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            created_at: stamp(passkey.created_at),
            used_at: passkey.used_at.map(stamp),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct NewPasskey {
    ticket: String,
    /// 1 to 40 characters.
    name: String,
    /// The result of the browser's `PublicKeyCredential.toJSON()`.
    credential: serde_json::Map<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct Rename {
    name: String,
}

async fn start(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let begun = app.identity.passkeys.start_passkey(&person).await?;
    Ok(payload(Ceremony::from(begun)))
}

async fn finish(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(given): Json<NewPasskey>,
) -> Reply<impl IntoResponse> {
    let passkey = app
        .identity
        .passkeys
        .add_passkey(
            &person,
            &given.ticket,
            &given.name,
            &given.credential.into(),
            &origin,
        )
        .await?;
    Ok(payload(PasskeyView::from(passkey)))
}

async fn rename(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    PathParams(id): PathParams<Uuid>,
    Json(given): Json<Rename>,
) -> Reply<impl IntoResponse> {
    let passkey = app
        .identity
        .passkeys
        .rename_passkey(&person, id, &given.name, &origin)
        .await?;
    Ok(payload(PasskeyView::from(passkey)))
}

async fn remove(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    PathParams(id): PathParams<Uuid>,
) -> Reply<impl IntoResponse> {
    app.identity
        .passkeys
        .remove_passkey(&person, id, &origin)
        .await?;
    Ok(payload(Empty {}))
}
