//! `/api/account/export` and `/api/account/deletion`: data export and account erasure.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::extract::{Json, SignedIn, Sudo};
use crate::http::operation::Operation;
use crate::http::reply::{Empty, EmptyRequest, Reply, payload, stamp};
use crate::http::state::Shared;
use crate::identity::{DELETION_NOT_PENDING, EXPORT_NOT_READY, LAST_ADMIN, Origin};
use crate::privacy::ExportView;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/account/export",
            post(request_export).get(view_export),
            "Request a data export",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<Export>()
        .status(202),
        Operation::also(
            "GET",
            "/api/account/export",
            "The state of the caller's data export",
        )
        .signed_in()
        .answers::<Export>(),
        Operation::new(
            "GET",
            "/api/account/export/download",
            get(download_export),
            "Download the data export, a zip",
        )
        .sudo()
        .media_type("application/zip")
        .fails(&[EXPORT_NOT_READY]),
        Operation::new(
            "POST",
            "/api/account/deletion",
            post(request_deletion).delete(cancel_deletion),
            "Request the erasure of the caller's account, after seven days",
        )
        .sudo()
        .takes::<EmptyRequest>()
        .answers::<Deletion>()
        .fails(&[LAST_ADMIN]),
        Operation::also(
            "DELETE",
            "/api/account/deletion",
            "Cancel the erasure of the caller's account",
        )
        .signed_in()
        .answers::<Empty>()
        .fails(&[DELETION_NOT_PENDING]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Export {
    /// `none`, `preparing`, `ready` or `failed`.
    state: &'static str,
    requested_at: Option<String>,
    ready_at: Option<String>,
    expires_at: Option<String>,
    bytes: Option<i64>,
}

impl From<ExportView> for Export {
    fn from(export: ExportView) -> Self {
        Self {
            state: export.state.as_str(),
            requested_at: export.requested_at.map(stamp),
            ready_at: export.ready_at.map(stamp),
            expires_at: export.expires_at.map(stamp),
            bytes: export.bytes,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Deletion {
    deletion_at: String,
}

async fn request_export(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let export = app.privacy.request_export(&person, &origin).await?;
    Ok((StatusCode::ACCEPTED, payload(Export::from(export))))
}

async fn view_export(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
) -> Reply<impl IntoResponse> {
    let export = app.privacy.export(person.id).await?;
    Ok(payload(Export::from(export)))
}

async fn download_export(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
) -> Reply<impl IntoResponse> {
    let archive = app.privacy.download_export(&person, &origin).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"witverse-data.zip\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, archive))
}

async fn request_deletion(
    State(app): State<Shared>,
    Sudo(person): Sudo,
    origin: Origin,
    Json(EmptyRequest {}): Json<EmptyRequest>,
) -> Reply<impl IntoResponse> {
    let at = app.privacy.request_deletion(&person, &origin).await?;
    Ok(payload(Deletion {
        deletion_at: stamp(at),
    }))
}

async fn cancel_deletion(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    origin: Origin,
) -> Reply<impl IntoResponse> {
    app.privacy.cancel_deletion(&person, &origin).await?;
    Ok(payload(Empty {}))
}
