//! An HTTP client without a socket: calls the kernel's router directly.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt;
use uuid::Uuid;

/// A client, signed in or not.
#[derive(Clone)]
pub struct Client {
    router: Router,
    token: Option<String>,
    headers: Vec<(String, String)>,
    /// The account; nil for a visitor.
    pub id: Uuid,
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// The body as JSON; null without a body.
    pub body: Value,
}

impl Client {
    pub(crate) fn new(router: Router, token: Option<String>, id: Uuid) -> Self {
        Self {
            router,
            token,
            headers: Vec::new(),
            id,
        }
    }

    /// The access token.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The same with another token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    /// The same with an additional header.
    #[must_use]
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(body.to_string().into_bytes()))
            .await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send("PUT", path, Some(body.to_string().into_bytes()))
            .await
    }

    /// A request with any method and body; bodies are sent as JSON unless a header says otherwise.
    pub async fn send(&self, method: &str, path: &str, body: Option<Vec<u8>>) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if body.is_some() && !self.headers.iter().any(|(name, _)| name == "content-type") {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request
            .body(body.map_or_else(Body::empty, Body::from))
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 64 << 20).await.unwrap().to_vec();
        Reply {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
            bytes,
        }
    }

    /// The response itself, for streams.
    pub async fn stream(&self, path: &str) -> axum::response::Response {
        let mut request = Request::builder().uri(path);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::empty()).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }
}

impl Reply {
    /// The status and error code in a line: `200`, or `409 duplicate_nickname`.
    #[must_use]
    pub fn line(&self) -> String {
        match self.body["code"].as_str() {
            Some(code) => format!("{} {code}", self.status.as_u16()),
            None => self.status.as_u16().to_string(),
        }
    }

    /// The payload of a success; panics otherwise.
    #[must_use]
    pub fn payload(&self) -> &Value {
        assert!(
            self.status.is_success(),
            "{} {}",
            self.status,
            String::from_utf8_lossy(&self.bytes)
        );
        &self.body["payload"]
    }

    /// The field errors, `field: English message` per line.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        self.body["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                format!(
                    "{}: {}",
                    text(&field["field"]),
                    text(&field["language"]["en"])
                )
            })
            .collect()
    }

    /// A header's text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The value of a cookie that was set.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.headers
            .get_all(header::SET_COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .find_map(|value| value.strip_prefix(name)?.strip_prefix('='))
            .and_then(|rest| rest.split(';').next())
            .map(str::to_owned)
    }
}
