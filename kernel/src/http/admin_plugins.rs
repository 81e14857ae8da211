//! `/api/admin/plugin-packages/…` and `/api/admin/plugin-publishers/…`: administration of the plugins that operators can
//! install, and of those who publish them.

use axum::extract::State;
use axum::http::header;
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
use crate::identity::Origin;
use crate::installs::{
    KEY_NOT_FOUND, KnownPublisher, PACKAGE_NOT_FOUND, PACKAGE_STOPPED, PUBLISHER_NOT_FOUND,
    PackageDetails, StoredPackage,
};

type Reply<T> = Result<T, Failure>;

#[derive(Deserialize, JsonSchema)]
struct Stop {
    /// 5 to 500 characters; operators of worlds read it.
    reason: String,
}

pub(super) fn operations() -> Vec<Operation> {
    const STOP: &str = "/api/admin/plugin-packages/{digest}/stop";
    const REVIEW: &str = "/api/admin/plugin-packages/{digest}/review";
    const KEY: &str = "/api/admin/plugin-publishers/{name}/keys/{key}/revocation";
    const STOP_PUBLISHER: &str = "/api/admin/plugin-publishers/{name}/stop";
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
            "GET",
            "/api/admin/plugin-packages/{digest}",
            get(details),
            "A package in detail, for its review: files, permissions, changes since the last reviewed version, key, measures",
        )
        .role("admin")
        .answers::<PackageDetails>()
        .fails(&[PACKAGE_NOT_FOUND]),
        Operation::new(
            "GET",
            "/api/admin/plugin-packages/{digest}/archive",
            get(archive),
            "Download the archive of a package. Recorded in the audit log",
        )
        .role("admin")
        .media_type("application/octet-stream")
        .fails(&[PACKAGE_NOT_FOUND]),
        Operation::new(
            "POST",
            KEY,
            post(revoke_key).delete(restore_key),
            "Revoke a leaked key of a publisher: what it has signed is stopped. Revoking it again replaces the reason",
        )
        .role("admin")
        .takes::<Stop>()
        .answers::<KnownPublisher>()
        .fails(&[VALIDATION_FAILED, PUBLISHER_NOT_FOUND, KEY_NOT_FOUND]),
        Operation::also(
            "DELETE",
            KEY,
            "Accept a revoked key again. Its packages stay stopped until each is released. Idempotent",
        )
        .role("admin")
        .answers::<KnownPublisher>()
        .fails(&[PUBLISHER_NOT_FOUND, KEY_NOT_FOUND]),
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
        Operation::new(
            "GET",
            "/api/admin/plugin-reviews",
            get(review_queue),
            "The packages that wait for a review, earliest first: of publishers without a reviewed package, or asking for WIT",
        )
        .role("admin")
        .paged()
        .answers::<List<StoredPackage>>(),
        Operation::new(
            "POST",
            REVIEW,
            post(review).delete(withdraw),
            "Countersign a package: operators read that Witverse has reviewed it. Idempotent",
        )
        .role("admin")
        .answers::<StoredPackage>()
        .fails(&[PACKAGE_NOT_FOUND, PACKAGE_STOPPED]),
        Operation::also(
            "DELETE",
            REVIEW,
            "Take the countersignature of a package back. Idempotent",
        )
        .role("admin")
        .answers::<StoredPackage>()
        .fails(&[PACKAGE_NOT_FOUND]),
        Operation::new(
            "GET",
            "/api/admin/plugin-publishers",
            get(publishers),
            "The publishers of uploaded packages with their keys, newest first",
        )
        .role("admin")
        .query("search", "The beginning of a name", false)
        .paged()
        .answers::<List<KnownPublisher>>(),
        Operation::new(
            "POST",
            STOP_PUBLISHER,
            post(stop_publisher).delete(release_publisher),
            "Stop all packages of a publisher in every world, also those to come. Stopping it again replaces the reason",
        )
        .role("admin")
        .takes::<Stop>()
        .answers::<KnownPublisher>()
        .fails(&[VALIDATION_FAILED, PUBLISHER_NOT_FOUND]),
        Operation::also(
            "DELETE",
            STOP_PUBLISHER,
            "Let the packages of a stopped publisher be used again, except those that were stopped by themselves. Idempotent",
        )
        .role("admin")
        .answers::<KnownPublisher>()
        .fails(&[PUBLISHER_NOT_FOUND]),
    ]
}

async fn details(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let details = app
        .installs
        .package_details(&staff.authorized(), path.text("digest")?)
        .await?;
    Ok(payload(details))
}

async fn archive(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    origin: Origin,
) -> Reply<impl IntoResponse> {
    let (name, bytes) = app
        .installs
        .package_archive(&staff.authorized(), path.text("digest")?, &origin)
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, bytes))
}

async fn revoke_key(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    origin: Origin,
    Json(given): Json<Stop>,
) -> Reply<impl IntoResponse> {
    let key = (path.text("name")?, path.text("key")?);
    let revoked = app
        .installs
        .revoke_key(&staff.authorized(), key, &given.reason, &origin)
        .await?;
    Ok(payload(revoked))
}

async fn restore_key(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    origin: Origin,
) -> Reply<impl IntoResponse> {
    let key = (path.text("name")?, path.text("key")?);
    let restored = app
        .installs
        .restore_key(&staff.authorized(), key, &origin)
        .await?;
    Ok(payload(restored))
}

async fn review_queue(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app
        .installs
        .review_queue(&staff.authorized(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |one: &StoredPackage| {
        one.position
    })))
}

async fn review(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let reviewed = app
        .installs
        .review_package(&staff.authorized(), path.text("digest")?, &origin)
        .await?;
    Ok(payload(reviewed))
}

async fn withdraw(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let withdrawn = app
        .installs
        .withdraw_review(&staff.authorized(), path.text("digest")?, &origin)
        .await?;
    Ok(payload(withdrawn))
}

async fn publishers(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let search = query.text("search")?;
    let items = app
        .installs
        .publishers(&staff.authorized(), search.as_deref(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |one: &KnownPublisher| {
        one.position
    })))
}

async fn stop_publisher(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    Json(given): Json<Stop>,
) -> Reply<impl IntoResponse> {
    let stopped = app
        .installs
        .stop_publisher(
            &staff.authorized(),
            path.text("name")?,
            &given.reason,
            &origin,
        )
        .await?;
    Ok(payload(stopped))
}

async fn release_publisher(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let released = app
        .installs
        .release_publisher(&staff.authorized(), path.text("name")?, &origin)
        .await?;
    Ok(payload(released))
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
    origin: Origin,
    path: PathValues,
    Json(given): Json<Stop>,
) -> Reply<impl IntoResponse> {
    let stopped = app
        .installs
        .stop_package(
            &staff.authorized(),
            path.text("digest")?,
            &given.reason,
            &origin,
        )
        .await?;
    Ok(payload(stopped))
}

async fn release(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let released = app
        .installs
        .release_package(&staff.authorized(), path.text("digest")?, &origin)
        .await?;
    Ok(payload(released))
}
