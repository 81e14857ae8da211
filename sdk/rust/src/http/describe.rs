//! Describes the routes of a plugin for its manifest and the API document, from the types of their handlers. Only tests and
//! tools run this: the compiled plugin has none of it.

use super::{FromRequest, IntoResponse, Method, Route};
use crate::ctx::Ctx;
use crate::error::Error;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// The schemas of a handler's input and output.
#[derive(Debug, Default)]
pub struct RouteTypes {
    request: Option<Value>,
    query: Option<Value>,
    response: Option<Value>,
    status: Option<u16>,
}

impl RouteTypes {
    /// The body of the request.
    pub fn takes<T: JsonSchema>(&mut self) {
        self.request = Some(input::<T>());
    }

    /// The parameters of the query.
    pub fn asks<T: JsonSchema>(&mut self) {
        let mut schema = input::<T>();
        // An absent parameter is absent: no text of a query is null.
        if let Some(parameters) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            parameters.values_mut().for_each(without_null);
        }
        self.query = Some(schema);
    }

    /// The `payload` of the response.
    pub fn answers<T: JsonSchema>(&mut self, status: u16) {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut schema = generate::<T>(settings);
        close_objects(&mut schema);
        self.response = Some(schema);
        self.status = (status != 200).then_some(status);
    }
}

/// Describes the input and output of a handler. [`route!`](crate::route!) writes the call.
pub fn describe_handler<I: FromRequest, O: IntoResponse>(
    types: &mut RouteTypes,
    _: impl FnOnce(&Ctx, I) -> Result<O, Error>,
) {
    I::describe(types);
    O::describe(types);
}

fn input<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12())
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    RecursiveTransform(simplify).transform(&mut schema);
    schema.to_value()
}

/// Removes what says nothing to a reader: the widths of Rust's numbers, and line breaks of comments.
fn simplify(schema: &mut Schema) {
    let is_number = |format: &str| {
        format.starts_with("int") || format.starts_with("uint") || format == "double"
    };
    if schema
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(is_number)
    {
        schema.remove("format");
    }
    if let Some(Value::String(text)) = schema.remove("description")
        && !text.is_empty()
    {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        schema.insert("description".into(), line.into());
    }
}

/// The schema of an optional value as that of the value.
fn without_null(schema: &mut Value) {
    let is_null = |kind: &Value| *kind == json!("null") || kind["type"] == json!("null");
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| !is_null(kind));
        let only = kinds.first().filter(|_| kinds.len() == 1).cloned();
        if let Some(kind) = only {
            schema["type"] = kind;
        }
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
    }
    let only = schema
        .get("anyOf")
        .and_then(Value::as_array)
        .and_then(|variants| match variants.as_slice() {
            [value, null] if is_null(null) => value.as_object().cloned(),
            _ => None,
        });
    if let (Some(only), Some(fields)) = (only, schema.as_object_mut()) {
        fields.remove("anyOf");
        for (name, value) in only {
            fields.entry(name).or_insert(value);
        }
    }
}

/// A response has the described fields only.
fn close_objects(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else {
        return;
    };
    let has_variants = fields.contains_key("oneOf") || fields.contains_key("anyOf");
    if fields.contains_key("properties") {
        // A field that is left out if it has no value is never null.
        let required = fields.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| {
            required
                .as_array()
                .is_some_and(|names| names.iter().any(|known| known == name))
        };
        for (name, field) in fields["properties"].as_object_mut().into_iter().flatten() {
            if !is_required(name) {
                without_null(field);
            }
        }
        let rule = if has_variants {
            "unevaluatedProperties"
        } else {
            "additionalProperties"
        };
        fields.entry(rule).or_insert(false.into());
        for field in fields
            .get_mut("properties")
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
        {
            close_objects(field.1);
        }
        return;
    }
    for (name, inner) in fields.iter_mut() {
        match (name.as_str(), inner) {
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(variants)) => {
                variants.iter_mut().for_each(close_objects)
            }
            ("items" | "additionalProperties", inner @ Value::Object(_)) => close_objects(inner),
            _ => {}
        }
    }
}

/// The routes as entries of a manifest, with their schemas in place.
#[must_use]
pub fn describe_routes(routes: &[Route]) -> Vec<Value> {
    routes.iter().map(describe_route).collect()
}

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
    let described = describe_routes(routes);
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
