//! The initial data of a page: the response of its first request, which the kernel sends with the page. It is made for every
//! method, since its refusal decides the status.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use tracing::Instrument;

use super::routes::{PluginPage, placeholder_value};
use crate::error::Language;
use crate::http::plugin_routes;
use crate::http::state::Shared;
use crate::http::ui::InitialData;

const X_FORWARDED_FOR: &str = "x-forwarded-for";
/// What `encodeURIComponent` encodes: the browser finds the initial data by the path that it would request.
const URI_COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');
/// How long a page waits for its initial data. Without them the browser requests them itself.
const WAIT: Duration = Duration::from_millis(300);
const MAX_BYTES: usize = 64 * 1024;

/// The first request of a page, as a visitor makes it.
pub(super) enum FirstRequest {
    Answered(InitialData),
    /// The route refused it: the page shows a visitor nothing.
    Refused,
    /// The page has none, or the response is too large, late or of no use for this page.
    Unknown,
}

impl FirstRequest {
    /// Requests the initial data of a page: with the rate limits and permissions of the route.
    pub(super) async fn of(
        app: &Shared,
        page: &PluginPage<'_>,
        request: &Parts,
        language: Language,
    ) -> Self {
        let answer = answer(app, page, request, language);
        match tokio::time::timeout(WAIT, answer).await {
            Ok(Some(answer)) => answer,
            _ => Self::Unknown,
        }
    }
}

async fn answer(
    app: &Shared,
    page: &PluginPage<'_>,
    request: &Parts,
    language: Language,
) -> Option<FirstRequest> {
    let data = page.route.initial_data.as_ref()?;
    let path = resolved(&data.path, &page.route.path, request.uri.path())?;
    let mut inner = Request::builder()
        .uri(&path)
        .header("x-language", language.as_str())
        .body(Body::empty())
        .ok()?;
    // They hold the visitor's address.
    *inner.extensions_mut() = request.extensions.clone();
    for line in request.headers.get_all(X_FORWARDED_FOR) {
        inner.headers_mut().append(X_FORWARDED_FOR, line.clone());
    }
    let span = tracing::debug_span!("initial_data", route = tracing::field::Empty);
    let answer = plugin_routes::serve(State(app.clone()), inner).instrument(span);
    let response = answer.await.into_response();
    let refusals = [
        StatusCode::UNAUTHORIZED,
        StatusCode::FORBIDDEN,
        StatusCode::NOT_FOUND,
    ];
    if refusals.contains(&response.status()) {
        return Some(FirstRequest::Refused);
    }
    if response.status() != StatusCode::OK {
        return None;
    }
    let body = to_bytes(response.into_body(), MAX_BYTES).await.ok()?;
    let mut body: Value = serde_json::from_slice(&body).ok()?;
    let payload = body.get_mut("payload")?.take();
    let wanted = data
        .only_if
        .as_ref()
        .is_none_or(|field| payload[field] == true);
    wanted.then_some(FirstRequest::Answered(InitialData { path, payload }))
}

/// Replaces the placeholders of `template` by the encoded values that `path` has at the placeholders of `route`.
fn resolved(template: &str, route: &str, path: &str) -> Option<String> {
    let mut resolved = String::new();
    let mut rest = template;
    while let Some((before, name)) = rest.split_once('{') {
        let (name, after) = name.split_once('}')?;
        let value = placeholder_value(route, name, path)?;
        resolved.push_str(before);
        resolved.extend(utf8_percent_encode(&value, URI_COMPONENT));
        rest = after;
    }
    resolved.push_str(rest);
    Some(resolved)
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn placeholders_are_replaced_by_encoded_values() {
        let path = |at| resolved("/api/world?name={name}", "/{name}", at);
        assert_eq!(path("/orbit").as_deref(), Some("/api/world?name=orbit"));
        assert_eq!(
            path("/a%26b%20c").as_deref(),
            Some("/api/world?name=a%26b%20c")
        );
        assert_eq!(path("/%FF"), None);
        assert_eq!(
            resolved("/api/worlds?limit=20", "/", "/").as_deref(),
            Some("/api/worlds?limit=20")
        );
    }
}
