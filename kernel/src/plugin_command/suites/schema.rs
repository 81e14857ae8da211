//! Values for a JSON Schema: the smallest valid one, and ones of wrong types.

use serde_json::{Map, Value, json};

/// An id that nothing has.
pub(super) const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";
/// How deep references are followed.
const MAX_DEPTH: usize = 16;

/// The author's first example, or the smallest valid value.
pub(super) fn smallest(schema: &Value) -> Value {
    value_of(schema, schema, 0)
}

fn value_of(root: &Value, schema: &Value, depth: usize) -> Value {
    let schema = resolved(root, schema);
    if depth > MAX_DEPTH {
        return Value::Null;
    }
    let first = |key: &str| schema[key].as_array().and_then(|values| values.first());
    let given = first("examples")
        .or_else(|| schema.get("const"))
        .or_else(|| schema.get("default"))
        .or_else(|| first("enum"));
    if let Some(value) = given {
        return value.clone();
    }
    if let Some(choice) = first("oneOf").or_else(|| first("anyOf")) {
        return value_of(root, choice, depth + 1);
    }
    match type_of(schema) {
        "object" => {
            let names = schema["required"].as_array().into_iter().flatten();
            let fields = names.filter_map(Value::as_str).map(|name| {
                let field = &schema["properties"][name];
                (name.to_owned(), value_of(root, field, depth + 1))
            });
            Value::Object(fields.collect())
        }
        "array" => {
            let least = schema["minItems"].as_u64().unwrap_or(0).min(100);
            let items = (0..least).map(|_| value_of(root, &schema["items"], depth + 1));
            items.collect()
        }
        "string" => text_of(schema).into(),
        "integer" | "number" => number_of(schema),
        "boolean" => Value::Bool(false),
        _ => Value::Null,
    }
}

/// Follows references inside of the schema.
fn resolved<'a>(root: &'a Value, mut schema: &'a Value) -> &'a Value {
    for _ in 0..MAX_DEPTH {
        let pointer = schema["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
        match pointer.and_then(|pointer| root.pointer(pointer)) {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// The first type that is not `null`.
fn type_of(schema: &Value) -> &str {
    let named = match &schema["type"] {
        Value::Array(types) => types
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null"),
        one => one.as_str(),
    };
    let is_object = schema.get("properties").is_some();
    named.unwrap_or(if is_object { "object" } else { "null" })
}

fn text_of(schema: &Value) -> String {
    match schema["format"].as_str() {
        Some("uuid") => return UNKNOWN_ID.into(),
        Some("date-time") => return "2026-01-01T00:00:00Z".into(),
        Some("date") => return "2026-01-01".into(),
        Some("email") => return "a@example.com".into(),
        Some("uri") => return "https://example.com/".into(),
        _ => {}
    }
    let least = schema["minLength"].as_u64().unwrap_or(1).clamp(1, 10_000);
    "a".repeat(usize::try_from(least).unwrap_or(1))
}

fn number_of(schema: &Value) -> Value {
    if let Some(least) = schema.get("minimum") {
        return least.clone();
    }
    if let Some(below) = schema["exclusiveMinimum"].as_i64() {
        return json!(below + 1);
    }
    match schema.get("maximum") {
        Some(most) if most.as_f64() < Some(0.0) => most.clone(),
        _ => json!(0),
    }
}

/// A body that a route must survive, and what is wrong with it.
pub(super) struct BadBody {
    pub(super) what: String,
    pub(super) body: Vec<u8>,
}

/// Bodies that are no JSON, of wrong types by the schema, or too large.
pub(super) fn bad_bodies(schema: &Value) -> Vec<BadBody> {
    let bad = |what: &str, body: Vec<u8>| BadBody {
        what: what.to_owned(),
        body,
    };
    let mut bodies = vec![
        bad("an empty body", Vec::new()),
        bad("a body that is not JSON", b"{\"a\":".to_vec()),
        bad("a body that is not text", vec![0xff, 0xfe, 0x00]),
        bad("an array as the body", b"[]".to_vec()),
        bad("null as the body", b"null".to_vec()),
        bad("a number as the body", b"7".to_vec()),
        bad(
            "a body of 2 MiB",
            json!({ "a": "a".repeat(2 << 20) }).to_string().into_bytes(),
        ),
        bad(
            "a body that is nested 200 times",
            format!("{}1{}", "{\"a\":".repeat(200), "}".repeat(200)).into_bytes(),
        ),
    ];
    let valid = smallest(schema);
    let fields: Map<String, Value> = valid.as_object().cloned().unwrap_or_default();
    let names = resolved(schema, schema)["properties"].as_object();
    for (name, field) in names.into_iter().flatten() {
        let field = resolved(schema, field);
        let mut add = |what: String, value: Option<Value>| {
            let mut changed = fields.clone();
            match value {
                Some(value) => drop(changed.insert(name.clone(), value)),
                None => drop(changed.remove(name)),
            }
            let body = Value::Object(changed).to_string().into_bytes();
            bodies.push(BadBody { what, body });
        };
        add(format!("a body without `{name}`"), None);
        add(format!("null in `{name}`"), Some(Value::Null));
        add(
            format!("an object in `{name}`"),
            Some(json!({ "a": ["a"] })),
        );
        match type_of(field) {
            "string" => {
                add(format!("a number in `{name}`"), Some(json!(-7)));
                add(
                    format!("a text of 200,000 letters in `{name}`"),
                    Some("가".repeat(200_000).into()),
                );
                add(
                    format!("a text with a zero byte in `{name}`"),
                    Some("a\u{0}b".into()),
                );
            }
            "integer" | "number" => {
                add(format!("a text in `{name}`"), Some("seven".into()));
                add(format!("a fraction in `{name}`"), Some(json!(0.5)));
                add(format!("-1 in `{name}`"), Some(json!(-1)));
                add(
                    format!("a number of 19 digits in `{name}`"),
                    Some(json!(i64::MAX)),
                );
            }
            _ => add(format!("a text in `{name}`"), Some("seven".into())),
        }
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_value_has_what_is_required() {
        let check = |schema: Value, expected: Value| assert_eq!(smallest(&schema), expected);
        check(
            json!({ "type": "object", "required": ["id", "n", "t", "list", "at"], "properties": {
                "id": { "type": "string", "format": "uuid" }, "n": { "type": "integer", "minimum": 3 },
                "t": { "type": ["null", "string"], "minLength": 2 }, "more": { "type": "string" },
                "list": { "type": "array", "minItems": 2, "items": { "$ref": "#/$defs/yes" } },
                "at": { "enum": ["left", "right"] },
            }, "$defs": { "yes": { "type": "boolean" } } }),
            json!({ "id": UNKNOWN_ID, "n": 3, "t": "aa", "list": [false, false], "at": "left" }),
        );
        check(
            json!({ "type": "object", "examples": [{ "a": 7 }] }),
            json!({ "a": 7 }),
        );
        check(
            json!({ "oneOf": [{ "const": "x" }, { "const": "y" }] }),
            json!("x"),
        );
        check(json!({ "type": "integer", "maximum": -5 }), json!(-5));
        check(json!({ "$ref": "#" }), Value::Null);
    }

    #[test]
    fn each_field_gets_wrong_values() {
        let schema = json!({ "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } });
        let bodies = bad_bodies(&schema);
        let of = |what: &str| {
            let found = bodies.iter().find(|bad| bad.what == what);
            found.map(|bad| String::from_utf8_lossy(&bad.body).into_owned())
        };
        assert_eq!(of("a body without `n`").as_deref(), Some("{}"));
        assert_eq!(of("a text in `n`").as_deref(), Some("{\"n\":\"seven\"}"));
        assert!(bodies.iter().any(|bad| bad.body.len() > 2 << 20));
    }
}
