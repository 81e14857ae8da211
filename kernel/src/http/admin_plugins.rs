//! `/api/admin/plugin-packages/…`: administration of the plugins that operators can install.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::VALIDATION_FAILED;
use crate::installs::{PACKAGE_NOT_FOUND, StoredPackage};

type Reply<T> = Result<T, Failure>;

#[derive(Deserialize, JsonSchema)]
struct Stop {
    /// 5 to 500 characters; operators of worlds read it.
    reason: String,
}

pub(super) fn operations() -> Vec<Operation> {
    const STOP: &str = "/api/admin/plugin-packages/{digest}/stop";
    vec![
        Operation::new(
            "GET",
            "/api/admin/plugin-packages",
            get(packages),
            "The packages of plugins that operators have uploaded, newest first",
        )
        .role("admin")
        .query("search", "The beginning of a plugin's id", false)
        .paged()
        .answers::<List<StoredPackage>>(),
        Operation::new(
            "POST",
            STOP,
            post(stop).delete(release),
            "Stop a package in every world. Its data stay. Stopping it again replaces the reason",
        )
        .role("admin")
        .takes::<Stop>()
        .answers::<StoredPackage>()
        .fails(&[VALIDATION_FAILED, PACKAGE_NOT_FOUND]),
        Operation::also(
            "DELETE",
            STOP,
            "Let a stopped package be used again. Its installs run as before. Idempotent",
        )
        .role("admin")
        .answers::<StoredPackage>()
        .fails(&[PACKAGE_NOT_FOUND]),
    ]
}

async fn packages(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let search = query.text("search")?;
    let items = app
        .installs
        .packages(&staff.authorized(), search.as_deref(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |one: &StoredPackage| {
        one.position
    })))
}

async fn stop(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Stop>,
) -> Reply<impl IntoResponse> {
    let stopped = app
        .installs
        .stop_package(&staff.authorized(), path.text("digest")?, &given.reason)
        .await?;
    Ok(payload(stopped))
}

async fn release(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let released = app
        .installs
        .release_package(&staff.authorized(), path.text("digest")?)
        .await?;
    Ok(payload(released))
}
