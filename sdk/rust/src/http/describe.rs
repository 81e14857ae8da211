//! Describes the routes of a plugin for its manifest and the API document. Only tests and tools run this: the compiled plugin has
//! none of it.

use super::{Method, Route, RouteTypes};
use serde_json::{Map, Value, json};

/// A route as an entry of a manifest, with its schemas in place.
fn describe_route(route: &Route) -> Value {
    let mut types = RouteTypes::default();
    (route.types)(&mut types);
    let mut entry = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() && value != json!("") && value != json!([]) {
            entry.insert(name.into(), value);
        }
    };
    let info = &route.info;
    put("method", method_name(route.method).into());
    put("path", route.path.into());
    put("action", info.action.into());
    put("rate", info.rate.into());
    put("role", info.role.into());
    put("summary", info.summary.trim().into());
    put(
        "resource",
        info.resource.map_or(Value::Null, |resource| {
            let mut described = json!({ "kind": resource.kind, resource.part: resource.name });
            if let Some(unknown) = resource.unknown {
                described["unknown"] = unknown.into();
            }
            described
        }),
    );
    put("status", types.status.into());
    put("problems", info.problems.into());
    put("query", types.query.into());
    put("request", types.request.into());
    put("response", types.response.into());
    put("media_type", types.media_type.into());
    entry.into()
}

const fn method_name(method: Method) -> &'static str {
    match method {
        Method::Get => "GET",
        Method::Post => "POST",
        Method::Put => "PUT",
        Method::Patch => "PATCH",
        Method::Delete => "DELETE",
    }
}

/// Compares `routes.json` beside a plugin's manifest with its routes, or writes the file if `WITVERSE_UPDATE` is set.
/// The test that [`register!`](crate::register!) writes calls it.
///
/// # Panics
/// The file is not up to date.
pub fn check_described(folder: &str, routes: &[Route]) {
    let file = std::path::Path::new(folder).join("routes.json");
    let described: Vec<Value> = routes.iter().map(describe_route).collect();
    let is_described = routes.iter().any(|route| !route.info.action.is_empty());
    let current = std::fs::read_to_string(&file).unwrap_or_default();
    if !is_described || serde_json::from_str(&current).ok() == Some(Value::from(described.clone()))
    {
        return;
    }
    #[allow(clippy::disallowed_methods, reason = "a switch of a test")]
    let updates = std::env::var_os("WITVERSE_UPDATE").is_some();
    assert!(
        updates,
        "{} is not up to date; `WITVERSE_UPDATE=1 cargo test` writes it",
        file.display()
    );
    let lines: Vec<String> = described.iter().map(Value::to_string).collect();
    let expected = format!("[\n{}\n]\n", lines.join(",\n"));
    std::fs::write(&file, expected).expect("routes.json is written");
}
