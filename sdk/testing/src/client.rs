//! An HTTP client without a socket: calls the kernel's router directly.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::Value;
use tower::ServiceExt;
use uuid::Uuid;

use crate::contract;
use crate::reply::Reply;

/// A client, signed in or not.
#[derive(Clone)]
pub struct Client {
    router: Router,
    token: Option<String>,
    headers: Vec<(String, String)>,
    /// The account; nil for a visitor.
    pub id: Uuid,
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

    /// A request with any method and body; bodies are sent as JSON unless a header says otherwise. Panics if the contract
    /// does not declare the response.
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
        let path = request.uri().path().to_owned();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 64 << 20).await.unwrap().to_vec();
        let reply = Reply {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
            bytes,
        };
        // Measurements, which are release builds, are not slowed down.
        if cfg!(debug_assertions) && !self.is_for_frames() {
            contract::check(method, &path, &reply);
        }
        reply
    }

    /// Whether the requests are for the host of an installed plugin's frames, which has no operations.
    fn is_for_frames(&self) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(name, value)| name == "host" && value.contains(".plugins."))
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
