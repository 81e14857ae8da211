//! `/api/files`: resumable uploads after draft-ietf-httpbis-resumable-upload, and the caller's own files. The address of
//! a file is also the upload resource of the draft.

mod serve;
mod upload_headers;

pub(super) use serve::{serve, serve_default};

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use futures::StreamExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use self::upload_headers::{
    PartHeaders, UPLOAD_COMPLETE as COMPLETE, UPLOAD_OFFSET, boolean, require_partial_upload,
    write_limit, write_options, write_state,
};
use super::extract::{Json, SignedIn};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::{Details, Failure};
use super::reply::{Reply, payload};
use super::safety::paced;
use super::state::Shared;
use crate::error::{Catalogue, INVALID_QUERY, Localized, NOT_FOUND, Problem, TOO_MANY};
use crate::files::{
    AppendError, FILE_AVIF, FILE_CHECK_FAILED, FILE_CHECKS_SPENT, FILE_DIGEST_MISMATCH, FILE_EMPTY,
    FILE_FORBIDDEN, FILE_HEIC, FILE_KEPT, FILE_NO_AUDIO, FILE_NO_IMAGE, FILE_NO_MODEL,
    FILE_NO_VIDEO, FILE_NOT_FOUND, FILE_NOT_READY, FILE_QUOTA_EXCEEDED, FILE_TOO_LARGE,
    FILE_TOO_MANY_PIXELS, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_WRONG_KIND, FileView,
    NewUpload, Part, Purpose, STORAGE_FULL, UPLOAD_COMPLETE, UPLOAD_HEADER_INVALID,
    UPLOAD_INTERRUPTED, UPLOAD_LENGTH_INCONSISTENT, UPLOAD_OFFSET_MISMATCH, UPLOAD_SUPERSEDED,
    UPLOAD_TYPE_WRONG, UPLOADS_TOO_MANY,
};
use crate::page_cursor::PageCursor;

/// The registered problem types of the draft.
const MISMATCHING_OFFSET: &str =
    "https://iana.org/assignments/http-problem-types#mismatching-upload-offset";
const COMPLETED_UPLOAD: &str = "https://iana.org/assignments/http-problem-types#completed-upload";
const INCONSISTENT_LENGTH: &str =
    "https://iana.org/assignments/http-problem-types#inconsistent-upload-length";
/// Parts of uploads a minute and person, in relation to the limit of other writes.
const PARTS_PER_WRITE: u32 = 10;

/// The reasons why a part is refused.
const APPENDING: [Catalogue; 18] = [
    FILE_AVIF,
    FILE_DIGEST_MISMATCH,
    FILE_EMPTY,
    FILE_HEIC,
    FILE_NO_AUDIO,
    FILE_NO_IMAGE,
    FILE_NO_MODEL,
    FILE_NO_VIDEO,
    FILE_QUOTA_EXCEEDED,
    FILE_TOO_LARGE,
    FILE_TYPE_UNSUPPORTED,
    FILE_NOT_FOUND,
    STORAGE_FULL,
    UPLOAD_HEADER_INVALID,
    UPLOAD_INTERRUPTED,
    UPLOAD_LENGTH_INCONSISTENT,
    UPLOAD_SUPERSEDED,
    TOO_MANY,
];

pub(super) fn operations() -> Vec<Operation> {
    let mut operations = uploads();
    operations.extend(own_files());
    operations
}

fn uploads() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/files",
            post(create).get(list).options(creation_limits),
            "Create a resumable upload, with the first bytes or none",
        )
        .signed_in()
        .query(
            "purpose",
            "image, video, audio, model, vrm or any (default)",
            false,
        )
        .query("name", "The name of the file on the device", false)
        .answers::<FileView>()
        .status(201)
        .fails(&APPENDING)
        .fails(&[FILE_CHECKS_SPENT, UPLOADS_TOO_MANY]),
        Operation::new(
            "PATCH",
            "/api/files/{id}",
            get(view)
                .patch(append)
                .delete(remove)
                .head(offset)
                .options(limits),
            "Append a part to an upload",
        )
        .signed_in()
        .answers::<FileView>()
        .fails(&APPENDING)
        .fails(&[
            FILE_CHECK_FAILED,
            FILE_FORBIDDEN,
            FILE_TOO_MANY_PIXELS,
            FILE_UNREADABLE,
            NOT_FOUND,
            UPLOAD_COMPLETE,
            UPLOAD_OFFSET_MISMATCH,
            UPLOAD_TYPE_WRONG,
        ]),
        Operation::also(
            "HEAD",
            "/api/files/{id}",
            "The offset at which an upload continues",
        )
        .signed_in()
        .status(204)
        .fails(&[FILE_NOT_FOUND, NOT_FOUND, UPLOAD_SUPERSEDED]),
        Operation::also("OPTIONS", "/api/files", "The limits of a new upload")
            .signed_in()
            .query(
                "purpose",
                "image, video, audio, model, vrm or any (default)",
                false,
            )
            .status(204)
            .fails(&[INVALID_QUERY]),
        Operation::also("OPTIONS", "/api/files/{id}", "The limits of an upload")
            .signed_in()
            .status(204)
            .fails(&[FILE_NOT_FOUND, NOT_FOUND]),
    ]
}

fn own_files() -> Vec<Operation> {
    vec![
        Operation::also("GET", "/api/files", "The caller's files, newest first")
            .signed_in()
            .paged()
            .answers::<MyFiles>(),
        Operation::also("GET", "/api/files/{id}", "One of the caller's files")
            .signed_in()
            .answers::<FileView>()
            .fails(&[FILE_NOT_FOUND, NOT_FOUND]),
        Operation::also(
            "DELETE",
            "/api/files/{id}",
            "Cancel an upload, or delete a file wherever it is used",
        )
        .signed_in()
        .status(204)
        .fails(&[FILE_KEPT, FILE_NOT_FOUND, NOT_FOUND, UPLOAD_SUPERSEDED]),
        Operation::new(
            "PUT",
            "/api/v2/user/image",
            put(set_image),
            "Set or remove the caller's picture",
        )
        .signed_in()
        .takes::<SetImage>()
        .answers::<ImageInfo>()
        .fails(&[
            FILE_NOT_FOUND,
            FILE_NOT_READY,
            FILE_WRONG_KIND,
            FILE_UNREADABLE,
            FILE_TOO_MANY_PIXELS,
            FILE_FORBIDDEN,
            FILE_CHECK_FAILED,
            TOO_MANY,
        ])
        .fails(&APPENDING[..10]),
    ]
}

/// The caller's files, and their storage.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MyFiles {
    #[serde(flatten)]
    list: List<FileView>,
    /// Bytes of all files of the caller.
    used_bytes: i64,
    quota_bytes: i64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetImage {
    /// One of the caller's images; null removes the picture.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "Option<Uuid>")]
    file_id: Option<Option<Uuid>>,
}

/// Distinguishes null from a field that is missing.
fn present<'de, D: serde::Deserializer<'de>>(given: D) -> Result<Option<Option<Uuid>>, D::Error> {
    Option::deserialize(given).map(Some)
}

fn file_id_missing() -> Problem {
    let text = Localized::new(
        "파일을 선택하거나 null을 보내 주세요.",
        "Please choose a file, or send null.",
    );
    Problem::field("fileId", text)
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImageInfo {
    /// The path of the picture that people see now: the portrait after a removal.
    profile_image: Option<String>,
}

async fn create(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    query: Query,
    request: Request,
) -> Result<Response, Failure> {
    paced(&app, &me)?;
    let headers = PartHeaders::of(request.headers())?;
    let purpose = purpose_of(&query)?;
    if headers.offset.is_some_and(|offset| offset != 0) {
        return Err(UPLOAD_HEADER_INVALID.into());
    }
    let name = query.text("name")?.unwrap_or_default();
    let new = NewUpload {
        purpose,
        name: &name,
        length: headers
            .length
            .or(headers.bytes.filter(|_| headers.completes)),
        digest: headers.digest,
    };
    let upload = match app.files.create_upload(me.id, &new).await {
        Ok(upload) => upload,
        Err(error) => return Ok(limited(described(error), purpose.max_bytes())),
    };
    let state = if headers.completes || headers.bytes != Some(0) {
        let body = request.into_body();
        match send_part(&app, me.id, upload.id, 0, &headers, body).await {
            Ok(state) => state,
            Err(failure) => return Ok(failure),
        }
    } else {
        upload
    };
    let view = app.files.view_of(me.id, upload.id).await?;
    let mut response = (StatusCode::CREATED, payload(view)).into_response();
    write_state(response.headers_mut(), &state);
    let location = HeaderValue::try_from(format!("/api/files/{}", upload.id));
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

fn purpose_of(query: &Query) -> Result<Purpose, Failure> {
    match query.text("purpose")? {
        None => Ok(Purpose::Any),
        Some(text) => Ok(Purpose::parse(&text).ok_or(INVALID_QUERY)?),
    }
}

async fn append(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
    request: Request,
) -> Result<Response, Failure> {
    let id = path.id("id")?;
    app.rates.count(
        format!("parts of {}", me.id),
        app.config.http.account_rate.saturating_mul(PARTS_PER_WRITE),
        Duration::from_secs(60),
    )?;
    // An unknown upload is 404 before the request is judged.
    app.files.view_of(me.id, id).await?;
    require_partial_upload(request.headers())?;
    let headers = PartHeaders::of(request.headers())?;
    let offset = headers.offset.ok_or(UPLOAD_HEADER_INVALID)?;
    let body = request.into_body();
    let state = match send_part(&app, me.id, id, offset, &headers, body).await {
        Ok(state) => state,
        Err(failure) => return Ok(failure),
    };
    let view = app.files.view_of(me.id, id).await?;
    let mut response = payload(view).into_response();
    write_state(response.headers_mut(), &state);
    Ok(response)
}

/// Sends the body to the upload. A refusal of the protocol is a response with its details.
async fn send_part(
    app: &Shared,
    owner: Uuid,
    id: Uuid,
    offset: u64,
    headers: &PartHeaders,
    body: Body,
) -> Result<crate::files::UploadState, Response> {
    let part = Part {
        offset,
        completes: headers.completes,
        bytes: headers.bytes,
        length: headers.length,
        part_digest: headers.part_digest,
        digest: headers.digest,
    };
    let stream = body.into_data_stream().map(|bytes| bytes.map_err(drop));
    match app.files.append(owner, id, part, stream).await {
        Ok(state) => Ok(state),
        Err(AppendError::Offset { expected }) => {
            let mut response = with_details(
                UPLOAD_OFFSET_MISMATCH,
                MISMATCHING_OFFSET,
                json!({ "expected-offset": expected, "provided-offset": offset }),
            );
            let headers = response.headers_mut();
            headers.insert(UPLOAD_OFFSET, expected.into());
            headers.insert(COMPLETE, boolean(false));
            Err(response)
        }
        Err(AppendError::Other(error)) => {
            let max_bytes = app.files.max_bytes(owner, id).await;
            Err(match max_bytes {
                Ok(max_bytes) => limited(described(error), max_bytes),
                Err(_) => described(error),
            })
        }
    }
}

/// Adds the limits to the refusal of something too large, as the draft requires.
fn limited(mut response: Response, max_bytes: u64) -> Response {
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE {
        write_limit(response.headers_mut(), max_bytes, None);
    }
    response
}

/// Adds the type that the draft registers for a problem.
fn described(error: crate::error::Error) -> Response {
    let code = match &error {
        crate::error::Error::Problem(problem) => problem.code.as_str(),
        crate::error::Error::Internal(_) => "",
    };
    let kind = match () {
        () if code == UPLOAD_COMPLETE.code => (UPLOAD_COMPLETE, COMPLETED_UPLOAD),
        () if code == UPLOAD_LENGTH_INCONSISTENT.code => {
            (UPLOAD_LENGTH_INCONSISTENT, INCONSISTENT_LENGTH)
        }
        () => return Failure::from(error).into_response(),
    };
    with_details(kind.0, kind.1, json!({}))
}

fn with_details(row: Catalogue, kind: &'static str, members: serde_json::Value) -> Response {
    let mut response = Failure::from(row).into_response();
    let members = members.as_object().cloned().unwrap_or_default();
    response.extensions_mut().insert(Details { kind, members });
    response
}

async fn offset(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let state = app.files.upload_state(me.id, path.id("id")?).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    write_state(response.headers_mut(), &state);
    Ok(response)
}

async fn creation_limits(_: SignedIn, query: Query) -> Reply<impl IntoResponse> {
    let purpose = purpose_of(&query)?;
    Ok(options(purpose.max_bytes()))
}

/// Unlike HEAD, it does not end the current writer.
async fn limits(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    Ok(options(app.files.max_bytes(me.id, id).await?))
}

fn options(max_bytes: u64) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    write_limit(response.headers_mut(), max_bytes, None);
    write_options(response.headers_mut());
    response
}

async fn list(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let rows = app.files.list(me.id, &page.window()?).await?;
    let (used_bytes, quota_bytes) = app.files.usage(me.id).await?;
    Ok(payload(MyFiles {
        list: List::of(rows, &page, |file| PageCursor {
            at: file.created_at,
            id: file.file_id,
        }),
        used_bytes,
        quota_bytes,
    }))
}

async fn view(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    Ok(payload(app.files.view_of(me.id, path.id("id")?).await?))
}

async fn remove(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    app.files.delete(me.id, path.id("id")?).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_image(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    Json(given): Json<SetImage>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let file = given.file_id.ok_or_else(file_id_missing)?;
    let profile_image = app.files.set_profile_image(me.id, file).await?;
    Ok(payload(ImageInfo { profile_image }))
}
