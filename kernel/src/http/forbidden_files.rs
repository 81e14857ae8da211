//! `/api/admin/forbidden-files`: the digests of files that nobody may share, for administrators.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::{Empty, payload};
use super::state::Shared;
use crate::error::{INVALID_QUERY, NOT_FOUND, VALIDATION_FAILED};
use crate::files::{
    FORBIDDEN_FILE_EXISTS, FORBIDDEN_FILE_NOT_FOUND, FileDigest, ForbiddenFile,
    ForbiddenFileCursor, NewForbiddenFile,
};
use crate::identity::Origin;

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    const FILES: &str = "/api/admin/forbidden-files";
    vec![
        Operation::new(
            "GET",
            FILES,
            get(list).post(forbid),
            "Files that nobody may share, newest first",
        )
        .role("admin")
        .query("digest", "Only the file with this SHA-256", false)
        .paged()
        .answers::<List<ForbiddenFile>>(),
        Operation::also(
            "POST",
            FILES,
            "Forbid a file; applies to uploads from then on",
        )
        .role("admin")
        .takes::<NewForbiddenFile>()
        .answers::<ForbiddenFile>()
        .status(201)
        .fails(&[VALIDATION_FAILED, FORBIDDEN_FILE_EXISTS]),
        Operation::new(
            "POST",
            "/api/admin/forbidden-files/{digest}/remove",
            post(allow),
            "Remove a file from the list",
        )
        .role("admin")
        .takes::<Removal>()
        .answers::<Empty>()
        .fails(&[VALIDATION_FAILED, FORBIDDEN_FILE_NOT_FOUND, NOT_FOUND]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Removal {
    /// 5 to 500 characters; recorded in the audit log.
    reason: String,
}

async fn list(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let digest = match query.text("digest")? {
        Some(text) => Some(FileDigest::parse(text.trim()).ok_or(INVALID_QUERY)?),
        None => None,
    };
    let files = app
        .files
        .forbidden_files(&staff.authorized(), digest, &page.window()?)
        .await?;
    Ok(payload(List::of(files, &page, ForbiddenFileCursor::of)))
}

async fn forbid(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    Json(new): Json<NewForbiddenFile>,
) -> Reply<impl IntoResponse> {
    let file = app
        .files
        .forbid_file(&staff.authorized(), &new, &origin)
        .await?;
    Ok((StatusCode::CREATED, payload(file)))
}

async fn allow(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    origin: Origin,
    Json(removal): Json<Removal>,
) -> Reply<impl IntoResponse> {
    let digest = FileDigest::parse(path.text("digest")?).ok_or(NOT_FOUND)?;
    app.files
        .allow_file(&staff.authorized(), digest, &removal.reason, &origin)
        .await?;
    Ok(payload(Empty {}))
}
