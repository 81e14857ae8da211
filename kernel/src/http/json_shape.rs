//! Finds lists where the contract of a route says object. The readers of plugins take a list for an object, field by field, so a
//! client's mistake would be taken, and mean something else after a field is added.

use serde_json::Value;

/// The path of the first list in the place of an object; `None` also for what is not JSON, which its reader refuses.
pub(super) fn list_for_object(schema: &Value, body: &[u8]) -> Option<String> {
    // Most bodies have no list.
    if !body.contains(&b'[') {
        return None;
    }
    let value = serde_json::from_slice(body).ok()?;
    found(schema, &value, "")
}

fn found(schema: &Value, value: &Value, path: &str) -> Option<String> {
    let schema = without_null(schema);
    match value {
        Value::Array(_) if is_object_only(schema) => Some(match path {
            "" => "body".to_owned(),
            path => path.to_owned(),
        }),
        Value::Array(items) => {
            let of_items = schema.get("items")?;
            let mut places = items.iter().enumerate();
            places.find_map(|(index, item)| found(of_items, item, &format!("{path}[{index}]")))
        }
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            let named = schema.get("properties").and_then(|all| all.get(name));
            let of_field = named.or_else(|| schema.get("additionalProperties"))?;
            let path = match path {
                "" => name.clone(),
                path => format!("{path}.{name}"),
            };
            found(of_field, field, &path)
        }),
        _ => None,
    }
}

/// The one variant of a schema that is not null; other unions have no shape of their own here.
fn without_null(schema: &Value) -> &Value {
    let variants = ["anyOf", "oneOf"]
        .iter()
        .find_map(|key| schema.get(key)?.as_array());
    let is_null = |variant: &&Value| variant.get("type").is_some_and(|kind| kind == "null");
    let mut others = variants.into_iter().flatten().filter(|one| !is_null(one));
    match (others.next(), others.next()) {
        (Some(only), None) => only,
        _ => schema,
    }
}

/// Whether the schema allows objects and no lists.
fn is_object_only(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| kind == "object") && !kinds.iter().any(|kind| kind == "array")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::list_for_object;
    use serde_json::json;

    #[test]
    fn a_list_is_no_object() {
        let schema = json!({ "type": "object", "properties": {
            "prize": { "anyOf": [{ "type": "object" }, { "type": "null" }] },
            "scene": { "type": "object", "properties": {
                "objects": { "type": "array", "items": { "type": ["object", "null"], "properties": {
                    "position": { "type": "object" }, "tags": { "type": "array" } } } } } } } });
        for (body, expected) in [
            (
                json!({ "scene": { "objects": [{ "position": { "x": 1 }, "tags": [[1]] }, null] } }),
                None,
            ),
            (json!([1]), Some("body")),
            (json!({ "scene": [[]] }), Some("scene")),
            (
                json!({ "scene": { "objects": [["o-9", "crate"]] } }),
                Some("scene.objects[0]"),
            ),
            (
                json!({ "scene": { "objects": [{ "position": [1, 0, 1] }] } }),
                Some("scene.objects[0].position"),
            ),
            (json!({ "unknown": [1] }), None),
            (json!({ "prize": [1] }), Some("prize")),
        ] {
            let found = list_for_object(&schema, body.to_string().as_bytes());
            assert_eq!(found.as_deref(), expected, "{body}");
        }
        assert_eq!(list_for_object(&schema, b"[1"), None);
    }
}
