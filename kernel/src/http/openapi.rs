//! The API of the kernel and the plugins, as one OpenAPI 3.1 document.

use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

use super::extract::WRONG_TYPE;
use super::operation::{Operation, envelope};
use super::plugin_routes::{BAD_KEY, needs_proof};
use super::state::Shared;
use crate::actor::PlatformRole;
use crate::error::{
    BUSY, Catalogue, FORBIDDEN, IDEMPOTENCY_MISMATCH, INVALID_BODY, INVALID_QUERY, PLUGIN_FAILED,
    PLUGIN_TIMEOUT, TIMEOUT, TOO_LARGE, TOO_MANY, UNAUTHENTICATED, UNAVAILABLE, UNKNOWN,
    VALIDATION_FAILED,
};
use crate::identity::REAUTHENTICATION_REQUIRED;
use crate::plugins::{Bundle, Route};

/// The description of responses whose codes are those of a plugin; others list their codes.
pub const PROBLEM_OF_PLUGIN: &str = "A problem of the plugin";

pub(super) async fn serve(State(app): State<Shared>) -> impl IntoResponse {
    // Without the plugins that operators have installed: the document describes the platform.
    let plugins = app.platform.registry.current();
    axum::Json(document(plugins.system().map(|plugin| &plugin.bundle)))
}

/// The complete document. Deterministic: the same bundles give the same bytes.
pub fn document<'a>(bundles: impl Iterator<Item = &'a Bundle>) -> Value {
    let mut paths = Map::new();
    for operation in super::routes::operations() {
        put(
            &mut paths,
            operation.path,
            operation.method,
            describe(&operation),
        );
    }
    let mut tags =
        vec![json!({ "name": "kernel", "description": "Accounts and the platform itself." })];
    for bundle in bundles {
        let id = bundle.manifest.plugin.id.as_str();
        tags.push(json!({ "name": id, "description": bundle.name.en }));
        for route in &bundle.manifest.routes {
            put(
                &mut paths,
                &route.path,
                &route.method,
                describe_route(bundle, route),
            );
        }
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Witverse",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Successes are {\"payload\": …}; refusals are application/problem+json (RFC 9457) with a \
    code of the catalogue and a message in both languages. Unsafe calls to plugins take an Idempotency-Key.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": tags,
        "paths": paths,
        "components": {
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
            "headers": {
                "RetryAfter": {
                    "description": "After how many seconds a retry is useful, if that is known.",
                    "schema": { "type": "integer" },
                },
            },
            "schemas": { "Problem": problem_schema() },
        },
    });
    sorted(document)
}

/// Sorts the keys: whether a JSON map keeps the order of insertion depends on features of other crates.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let ordered: std::collections::BTreeMap<String, Value> = fields
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            Value::Object(ordered.into_iter().collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(sorted).collect()),
        other => other,
    }
}

fn put(paths: &mut Map<String, Value>, path: &str, method: &str, operation: Value) {
    let entry = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
    entry[method.to_ascii_lowercase()] = operation;
}

fn describe(operation: &Operation) -> Value {
    let mut parameters = path_parameters(operation.path);
    parameters.extend(operation.query.iter().map(|(name, about, required)| {
        json!({
            "name": name, "in": "query", "required": required, "description": about,
            "schema": { "type": "string" },
        })
    }));
    let content = match (operation.media_type, &operation.payload) {
        (Some(media), _) => json!({ media: { "schema": { "type": "string" } } }),
        (None, Some(payload)) => json!({ "application/json": { "schema": envelope(payload) } }),
        (None, None) => json!({}),
    };
    let mut problems = operation.problems.clone();
    if operation.request.is_some() {
        problems.extend([INVALID_BODY, TOO_LARGE, VALIDATION_FAILED, WRONG_TYPE]);
    }
    if !operation.query.is_empty() {
        problems.push(INVALID_QUERY);
    }
    if operation.signed_in && operation.method != "GET" {
        // Requests of other sites with a cookie are refused.
        problems.push(FORBIDDEN);
    }
    let mut problems = problem_rows(&problems);
    if operation.refused_by_plugins {
        problems.insert("4XX".to_owned(), vec![PROBLEM_OF_PLUGIN.to_owned()]);
    }
    finish(Parts {
        tag: "kernel",
        id: operation_id(operation.method, operation.path),
        summary: operation.summary,
        signed_in: Some(operation.signed_in),
        role: operation.role,
        sudo: operation.sudo,
        parameters,
        request: operation.request.clone(),
        status: operation.status,
        content,
        problems,
    })
}

fn describe_route(bundle: &Bundle, route: &Route) -> Value {
    let mut parameters = path_parameters(&route.path);
    if let Some(query) = bundle.schema(route.query.as_ref()) {
        let required: Vec<&str> = query["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (name, schema) in query["properties"].as_object().into_iter().flatten() {
            let mut schema = schema.clone();
            let about = schema
                .as_object_mut()
                .and_then(|fields| fields.remove("description"));
            let mut parameter = json!({
                "name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": schema,
            });
            if let Some(about) = about {
                parameter["description"] = about;
            }
            parameters.push(parameter);
        }
    }
    let content = match (&route.media_type, bundle.schema(route.response.as_ref())) {
        (Some(media), _) => json!({ media: { "schema": { "type": "string" } } }),
        (None, Some(schema)) => {
            json!({ "application/json": { "schema": envelope(&inner(schema)) } })
        }
        (None, None) => json!({}),
    };
    let mut own = vec![
        UNAUTHENTICATED,
        TOO_LARGE,
        INVALID_BODY,
        INVALID_QUERY,
        PLUGIN_FAILED,
        TOO_MANY,
    ];
    if route.request.is_some() {
        own.push(WRONG_TYPE);
    }
    if route.request.is_some() || route.query.is_some() {
        own.push(VALIDATION_FAILED);
    }
    if route.method != "GET" {
        own.extend([BAD_KEY, IDEMPOTENCY_MISMATCH]);
    }
    if needs_proof(route) {
        own.push(REAUTHENTICATION_REQUIRED);
    }
    let mut problems = problem_rows(&own);
    let mut refusals = route.problems.clone();
    if route.method != "GET" {
        // Requests of other sites with a cookie are refused.
        refusals.push(FORBIDDEN.code.to_owned());
    }
    if !refusals.is_empty() {
        problems.insert("4XX".to_owned(), refusals);
    }
    finish(Parts {
        tag: bundle.manifest.plugin.id.as_str(),
        id: operation_id(&route.method, &route.path),
        summary: &route.summary,
        signed_in: None,
        role: route.role.map(PlatformRole::as_str),
        sudo: needs_proof(route),
        parameters,
        request: bundle.schema(route.request.as_ref()).map(inner),
        status: route.status.unwrap_or(200),
        content,
        problems,
    })
}

struct Parts<'a> {
    tag: &'a str,
    id: String,
    summary: &'a str,
    /// `None` for plugins, whose policies decide.
    signed_in: Option<bool>,
    role: Option<&'static str>,
    sudo: bool,
    parameters: Vec<Value>,
    request: Option<Value>,
    status: u16,
    content: Value,
    problems: std::collections::BTreeMap<String, Vec<String>>,
}

fn finish(parts: Parts<'_>) -> Value {
    let mut responses = Map::new();
    let mut success = json!({ "description": "Success" });
    if parts
        .content
        .as_object()
        .is_some_and(|content| !content.is_empty())
    {
        success["content"] = parts.content;
    }
    responses.insert(parts.status.to_string(), success);
    for (status, codes) in parts.problems {
        let mut codes = codes;
        codes.sort();
        codes.dedup();
        let mut response = problem_response(&codes.join(", "));
        if matches!(status.as_str(), "429" | "503") {
            response["headers"] =
                json!({ "Retry-After": { "$ref": "#/components/headers/RetryAfter" } });
        }
        responses.insert(status, response);
    }
    let unexpected =
        [BUSY, UNKNOWN, PLUGIN_TIMEOUT, TIMEOUT, UNAVAILABLE].map(|problem| problem.code);
    responses.insert("default".into(), problem_response(&unexpected.join(", ")));
    let mut operation = json!({
        "tags": [parts.tag],
        "operationId": parts.id,
        "summary": parts.summary,
        "responses": responses,
        "security": match parts.signed_in {
            Some(true) => json!([{ "bearer": [] }]),
            Some(false) => json!([]),
            None => json!([{}, { "bearer": [] }]),
        },
    });
    // The authorization test reads this to choose an unauthorized person.
    if let Some(role) = parts.role {
        operation["x-role"] = role.into();
    }
    if parts.sudo {
        operation["x-sudo"] = true.into();
    }
    if !parts.parameters.is_empty() {
        operation["parameters"] = parts.parameters.into();
    }
    if let Some(schema) = parts.request {
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

fn problem_response(codes: &str) -> Value {
    json!({
        "description": codes,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}

fn problem_rows(rows: &[Catalogue]) -> std::collections::BTreeMap<String, Vec<String>> {
    let mut by_status = std::collections::BTreeMap::<String, Vec<String>>::new();
    for row in rows {
        by_status
            .entry(row.status.to_string())
            .or_default()
            .push(row.code.to_owned());
    }
    by_status
}

/// A schema as a part of the document, without its own `$id` and `$schema`, which would start a new document.
fn inner(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        fields.remove("$id");
    }
    schema
}

fn path_parameters(path: &str) -> Vec<Value> {
    placeholders(path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect()
}

fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// `POST /api/v2/worlds/name` → `postV2WorldsName`.
fn operation_id(method: &str, path: &str) -> String {
    let mut id = method.to_ascii_lowercase();
    for word in path
        .trim_start_matches("/api")
        .split(|c: char| !c.is_ascii_alphanumeric())
    {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            id.push(first.to_ascii_uppercase());
            id.extend(letters);
        }
    }
    id
}

fn problem_schema() -> Value {
    let localized = json!({
        "type": "object",
        "required": ["ko", "en"],
        "properties": { "ko": { "type": "string" }, "en": { "type": "string" } },
    });
    json!({
        "type": "object",
        "required": ["type", "title", "status", "code", "message", "language", "requestId"],
        "properties": {
            "type": { "type": "string" },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "code": { "type": "string", "description": "A code of the error catalogue." },
            "message": { "type": "string", "description": "In the language that was asked for." },
            "language": localized,
            "requestId": { "type": "string" },
            "retryAfterSeconds": { "type": "integer" },
            "fields": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["field", "message", "language"],
                    "properties": {
                        "field": { "type": "string" },
                        "message": { "type": "string" },
                        "language": localized,
                    },
                },
            },
        },
    })
}
