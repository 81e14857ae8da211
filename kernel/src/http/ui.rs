//! The start data of the shell: the installed front ends and the settings of the browser's part.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::extract::language;
use super::operation::Operation;
use super::reply::payload;
use super::state::Shared;
use crate::error::Language;
use crate::plugins::Bundle;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/ui/plugins",
            get(plugins),
            "The front ends of the installed plugins",
        )
        .answers::<Boot>(),
    ]
}

/// The start data of the shell.
#[derive(Serialize, JsonSchema)]
pub(super) struct Boot {
    version: &'static str,
    language: &'static str,
    share: Share,
    address: Address,
    dev: Dev,
    pub(super) plugins: Vec<Value>,
    /// Of a page that was requested as a document and whose route has initial data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) initial: Option<InitialData>,
}

/// The initial data of a page, as a visitor sees them.
#[derive(Serialize, JsonSchema)]
pub(super) struct InitialData {
    /// Path and query of the request.
    pub(super) path: String,
    pub(super) payload: Value,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Share {
    /// The key of an app registered with Kakao, if the operator has configured one.
    #[serde(skip_serializing_if = "Option::is_none")]
    kakao_key: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Address {
    /// Whether the search for postal codes of Kakao is offered.
    kakao: bool,
}

#[derive(Serialize, JsonSchema)]
struct Dev {
    mailbox: bool,
}

async fn plugins(State(app): State<Shared>, headers: HeaderMap) -> impl IntoResponse {
    payload(boot(&app, language(&headers)))
}

pub(super) fn boot(app: &Shared, language: Language) -> Boot {
    let registry = app.platform.registry.current();
    Boot {
        version: env!("CARGO_PKG_VERSION"),
        language: language.as_str(),
        share: Share {
            kakao_key: app.config.share.kakao_key.clone(),
        },
        address: Address {
            kakao: app.config.address.kakao,
        },
        dev: Dev {
            mailbox: app.config.dev.mailbox,
        },
        plugins: registry
            .system()
            .filter_map(|plugin| front_end(&plugin.bundle))
            .collect(),
        initial: None,
    }
}

/// The description of a plugin's front end in the shell's page.
#[must_use]
pub fn front_end(bundle: &Bundle) -> Option<Value> {
    let remote = bundle.remote.as_ref()?;
    let plugin = &bundle.manifest.plugin;
    let url = |name: &String| format!("/assets/plugins/{}/{name}", plugin.id);
    let ui = &bundle.manifest.ui;
    let integrity: serde_json::Map<String, Value> = remote
        .integrity
        .iter()
        .map(|(name, digest)| (url(name), digest.clone().into()))
        .collect();
    let routes = ui
        .routes
        .iter()
        .zip(&bundle.ui.routes)
        .map(|(route, title)| {
            json!({
                "path": route.path,
                "page": route.page,
                "title": title,
                "nav": route.nav,
                "icon": route.icon,
                "layout": route.layout,
            })
        });
    let slots = ui.slots.iter().zip(&bundle.ui.slots).map(|(slot, title)| {
        json!({
            "at": slot.at,
            "page": slot.page,
            "title": title,
            "icon": slot.icon,
        })
    });
    let searches = ui.search.iter().zip(&bundle.ui.search);
    let searches = searches.map(|(search, title)| {
        json!({
            "path": search.path,
            "title": title,
            "signedIn": search.signed_in,
        })
    });
    Some(json!({
        "id": plugin.id.as_str(),
        "name": bundle.name,
        "version": plugin.version,
        "entry": url(&remote.entry),
        "integrity": integrity,
        "js": remote.js.iter().map(url).collect::<Vec<_>>(),
        "css": remote.css.iter().map(url).collect::<Vec<_>>(),
        "routes": routes.collect::<Vec<_>>(),
        "slots": slots.collect::<Vec<_>>(),
        "search": searches.collect::<Vec<_>>(),
        "invalidates": ui.invalidates,
    }))
}
