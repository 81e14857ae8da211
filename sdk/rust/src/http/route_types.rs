//! The schemas of a handler's types, as the manifest and the API document have them.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// The schemas of a handler's input and output.
#[derive(Debug, Default)]
pub struct RouteTypes {
    pub(super) request: Option<Value>,
    pub(super) query: Option<Value>,
    pub(super) response: Option<Value>,
    pub(super) status: Option<u16>,
    pub(super) media_type: Option<&'static str>,
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

    /// A response that is not JSON.
    pub fn answers_media(&mut self, media_type: &'static str) {
        self.media_type = Some(media_type);
    }
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

/// Removes what says nothing to a reader: the widths of Rust's numbers, line breaks of comments, and the schemas of single variants.
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
    if let Some(names) = names_of(schema) {
        schema.remove("oneOf");
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), names.into());
    }
    if let Some(Value::String(text)) = schema.remove("description")
        && !text.is_empty()
    {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        schema.insert("description".into(), line.into());
    }
}

/// The names of an enum whose variants are documented one by one.
fn names_of(schema: &Schema) -> Option<Vec<Value>> {
    let mut names = Vec::new();
    for variant in schema.get("oneOf")?.as_array()? {
        match (variant.get("const"), variant.get("enum")) {
            (Some(name @ Value::String(_)), _) => names.push(name.clone()),
            (_, Some(Value::Array(several))) => names.extend(several.iter().cloned()),
            _ => return None,
        }
    }
    Some(names)
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

#[cfg(test)]
mod tests {
    use super::RouteTypes;
    use serde_json::json;

    #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        /// A variant with a comment.
        One,
        Two,
    }

    #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    struct Fields {
        /// A comment
        /// of two lines.
        kind: Kind,
        always: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<String>,
    }

    #[test]
    fn schemas_are_those_of_the_json() {
        let mut types = RouteTypes::default();
        types.takes::<Fields>();
        types.asks::<Fields>();
        types.answers::<Fields>(201);
        let field = |schema: &Option<serde_json::Value>, name: &str| {
            schema
                .as_ref()
                .map(|schema| schema["properties"][name].clone())
        };
        let kind = json!({ "type": "string", "enum": ["two", "one"], "description": "A comment of two lines." });
        assert_eq!(field(&types.request, "kind"), Some(kind));
        let number = |kind: serde_json::Value| Some(json!({ "type": kind, "minimum": 0 }));
        assert_eq!(
            field(&types.request, "always"),
            number(json!(["integer", "null"]))
        );
        assert_eq!(field(&types.query, "always"), number(json!("integer")));
        assert_eq!(
            field(&types.response, "always"),
            number(json!(["integer", "null"]))
        );
        assert_eq!(
            field(&types.response, "left_out"),
            Some(json!({ "type": "string" }))
        );
        let response = types.response.expect("a response");
        assert_eq!(response["required"], json!(["kind", "always"]));
        assert_eq!(response["additionalProperties"], json!(false));
        assert_eq!(types.status, Some(201));
    }
}
