//! The example calls of the suites: those of the author in `tests/calls.json`, in their order, and one for each other route.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use witverse_kernel::plugins::{Bundle, Route};

use super::people::Role;
use super::schema::{UNKNOWN_ID, smallest};

/// The author's calls, below the sources.
pub(super) const FILE: &str = "tests/calls.json";
/// A value that is taken from an earlier answer: `{"$from": "POST /join", "at": "/gameId"}`.
const FROM: &str = "$from";
/// The id of a charge that the caller has confirmed: `{"$charge": 5}`.
pub(super) const CHARGE: &str = "$charge";

/// A call as the author writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The method and the path of a route: `POST /answers`.
    call: String,
    #[serde(default, rename = "as")]
    role: Role,
    #[serde(default)]
    path: BTreeMap<String, Value>,
    #[serde(default)]
    query: BTreeMap<String, Value>,
    body: Option<Value>,
}

/// An example call of a route.
#[derive(Clone)]
pub(super) struct Call {
    /// The method and the path as the manifest has them.
    pub(super) name: String,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) action: String,
    pub(super) role: Role,
    pub(super) params: BTreeMap<String, Value>,
    pub(super) query: BTreeMap<String, Value>,
    pub(super) body: Option<Value>,
    /// The JSON Schema of the body.
    pub(super) schema: Option<Value>,
}

/// The calls of a plugin; `folder` has its sources.
pub(super) fn calls_of(folder: &Path, bundle: &Bundle) -> Result<Vec<Call>, String> {
    let file = folder.join(FILE);
    let text = match file.is_file() {
        true => {
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?
        }
        false => "[]".into(),
    };
    parse(&text, bundle).map_err(|error| format!("{}: {error}", file.display()))
}

fn parse(text: &str, bundle: &Bundle) -> Result<Vec<Call>, String> {
    let written: Vec<Written> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let routes = &bundle.manifest.routes;
    let mut calls = Vec::new();
    for written in written {
        let route = routes.iter().find(|route| name_of(route) == written.call);
        let route = route.ok_or_else(|| format!("the manifest has no route {:?}", written.call))?;
        let mut call = generated(route, bundle);
        call.role = written.role;
        call.params.extend(written.path);
        call.query.extend(written.query);
        call.body = written.body.or(call.body);
        calls.push(call);
    }
    for route in routes {
        if !calls.iter().any(|call| call.name == name_of(route)) {
            calls.push(generated(route, bundle));
        }
    }
    Ok(calls)
}

fn name_of(route: &Route) -> String {
    format!("{} {}", route.method, route.path)
}

/// A call with the smallest values that the schemas of the route allow.
fn generated(route: &Route, bundle: &Bundle) -> Call {
    let schema = bundle.schema(route.request.as_ref());
    let query = bundle.schema(route.query.as_ref()).map(smallest);
    let query = query.and_then(|query| query.as_object().cloned());
    let params = route.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        Some((name.to_owned(), Value::from(UNKNOWN_ID)))
    });
    Call {
        name: name_of(route),
        method: route.method.clone(),
        path: route.path.clone(),
        action: route.action.clone(),
        role: Role::default(),
        params: params.collect(),
        query: query.unwrap_or_default().into_iter().collect(),
        body: schema.map(smallest),
        schema: schema.cloned(),
    }
}

/// The answers until now, by the names of the calls.
pub(super) type Answers = BTreeMap<String, Value>;

/// Replaces values that are taken from earlier answers. One that no answer has becomes an id that nothing has.
pub(super) fn filled(value: &Value, answers: &Answers) -> Value {
    match value {
        Value::Object(fields) => match (fields.get(FROM), fields.get("at")) {
            (Some(Value::String(name)), Some(Value::String(pointer))) => {
                let answer = answers.get(name).and_then(|answer| answer.pointer(pointer));
                answer.cloned().unwrap_or_else(|| UNKNOWN_ID.into())
            }
            _ => {
                let fields = fields.iter();
                let fields = fields.map(|(name, value)| (name.clone(), filled(value, answers)));
                Value::Object(fields.collect())
            }
        },
        Value::Array(items) => items.iter().map(|item| filled(item, answers)).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_of_earlier_answers_are_filled_in() {
        let answers = Answers::from([("POST /join".to_owned(), json!({ "games": [{ "id": 7 }] }))]);
        let from =
            |at: &str| json!({ "a": [{ "$from": "POST /join", "at": at }], "b": { "c": 1 } });
        let filled = |value: Value| super::filled(&value, &answers);
        assert_eq!(
            filled(from("/games/0/id")),
            json!({ "a": [7], "b": { "c": 1 } })
        );
        assert_eq!(filled(from("/x"))["a"][0], UNKNOWN_ID);
    }
}
