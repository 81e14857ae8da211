//! Operator endpoints: liveness, readiness and metrics.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::bearer;
use super::reply::Reply;
use super::state::Shared;
use crate::error::NOT_FOUND;
use crate::secret::constant_time_eq;

/// Liveness: the process answers.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// Readiness: the database answers and the kernel is not shutting down.
pub(super) async fn ready(State(app): State<Shared>) -> impl IntoResponse {
    if *app.stop.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    if let Some(task) = app.supervisor.first_down() {
        let down = format!("the background task {task:?} is down\n");
        return (StatusCode::SERVICE_UNAVAILABLE, down);
    }
    match sqlx::query("select 1")
        .execute(&app.platform.pools.app)
        .await
    {
        // A full pool and an overdue step still count as ready: requests are served.
        Ok(_) => {
            let stuck = app.platform.pools.rt.stuck();
            let text = match app.supervisor.first_overdue() {
                _ if stuck > 0 => format!("ok, but {stuck} database backends do not end\n"),
                Some(step) => format!("ok, but the background step {step:?} is overdue\n"),
                None => "ok\n".to_owned(),
            };
            (StatusCode::OK, text)
        }
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the database does not answer\n".to_owned(),
            )
        }
    }
}

/// Metrics in Prometheus's text format, for requests with the configured token; 404 for all others.
pub(super) async fn metrics(State(app): State<Shared>, headers: HeaderMap) -> Reply<Response> {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(bearer);
    let is_right = match (&app.config.http.metrics_token, given) {
        (Some(token), Some(given)) => constant_time_eq(token.as_bytes(), given.trim().as_bytes()),
        _ => false,
    };
    if !is_right {
        return Err(NOT_FOUND.into());
    }
    let pools = &app.platform.pools;
    let app_usage = (pools.app.size(), pools.app.num_idle());
    for (name, (size, idle)) in [("app", app_usage), ("rt", pools.rt.usage())] {
        metrics::gauge!("database_connections", "pool" => name).set(size);
        let idle = u32::try_from(idle).unwrap_or(u32::MAX);
        metrics::gauge!("database_connections_idle", "pool" => name).set(idle);
    }
    let stuck = u32::try_from(pools.rt.stuck()).unwrap_or(u32::MAX);
    metrics::gauge!("postgres_backends_stuck").set(stuck);
    let people = u32::try_from(app.platform.signals.live.people()).unwrap_or(u32::MAX);
    metrics::gauge!("live_people").set(people);
    let content_type = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((content_type, app.metrics.render()).into_response())
}
