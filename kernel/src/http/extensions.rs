//! What people use of the plugins that a world has installed: their pages, and payments to them.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Serialize;

use super::extract::{Caller, Json, SignedIn};
use super::frames::frame_host;
use super::operation::Operation;
use super::pagination::PathValues;
use super::plugin_routes::player_number;
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{BUSY, FORBIDDEN, NOT_FOUND, UNAUTHENTICATED, UNAVAILABLE, VALIDATION_FAILED};
use crate::installs::{
    CHARGE_LIMIT, CHARGES_NOT_ALLOWED, Charge, INSTALL_NOT_FOUND, NewCharge, PluginPages,
    ProfilePage,
};
use crate::wallet_admin::{INSUFFICIENT_WIT, WALLET_IS_FROZEN};

/// The pages of a world's plugins.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Extensions {
    /// The documents are on `<id>.<frameHost>`, with the scheme and the port of the page.
    frame_host: String,
    items: Vec<PluginPages>,
}

/// The pages of plugins on the profile of the caller.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProfilePages {
    /// As in the pages of a world.
    frame_host: String,
    items: Vec<ProfilePage>,
}

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/extensions",
            get(pages),
            "The pages of the plugins that are installed in a world. `worldId` is its id or its name",
        )
        .answers::<Extensions>()
        .fails(&[NOT_FOUND, UNAUTHENTICATED, FORBIDDEN])
        .refused_by_plugins(),
        Operation::new(
            "GET",
            "/api/v3/extensions",
            get(profile_pages),
            "The pages on the caller's own profile, of plugins in worlds that they manage or have joined; at most 20",
        )
        .signed_in()
        .answers::<ProfilePages>(),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/charges",
            post(charge),
            "Hold WIT of the caller for a plugin, after they have confirmed it; play money of a made-up player (`X-Witverse-Player`) in a trial. What the plugin does not collect within ten minutes returns. Idempotent by the key",
        )
        .signed_in()
        .takes::<NewCharge>()
        .answers::<Charge>()
        .status(201)
        .fails(&[
            FORBIDDEN,
            NOT_FOUND,
            INSTALL_NOT_FOUND,
            CHARGES_NOT_ALLOWED,
            CHARGE_LIMIT,
            VALIDATION_FAILED,
            INSUFFICIENT_WIT,
            WALLET_IS_FROZEN,
            UNAVAILABLE,
            BUSY,
        ])
        .refused_by_plugins(),
    ]
}

async fn pages(
    State(app): State<Shared>,
    Caller(actor): Caller,
    path: PathValues,
) -> Result<impl IntoResponse, Failure> {
    let kind = app.installs.host_kind().ok_or(NOT_FOUND)?;
    let world = path.text("worldId")?;
    let items = app.installs.pages(&actor, &kind, world).await?;
    Ok(payload(Extensions {
        frame_host: frame_host(&app.config.base_url()),
        items,
    }))
}

async fn profile_pages(
    State(app): State<Shared>,
    person: SignedIn,
) -> Result<impl IntoResponse, Failure> {
    let items = app.installs.profile_pages(&person.0).await?;
    Ok(payload(ProfilePages {
        frame_host: frame_host(&app.config.base_url()),
        items,
    }))
}

async fn charge(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    headers: HeaderMap,
    Json(new): Json<NewCharge>,
) -> Result<impl IntoResponse, Failure> {
    let kind = app.installs.host_kind().ok_or(NOT_FOUND)?;
    let scope = (kind.as_str(), path.text("worldId")?);
    let install = (path.text("id")?, player_number(&headers)?);
    let charge = app.installs.charge(&person.0, scope, install, new);
    Ok((StatusCode::CREATED, payload(charge.await?)))
}
