//! `/files/{id}/{variant}`: the bytes of files that are ready, for anybody who knows the address. They never change, and
//! a browser must not take them for a page: their own policy allows nothing.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use crate::files::ServedVariant;
use crate::http::pagination::PathValues;
use crate::http::problem::Failure;
use crate::http::ranges::{Asked, asked, is_named, mark_part, outside, range_of};
use crate::http::state::Shared;

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (
        header::CONTENT_SECURITY_POLICY,
        "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A CDN serves them to pages of the platform from another origin.
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "cross-origin",
    ),
    // Scripts read models and their textures. The addresses are public, and no cookie decides about them.
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (header::ACCEPT_RANGES, "bytes"),
];

pub(crate) async fn serve(
    State(app): State<Shared>,
    path: PathValues,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (id, variant) = (path.id("id")?, path.text("variant")?);
    answer(&app, id, Some(variant), &headers).await
}

/// Without a variant: the picture of the default width, or the video.
pub(crate) async fn serve_default(
    State(app): State<Shared>,
    path: PathValues,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    answer(&app, path.id("id")?, None, &headers).await
}

async fn answer(
    app: &Shared,
    id: Uuid,
    name: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, Failure> {
    let variant = app.files.variant(id, name).await?;
    let etag = variant.etag();
    let mut response = match is_named(headers, &header::IF_NONE_MATCH, &etag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => content(app, &variant, range_of(headers, &etag)).await?,
    };
    let written = response.headers_mut();
    if response_is_content(written) {
        written.insert(
            header::CONTENT_TYPE,
            HeaderValue::try_from(&variant.media_type).map_err(crate::error::Error::internal)?,
        );
    }
    for (name, value) in HEADERS {
        written.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(etag) = HeaderValue::try_from(etag) {
        written.insert(header::ETAG, etag);
    }
    Ok(response)
}

fn response_is_content(headers: &HeaderMap) -> bool {
    headers.contains_key(header::CONTENT_LENGTH)
}

async fn content(
    app: &Shared,
    variant: &ServedVariant,
    range: Option<&str>,
) -> Result<Response, Failure> {
    let whole = variant.bytes;
    let (part, is_part) = match asked(range, whole) {
        Asked::Whole => (0..whole, false),
        Asked::Part(part) => (part, true),
        Asked::Outside => return Ok(outside(whole)),
    };
    let stream = app.files.read(variant, part.clone()).await?;
    let mut response = Body::from_stream(stream).into_response();
    let length = part.end - part.start;
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, length.into());
    if is_part {
        mark_part(&mut response, &part, whole)?;
    }
    Ok(response)
}
