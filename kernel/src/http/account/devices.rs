//! `/api/account/sessions`: the sessions of the caller's account.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::error::NOT_FOUND;
use crate::http::extract::{Json, PathParams, SignedIn};
use crate::http::operation::Operation;
use crate::http::reply::{Empty, EmptyRequest, Reply, payload, stamp};
use crate::http::state::Shared;
use crate::identity::Origin;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/account/sessions",
            get(list),
            "The caller's sessions, the last used first",
        )
        .signed_in()
        .answers::<Sessions>(),
        Operation::new(
            "DELETE",
            "/api/account/sessions/{id}",
            delete(revoke),
            "End a session of the caller",
        )
        .signed_in()
        .answers::<Empty>()
        .fails(&[NOT_FOUND]),
        Operation::new(
            "POST",
            "/api/account/sessions/revoke-others",
            post(revoke_others),
            "End all other sessions of the caller",
        )
        .signed_in()
        .takes::<EmptyRequest>()
        .answers::<Ended>(),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Sessions {
    /// At most 100 sessions.
    items: Vec<SessionView>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SessionView {
    id: Uuid,
    /// Whether it is the session of this request.
    current: bool,
    created_at: String,
    used_at: String,
    user_agent: String,
    ip: String,
    /// How the session was started: `password`, `passkey` or `link`.
    method: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Ended {
    pub(crate) ended: u64,
}

async fn list(State(app): State<Shared>, SignedIn(person): SignedIn) -> Reply<impl IntoResponse> {
    let items = app
        .identity
        .sessions
        .sessions(person.id)
        .await?
        .into_iter()
        .map(|session| SessionView {
            id: session.id,
            current: session.id == person.session,
            created_at: stamp(session.created_at),
            used_at: stamp(session.used_at),
            user_agent: session.user_agent,
            ip: session.ip,
            method: session.method,
        })
        .collect();
    Ok(payload(Sessions { items }))
}

async fn revoke(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    PathParams(id): PathParams<Uuid>,
) -> Reply<impl IntoResponse> {
    app.identity
        .sessions
        .revoke_session(&person, id, &origin)
        .await?;
    Ok(payload(Empty {}))
}

async fn revoke_others(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let ended = app
        .identity
        .sessions
        .revoke_other_sessions(&person, &origin)
        .await?;
    Ok(payload(Ended { ended }))
}
