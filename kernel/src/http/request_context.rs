//! The layers of every request: a request id, a tracing span, a timeout, the body of problems, security headers, and
//! panics as status 500.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tracing::Instrument;

use super::extract::language;
use super::plugin_routes::PLUGIN_ROUTES;
use super::problem::{Details, Pending, write};
use crate::error::{METHOD_NOT_ALLOWED, NOT_FOUND, Problem, TIMEOUT, TOO_LARGE, UNKNOWN};

const DEADLINE: Duration = Duration::from_secs(60);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// No inline script and no foreign source.
pub(super) const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// The same with PortOne's payment window, which needs PortOne's script and frames of any card company. The window
/// opens in the page that was loaded first, so every page of the shell has this policy.
pub(super) const CONTENT_SECURITY_POLICY_WITH_PORTONE: &str = "default-src 'self'; script-src 'self' https://cdn.portone.io; \
style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' https://*.portone.io https://*.iamport.co; \
frame-src https:; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self' https:; object-src 'none'";

/// Adds Kakao's search for postal codes to a policy that names frames: its script, and the frame that it opens.
pub(super) fn with_kakao_postcodes(policy: &str) -> String {
    policy
        .replacen(
            "script-src 'self'",
            "script-src 'self' https://t1.kakaocdn.net",
            1,
        )
        .replacen("frame-src", "frame-src https://postcode.map.kakao.com", 1)
}

const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(self), geolocation=(), payment=(self), fullscreen=(self)",
    ),
];

/// Headers that a handler may send with a problem.
const KEPT_WITH_A_PROBLEM: [HeaderName; 6] = [
    header::SET_COOKIE,
    header::ALLOW,
    header::CONTENT_RANGE,
    HeaderName::from_static("upload-offset"),
    HeaderName::from_static("upload-complete"),
    HeaderName::from_static("upload-limit"),
];

pub(crate) async fn around(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(&request);
    let language = language(request.headers());
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned());
    let span = tracing::info_span!("request", %id, %method, route = tracing::field::Empty);
    // The route and not the path: a path can contain an email address or a code. Assets share one label. The route of a
    // plugin is set after it was found.
    if route.starts_with("/assets/") {
        span.record("route", path.as_str());
    } else if route != PLUGIN_ROUTES {
        span.record("route", route.as_str());
    }

    let work = std::panic::AssertUnwindSafe(next.run(request)).catch_unwind();
    let outcome = tokio::time::timeout(DEADLINE, work)
        .instrument(span.clone())
        .await;
    let response = match outcome {
        Ok(Ok(response)) => response,
        Ok(Err(_panic)) => {
            span.in_scope(|| tracing::error!("a handler panicked"));
            pending(UNKNOWN.into())
        }
        Err(_elapsed) => pending(TIMEOUT.into()),
    };
    let mut response = with_body(response, &path, language, &id);
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    let status = response.status().as_u16();
    let elapsed = started.elapsed();
    span.in_scope(|| {
        let elapsed_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        if status >= 500 {
            tracing::warn!(status, elapsed_us, "answered");
        } else {
            tracing::debug!(status, elapsed_us, "answered");
        }
    });
    let labels = [
        ("route", route),
        ("method", known_method(&method).to_owned()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels[..2]).record(elapsed.as_secs_f64());
    response
}

fn pending(problem: Problem) -> Response {
    super::problem::Failure::from(problem).into_response()
}

/// Writes the body of a problem, and converts the framework's plain errors to problems.
fn with_body(
    response: Response,
    path: &str,
    language: crate::error::Language,
    id: &str,
) -> Response {
    if let Some(Pending(problem)) = response.extensions().get() {
        let mut written = write(
            problem,
            response.extensions().get::<Details>(),
            language,
            id,
        );
        for (name, value) in response.headers() {
            if KEPT_WITH_A_PROBLEM.contains(name) {
                written.headers_mut().append(name, value.clone());
            }
        }
        return written;
    }
    let machine = path.starts_with("/api/") || path == "/api";
    let problem = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => METHOD_NOT_ALLOWED,
        StatusCode::PAYLOAD_TOO_LARGE => TOO_LARGE,
        StatusCode::NOT_FOUND if machine => NOT_FOUND,
        _ => return response,
    };
    let mut written = write(&problem.into(), None, language, id);
    if let Some(allow) = response.headers().get(header::ALLOW) {
        written.headers_mut().insert(header::ALLOW, allow.clone());
    }
    written
}

/// The client's request id if it is well-formed, otherwise a new one.
fn request_id(request: &Request) -> String {
    request
        .headers()
        .get(REQUEST_ID)
        .and_then(|id| id.to_str().ok())
        .filter(|id| {
            (8..=64).contains(&id.len())
                && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        })
        .map_or_else(|| uuid::Uuid::new_v4().simple().to_string(), str::to_owned)
}

/// Clients can send any method text, but a metric's labels must be limited.
fn known_method(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
