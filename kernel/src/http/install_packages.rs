//! `/api/v3/worlds/{worldId}/plugin-packages` and `…/plugin-catalogue`: what operators of a world can install.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};

use super::extract::SignedIn;
use super::installs::managed;
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{INVALID_BODY, NOT_FOUND, Problem, TOO_MANY};
use crate::installs::{
    CataloguePlugin, KEY_REPLACED, KEY_REVOKED, MANAGERS_ONLY, PACKAGE_INVALID, PACKAGE_NOT_FOUND,
    PACKAGE_STOPPED, PACKAGES_FULL, PUBLISHER_STOPPED, PUBLISHER_TAKEN, PackageReview,
    VERSION_TAKEN,
};
use crate::plugins::{MAX_ARCHIVE_BYTES, PackageError};

type Reply<T> = Result<T, Failure>;

/// Uploads of one person.
const UPLOADS_PER_HOUR: u32 = 20;

pub(super) fn operations() -> Vec<Operation> {
    // Uploads are the only large bodies besides files, which arrive in parts.
    let limit = usize::try_from(MAX_ARCHIVE_BYTES).unwrap_or(usize::MAX);
    vec![
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugin-packages",
            post(upload).layer(DefaultBodyLimit::max(limit)),
            "Upload a plugin (.verse) for review. Nothing runs before it is installed. Idempotent",
        )
        .signed_in()
        .answers::<PackageReview>()
        .fails(&[
            MANAGERS_ONLY,
            NOT_FOUND,
            PACKAGE_INVALID,
            PACKAGE_STOPPED,
            PUBLISHER_STOPPED,
            PUBLISHER_TAKEN,
            KEY_REPLACED,
            KEY_REVOKED,
            VERSION_TAKEN,
            PACKAGES_FULL,
            TOO_MANY,
        ]),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugin-packages/{digest}",
            get(review),
            "An uploaded plugin for review, for example a newer version of an installed one",
        )
        .signed_in()
        .answers::<PackageReview>()
        .fails(&[MANAGERS_ONLY, NOT_FOUND, PACKAGE_NOT_FOUND, PACKAGE_STOPPED]),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugin-catalogue",
            get(catalogue),
            "The plugins that Witverse has reviewed, each in its latest reviewed version, latest first",
        )
        .signed_in()
        .query("search", "A part of a name, or the beginning of a plugin's id", false)
        .paged()
        .answers::<List<CataloguePlugin>>()
        .fails(&[MANAGERS_ONLY, NOT_FOUND]),
    ]
}

async fn upload(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    request: Request,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let limit = UPLOADS_PER_HOUR.saturating_mul(app.config.http.route_rate_factor);
    let key = format!("plugin packages of {}", person.0.id);
    app.rates.count(key, limit, Duration::from_secs(3600))?;
    let archive =
        Bytes::from_request(request, &app)
            .await
            .map_err(|rejection| match rejection {
                BytesRejection::FailedToBufferBody(failed)
                    if failed.status() == StatusCode::PAYLOAD_TOO_LARGE =>
                {
                    let limit = MAX_ARCHIVE_BYTES;
                    let error = PackageError::ArchiveTooLarge {
                        bytes: limit + 1,
                        limit,
                    };
                    Problem {
                        message: error.localized(),
                        ..PACKAGE_INVALID.into()
                    }
                }
                _ => INVALID_BODY.into(),
            })?;
    Ok(payload(app.installs.upload(&scope, archive.into()).await?))
}

async fn review(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let digest = path.text("digest")?;
    Ok(payload(app.installs.package_review(&scope, digest).await?))
}

async fn catalogue(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let search = query.text("search")?;
    let search = search
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let window = page.window()?;
    let items = app.installs.catalogue(&scope, search, &window);
    Ok(payload(List::of(
        items.await?,
        &page,
        |one: &CataloguePlugin| one.position,
    )))
}
