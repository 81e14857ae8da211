//! The outermost layer: routes, extractors, errors as problems, and what every answer carries.
//!
//! Handlers parse, ask the domain and shape the answer; no rule of the product stands here.

mod account;
mod admin;
mod admin_payments;
mod assets;
mod captcha;
mod dev;
mod extract;
mod health;
mod keepers;
mod layers;
mod listing;
mod live;
mod moderation;
mod openapi;
mod operation;
mod orders;
mod people;
mod plugin_routes;
mod problem;
mod purchases;
mod push;
mod rate;
mod rates;
mod safety;
mod sandbox;
mod treasury;
mod ui;
mod wallets;
mod webhooks;
mod wit;

pub use assets::WebFiles;
pub use openapi::document as openapi_document;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::middleware;
use axum::routing::get;
use tower_http::compression::CompressionLayer;

use crate::app::App;
use operation::Operation;
use rate::RateLimits;

/// The largest body that is read.
const BODY_LIMIT_BYTES: usize = 1 << 20;

/// What handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    app: Arc<App>,
    rates: RateLimits,
}

impl std::ops::Deref for Shared {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl FromRef<Shared> for Arc<App> {
    fn from_ref(shared: &Shared) -> Self {
        shared.app.clone()
    }
}

/// The kernel's own calls, each with its contract.
fn operations() -> Vec<Operation> {
    [
        account::operations(),
        captcha::operations(),
        live::operations(),
        admin::operations(),
        moderation::operations(),
        people::operations(),
        safety::operations(),
        wallets::operations(),
        wit::operations(),
        treasury::operations(),
        rates::operations(),
        orders::operations(),
        purchases::operations(),
        push::operations(),
        webhooks::operations(),
        admin_payments::operations(),
        ui::operations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Everything the kernel answers.
pub fn router(app: Arc<App>) -> Router {
    let shared = Shared {
        app,
        rates: RateLimits::default(),
    };
    let mut router = Router::new();
    for operation in operations() {
        router = router.route(operation.path, operation.handler);
    }
    router = router
        .route("/api/openapi.json", get(openapi::serve))
        .route("/api/{*rest}", axum::routing::any(plugin_routes::serve))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/assets/{*path}", get(assets::serve))
        .route("/push-worker.js", get(assets::push_worker))
        .fallback(ui::page);
    if shared.config.dev.mailbox {
        router = router
            .route("/dev/mailbox", get(dev::page))
            .route("/dev/mailbox/messages", get(dev::messages));
    }
    if shared.config.dev.clock {
        router = router.route("/dev/clock", axum::routing::post(dev::let_pass));
    }
    if shared.payments.sandbox.is_some() {
        router = router.merge(sandbox::routes());
    }
    layered(router.with_state(shared))
}

/// Puts what surrounds every request around a router: the kernel's own, or one to compare it with.
pub fn layered(router: Router) -> Router {
    router
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(CompressionLayer::new().gzip(true).br(true))
        .layer(middleware::from_fn(layers::around))
}
