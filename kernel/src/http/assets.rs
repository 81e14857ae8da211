//! Serves the built front end from memory. Files with a hash in their name are cacheable permanently; others are
//! revalidated.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::state::Shared;
use crate::error::NOT_FOUND;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
pub(super) async fn serve(State(app): State<Shared>, request: Request) -> Response {
    answer(&app, request.uri().path(), request.headers())
}

/// The service worker for push notifications. It is served at the root, because a worker controls only pages below its
/// own path.
pub(super) async fn push_worker(State(app): State<Shared>, headers: HeaderMap) -> Response {
    answer(&app, "/assets/shell/push-worker.js", &headers)
}

fn answer(app: &Shared, path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = app.web.get(path) else {
        return super::problem::Failure::from(NOT_FOUND).into_response();
    };
    let caching = HeaderValue::from_static(if file.immutable {
        IMMUTABLE
    } else {
        REVALIDATE
    });
    let mut response = if matches_etag(headers, file.etag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let brotli = file.brotli.get().filter(|_| accepts_brotli(headers));
        let mut response = brotli.unwrap_or(&file.bytes).clone().into_response();
        if brotli.is_some() {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    };
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::from_str(&file.mime) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::CACHE_CONTROL, caching);
    if let Ok(etag) = HeaderValue::from_str(&file.etag) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Whether the client has this content already. The comparison ignores the weak prefix, which a proxy may have added.
fn matches_etag(headers: &HeaderMap, etag: &[u8]) -> bool {
    listed(headers, &header::IF_NONE_MATCH)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == etag)
}

pub(super) fn accepts_brotli(headers: &HeaderMap) -> bool {
    listed(headers, &header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=0")
            .is_some_and(|rest| rest.chars().all(|c| matches!(c, '0' | '.')));
        name.trim() == "br" && !refused
    })
}

/// The elements of a header with a comma-separated list.
fn listed<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}
