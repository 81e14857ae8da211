//! A response, with what tests read from it.

use axum::http::{HeaderMap, StatusCode, header};
use serde_json::Value;

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// The body as JSON; null without a body.
    pub body: Value,
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
