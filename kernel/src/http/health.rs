//! For whoever runs the kernel: is it alive, can it serve, how is it doing.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::Shared;

/// The process answers.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// The database answers too, and the kernel is not shutting down.
pub(super) async fn ready(State(app): State<Shared>) -> impl IntoResponse {
    if *app.stop.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match sqlx::query("select 1")
        .execute(&app.platform.pools.app)
        .await
    {
        Ok(_) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the database does not answer\n",
            )
        }
    }
}

/// Prometheus's text format.
pub(super) async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    let pools = &app.platform.pools;
    let app_usage = (pools.app.size(), pools.app.num_idle());
    for (name, (size, idle)) in [("app", app_usage), ("rt", pools.rt.usage())] {
        metrics::gauge!("database_connections", "pool" => name).set(size);
        let idle = u32::try_from(idle).unwrap_or(u32::MAX);
        metrics::gauge!("database_connections_idle", "pool" => name).set(idle);
    }
    let people = u32::try_from(app.platform.signals.live.people()).unwrap_or(u32::MAX);
    metrics::gauge!("live_people").set(people);
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        app.metrics.render(),
    )
}
