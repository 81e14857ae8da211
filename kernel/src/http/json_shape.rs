//! Finds lists where the contract of a route says object. The readers of bodies take a list for an object, field by field, so a
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
    let variants = variants(schema, value);
    if !variants.is_empty() {
        // A list that one of the variants takes is none in the place of an object.
        let mut places = variants.iter().map(|one| found(one, value, path));
        return places.try_fold(None, |first, place| {
            place.map(|place| first.or(Some(place)))
        })?;
    }
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

/// The variants of a union that a value can be, without null; a tag decides between objects. Empty for what is no union.
fn variants<'a>(schema: &'a Value, value: &Value) -> Vec<&'a Value> {
    let all = ["anyOf", "oneOf"]
        .iter()
        .find_map(|key| schema.get(key)?.as_array());
    let can_be = |variant: &&Value| {
        let is_null = variant.get("type").is_some_and(|kind| kind == "null");
        let properties = variant.get("properties").and_then(Value::as_object);
        let is_other = properties.into_iter().flatten().any(|(name, field)| {
            let tag = field.get("const");
            tag.is_some() && value.get(name).is_some() && value.get(name) != tag
        });
        !is_null && !is_other
    };
    all.into_iter().flatten().filter(can_be).collect()
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
            "answer": { "anyOf": [{ "type": "object" }, { "type": "array" }] },
            "act": { "oneOf": [
                { "type": "object", "properties": { "kind": { "const": "move" }, "to": { "type": "object" } } },
                { "type": "object", "properties": { "kind": { "const": "say" }, "text": { "type": "string" } } } ] },
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
            (json!({ "answer": [1] }), None),
            (json!({ "act": ["move", []] }), Some("act")),
            (
                json!({ "act": { "kind": "move", "to": [1] } }),
                Some("act.to"),
            ),
            (json!({ "act": { "kind": "say", "to": [1] } }), None),
        ] {
            let found = list_for_object(&schema, body.to_string().as_bytes());
            assert_eq!(found.as_deref(), expected, "{body}");
        }
        assert_eq!(list_for_object(&schema, b"[1"), None);
    }
}
