//! Problems as `application/problem+json` (RFC 9457), in the caller's language.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::error::{Error, Language, Problem, UNKNOWN};

/// An error for the response. The layer that knows the request adds the language.
#[derive(Debug)]
pub struct Failure(pub(crate) Error);

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// Passed with the response to the layer that writes the body.
#[derive(Clone, Debug)]
pub(crate) struct Pending(pub(crate) Problem);

/// What a protocol adds to a problem: its type, and further members. Passed with the response, like [`Pending`].
#[derive(Clone, Debug)]
pub(crate) struct Details {
    pub(crate) kind: &'static str,
    pub(crate) members: serde_json::Map<String, Value>,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let problem = match self.0 {
            Error::Problem(problem) => *problem,
            Error::Internal(text) => {
                tracing::error!(error = %text, "internal error");
                UNKNOWN.into()
            }
        };
        let status =
            StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        response.extensions_mut().insert(Pending(problem));
        response
    }
}

/// The response with its body.
pub(crate) fn write(
    problem: &Problem,
    details: Option<&Details>,
    language: Language,
    request_id: &str,
) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut body = json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or("Error"),
        "status": status.as_u16(),
        "code": problem.code,
        "message": problem.message.get(language),
        "language": problem.message,
        "requestId": request_id,
    });
    if !problem.fields.is_empty() {
        let fields = problem.fields.iter().map(|field| {
            json!({
                "field": field.field,
                "message": field.message.get(language),
                "language": field.message,
            })
        });
        body["fields"] = Value::Array(fields.collect());
    }
    if let Some(seconds) = problem.retry_after_s {
        body["retryAfterSeconds"] = seconds.into();
    }
    if let Some(details) = details {
        body["type"] = details.kind.into();
        for (name, value) in &details.members {
            body[name] = value.clone();
        }
    }
    let mut response = (status, body.to_string()).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = problem.retry_after_s {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}
