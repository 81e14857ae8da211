//! The outermost layer: routes, extractors, errors as problems, and the headers of every response.
//!
//! Handlers parse the request, call the domain and build the response; they contain no business rules.

mod account;
mod admin;
mod admin_payments;
mod admin_plugins;
mod appointments;
mod assets;
mod captcha;
mod crypto_addresses;
mod dev;
mod exchange_rates;
mod extensions;
mod extract;
mod files;
mod forbidden_files;
mod frame_files;
mod frames;
mod health;
mod install_packages;
mod installs;
mod json_shape;
mod listener;
mod live;
mod moderation;
mod openapi;
mod operation;
mod orders;
mod own_files;
mod page;
mod pagination;
mod people;
mod plugin_authorization;
mod plugin_payments;
mod plugin_routes;
mod problem;
mod purchases;
mod push;
mod ranges;
mod rate_limit;
mod reply;
mod request_context;
mod rooms;
mod routes;
mod safety;
mod sandbox;
mod state;
mod stream_limits;
mod ui;
mod wallet;
mod wallet_admin;
mod webhooks;

pub use openapi::{PROBLEM_OF_PLUGIN, document as openapi_document};
pub use ui::front_end;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use axum::routing::get;
use axum::{Router, middleware};
use frame_files::FrameFiles;
use plugin_routes::PLUGIN_ROUTES;
use rate_limit::RateLimits;
use routes::operations;
use state::Shared;
use stream_limits::StreamLimits;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::app::{App, DRAIN};
use crate::payments::OverHttp;

/// The largest request body, in bytes.
const BODY_LIMIT_BYTES: usize = 1 << 20;

/// Serves connections until `until` resolves or the kernel stops, then waits for requests in progress.
///
/// # Errors
/// A listener without an address.
pub async fn serve(
    app: &Arc<App>,
    listener: TcpListener,
    until: impl Future<Output = ()>,
) -> std::io::Result<()> {
    if let Some(sandbox) = &app.payments.sandbox {
        sandbox.send_through(Arc::new(OverHttp::new(listener.local_addr()?)));
    }
    let stop = app.stop.subscribe();
    let router = router(app.clone());
    let mut serving = std::pin::pin!(listener::serve(listener, router, &app.config, stop, DRAIN));
    tokio::select! {
        () = &mut serving => return Ok(()),
        () = until => {}
    }
    app.stop.send_replace(true);
    serving.await;
    Ok(())
}

/// The router of all requests.
pub fn router(app: Arc<App>) -> Router {
    let shared = Shared {
        rates: RateLimits::default(),
        streams: StreamLimits::new(&app.config),
        frames: FrameFiles::default(),
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
        .route("/files/{id}", get(files::serve_default))
        .route("/files/{id}/{variant}", get(files::serve))
        .route("/api/rooms/socket", get(rooms::connect))
        .route("/push-worker.js", get(assets::push_worker))
        .fallback(page::page);
    let mut tools = Router::new();
    if shared.config.dev.mailbox {
        tools = tools
            .route("/dev/mailbox", get(dev::page))
            .route("/dev/mailbox/messages", get(dev::messages));
    }
    if shared.config.dev.clock {
        tools = tools.route("/dev/clock", axum::routing::post(dev::advance_clock));
    }
    if tools.has_routes() {
        router = router.merge(tools.route_layer(middleware::from_fn(dev::by_loopback_name)));
    }
    if shared.payments.sandbox.is_some() {
        router = router.merge(sandbox::routes());
    }
    let by_host = middleware::from_fn_with_state(shared.clone(), frames::by_host);
    let router = layered(router.with_state(shared).layer(by_host));
    match is_https {
        true => router.layer(middleware::map_response(require_https)),
        false => router,
    }
}

/// Requires TLS for this host and its subdomains (HSTS), for a year from each response.
async fn require_https(mut response: Response) -> Response {
    response.headers_mut().insert(
        header::STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=31536000; includeSubDomains"),
    );
    response
}

fn is_uncompressed(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<frames::CompressedAlready>().is_none()
}

/// Adds the layers of every request to a router: the kernel's own, or one for a comparison.
pub fn layered(router: Router) -> Router {
    router
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(
            CompressionLayer::new()
                .gzip(true)
                .br(true)
                // They are compressed already, and a compressed response has no ranges.
                .compress_when(
                    DefaultPredicate::new()
                        .and(NotForContentType::const_new("video/"))
                        .and(is_uncompressed),
                ),
        )
        .layer(middleware::from_fn(request_context::around))
}
