//! `/files/{id}/{variant}`: the bytes of files that are ready, for anybody who knows the address. They never change, and
//! a browser must not take them for a page: their own policy allows nothing.

use std::ops::Range;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use crate::files::{FILE_RANGE_UNSATISFIABLE, ServedVariant};
use crate::http::pagination::PathValues;
use crate::http::problem::Failure;
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
    let mut response = if names(headers, &header::IF_NONE_MATCH, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        // A client that has a part of other content gets all of this one.
        let resumes =
            headers.get(header::IF_RANGE).is_none() || names(headers, &header::IF_RANGE, &etag);
        let range = headers.get(header::RANGE).filter(|_| resumes);
        let range = range.and_then(|range| range.to_str().ok());
        content(app, &variant, range).await?
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

fn names(headers: &HeaderMap, name: &HeaderName, etag: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim().trim_start_matches("W/") == etag)
}

async fn content(
    app: &Shared,
    variant: &ServedVariant,
    range: Option<&str>,
) -> Result<Response, Failure> {
    let whole = variant.bytes;
    let (status, part) = match range.and_then(|range| part_of(range, whole)) {
        None => (StatusCode::OK, 0..whole),
        Some(Some(part)) => (StatusCode::PARTIAL_CONTENT, part),
        Some(None) => {
            let mut response = Failure::from(FILE_RANGE_UNSATISFIABLE).into_response();
            if let Ok(range) = HeaderValue::try_from(format!("bytes */{whole}")) {
                response.headers_mut().insert(header::CONTENT_RANGE, range);
            }
            return Ok(response);
        }
    };
    let stream = app.files.read(variant, part.clone()).await?;
    let mut response = (status, Body::from_stream(stream)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, (part.end - part.start).into());
    if status == StatusCode::PARTIAL_CONTENT {
        let range = format!("bytes {}-{}/{whole}", part.start, part.end - 1);
        let range = HeaderValue::try_from(range).map_err(crate::error::Error::internal)?;
        headers.insert(header::CONTENT_RANGE, range);
    }
    Ok(response)
}

/// The part that a `Range` header selects: `None` if it is ignored (another unit, several ranges, malformed), and
/// `Some(None)` if it is outside of the content.
fn part_of(range: &str, whole: u64) -> Option<Option<Range<u64>>> {
    let (first, last) = range.strip_prefix("bytes=")?.trim().split_once('-')?;
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let part = match (first.trim(), last.trim()) {
        ("", "") => return None,
        ("", last) => whole.saturating_sub(number(last)?)..whole,
        (first, "") => number(first)?..whole,
        (first, last) => number(first)?..number(last)?.saturating_add(1).min(whole),
    };
    Some(Some(part).filter(|part| part.start < part.end))
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn one_range_is_served() {
        for (range, expected) in [
            ("bytes=0-9", Some(Some(0..10))),
            ("bytes=5-", Some(Some(5..100))),
            ("bytes=-10", Some(Some(90..100))),
            ("bytes=-1000", Some(Some(0..100))),
            ("bytes=90-1000", Some(Some(90..100))),
            ("bytes=100-", Some(None)),
            ("bytes=9-5", Some(None)),
            ("bytes=-0", Some(None)),
            ("bytes=0-1,5-6", None),
            ("bytes=a-b", None),
            ("lines=0-1", None),
            ("bytes=-", None),
        ] {
            assert_eq!(part_of(range, 100), expected, "{range}");
        }
    }
}
