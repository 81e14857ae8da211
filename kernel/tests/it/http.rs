//! Input validation: every response has the standard form, and a refused request writes nothing. Invalid input is
//! generated from the kernel's own contract, so that a new operation is covered automatically.

mod addresses;
mod answers;
mod bad_input;
mod connections;
mod lists;
mod secrets;
mod texts;
mod web;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

/// An operation of the contract.
pub(crate) struct Operation {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) about: Value,
}

impl Operation {
    /// The schema of its body.
    pub(crate) fn body(&self) -> Option<&Value> {
        let schema = &self.about["requestBody"]["content"]["application/json"]["schema"];
        schema.is_object().then_some(schema)
    }

    /// Its path with a value for each placeholder.
    pub(crate) fn address(&self) -> String {
        let parts = self
            .path
            .split('/')
            .map(|part| match part.starts_with('{') {
                true => "00000000-0000-7000-8000-000000000007",
                false => part,
            });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The one of two people whose role allows the operation.
    pub(crate) fn allowed_client<'a>(&self, person: &'a Client, keeper: &'a Client) -> &'a Client {
        match self.about["x-role"] {
            Value::Null => person,
            _ => keeper,
        }
    }

    fn parameters(&self) -> impl Iterator<Item = (&str, &Value)> {
        let parameters = self.about["parameters"].as_array().into_iter().flatten();
        parameters
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| (parameter["name"].as_str().unwrap(), &parameter["schema"]))
    }

    async fn send(&self, client: &Client, body: Vec<u8>) -> Reply {
        client.send(&self.method, &self.address(), Some(body)).await
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// All operations of the running kernel.
pub(crate) async fn operations(app: &TestApp) -> Vec<Operation> {
    let document = app.visitor().get("/api/openapi.json").await.body;
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            // Its responses have no body to compare; `files::uploads` tests them.
            if method == "head" {
                continue;
            }
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                about: about.clone(),
            });
        }
    }
    assert!(operations.len() > 20, "the contract is there");
    operations
}

/// A value that matches the types of the schema.
pub(crate) fn sample(schema: &Value) -> Value {
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].clone(),
        kind => kind.clone(),
    };
    match kind.as_str() {
        Some("string") => json!("abc"),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            Value::Object(
                properties
                    .map(|(name, schema)| (name.clone(), sample(schema)))
                    .collect(),
            )
        }
        _ => Value::Null,
    }
}

/// Checks the form of a refusal.
pub(crate) fn is_problem(reply: &Reply, what: &str) {
    let body = &reply.body;
    assert_eq!(
        reply.header("content-type"),
        Some("application/problem+json"),
        "{what}: {body}"
    );
    assert_eq!(body["status"], reply.status.as_u16(), "{what}");
    assert_eq!(body["type"], "about:blank", "{what}");
    assert!(body["title"].is_string(), "{what}");
    let code = body["code"].as_str().unwrap_or_default();
    assert!(
        !code.is_empty()
            && code
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
        "{what}"
    );
    says_twice(body, what);
    for field in body["fields"].as_array().into_iter().flatten() {
        assert!(
            field["field"]
                .as_str()
                .is_some_and(|name| !name.is_empty() && name != "."),
            "{what}: {field}"
        );
        says_twice(field, what);
    }
    assert_eq!(
        body["requestId"].as_str(),
        reply.header("x-request-id"),
        "{what}"
    );
    is_guarded(reply, what);
}

fn says_twice(body: &Value, what: &str) {
    for language in ["ko", "en"] {
        let text = body["language"][language].as_str();
        assert!(
            text.is_some_and(|text| !text.is_empty()),
            "{what}: {language} of {body}"
        );
    }
    let hangul = body["language"]["ko"]
        .as_str()
        .unwrap()
        .chars()
        .any(|c| ('가'..='힣').contains(&c));
    assert!(hangul, "{what}: Korean is Korean: {body}");
    assert_eq!(body["message"], body["language"]["ko"], "{what}");
}

/// Checks the security headers of a response.
fn is_guarded(reply: &Reply, what: &str) {
    for (name, begins) in [
        ("content-security-policy", "default-src '"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(self)"),
        ("x-request-id", ""),
    ] {
        let value = reply
            .header(name)
            .unwrap_or_else(|| panic!("{what} has no {name}"));
        assert!(value.starts_with(begins), "{what}: {name}: {value}");
    }
    // Frames of installed plugins are the only source with a wildcard.
    let policy = reply.header("content-security-policy").unwrap();
    let policy = policy.replace("frame-src http://*.plugins.localhost:*", "");
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
        "{what}"
    );
    assert!(
        !policy.contains("unsafe-eval") && !policy.contains('*'),
        "{what}: {policy}"
    );
}
