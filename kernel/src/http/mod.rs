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
mod listener;
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
mod stream_limits;
mod treasury;
mod ui;
mod wallets;
mod webhooks;
mod wit;

pub use assets::WebFiles;
pub use openapi::document as openapi_document;
pub use ui::front_end;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::http::{HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use crate::app::App;
use operation::Operation;
use rate::RateLimits;
use stream_limits::StreamLimits;

/// Everything of plugins; kernel routes are more specific.
const PLUGIN_ROUTES: &str = "/api/{*rest}";
/// The largest body that is read.
const BODY_LIMIT_BYTES: usize = 1 << 20;

/// What handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    app: Arc<App>,
    rates: RateLimits,
    streams: StreamLimits,
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

/// Serves connections until the kernel stops, then lets requests finish for as long as `drain`.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener, drain: Duration) {
    let stop = app.stop.subscribe();
    let router = router(app.clone());
    listener::serve(listener, router, &app.config, stop, drain).await;
}

/// Everything the kernel answers.
pub fn router(app: Arc<App>) -> Router {
    let shared = Shared {
        rates: RateLimits::default(),
        streams: StreamLimits::new(&app.config),
        app,
    };
    let is_https = shared.config.http.is_https();
    let mut router = Router::new();
    for operation in operations() {
        router = router.route(operation.path, operation.handler);
    }
    router = router
        .route("/api/openapi.json", get(openapi::serve))
        .route(PLUGIN_ROUTES, axum::routing::any(plugin_routes::serve))
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
    let router = layered(router.with_state(shared));
    match is_https {
        true => router.layer(middleware::map_response(require_https)),
        false => router,
    }
}

/// Tells browsers to reach this host and its subdomains over TLS only, for a year from each answer.
async fn require_https(mut response: Response) -> Response {
    response.headers_mut().insert(
        header::STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=31536000; includeSubDomains"),
    );
    response
}

/// Puts what surrounds every request around a router: the kernel's own, or one to compare it with.
pub fn layered(router: Router) -> Router {
    router
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(CompressionLayer::new().gzip(true).br(true))
        .layer(middleware::from_fn(layers::around))
}
