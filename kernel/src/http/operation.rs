//! One call of the kernel with its contract: a route cannot be added without saying what it takes, what
//! it answers and how it fails.

use axum::routing::MethodRouter;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::Shared;
use crate::error::Catalogue;

/// A route of the kernel.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) handler: MethodRouter<Shared>,
    pub(crate) summary: &'static str,
    pub(crate) signed_in: bool,
    pub(crate) status: u16,
    pub(crate) request: Option<Value>,
    pub(crate) payload: Option<Value>,
    /// A body that is not JSON: its media type.
    pub(crate) media_type: Option<&'static str>,
    pub(crate) query: Vec<(&'static str, &'static str, bool)>,
    pub(crate) problems: Vec<Catalogue>,
}

impl Operation {
    pub(crate) fn new(
        method: &'static str,
        path: &'static str,
        handler: MethodRouter<Shared>,
        summary: &'static str,
    ) -> Self {
        Self {
            method,
            path,
            handler,
            summary,
            signed_in: false,
            status: 200,
            request: None,
            payload: None,
            media_type: None,
            query: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(crate) fn signed_in(self) -> Self {
        Self {
            signed_in: true,
            ..self
        }
    }

    pub(crate) fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(crate) fn takes<T: JsonSchema>(self) -> Self {
        Self {
            request: Some(schema::<T>()),
            ..self
        }
    }

    pub(crate) fn answers<T: JsonSchema>(self) -> Self {
        Self {
            payload: Some(schema::<T>()),
            ..self
        }
    }

    pub(crate) fn media_type(self, media_type: &'static str) -> Self {
        Self {
            media_type: Some(media_type),
            ..self
        }
    }

    pub(crate) fn query(mut self, name: &'static str, about: &'static str, required: bool) -> Self {
        self.query.push((name, about, required));
        self
    }

    pub(crate) fn fails(mut self, problems: &[Catalogue]) -> Self {
        self.problems.extend_from_slice(problems);
        self
    }
}

/// The schema of a type, without references, so that it can stand anywhere in the document.
fn schema<T: JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = SchemaGenerator::new(settings)
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("title");
        fields.remove("$schema");
    }
    schema
}

/// The envelope of a success.
pub(crate) fn envelope(payload: &Value) -> Value {
    json!({ "type": "object", "required": ["payload"], "properties": { "payload": payload } })
}
