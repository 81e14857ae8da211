//! One operation of the kernel with its API description: a route cannot be added without its parameters, responses and
//! errors.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::routing::MethodRouter;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::state::Shared;
use crate::error::{Catalogue, FORBIDDEN, INVALID_QUERY, PAGE_TOO_DEEP, UNAUTHENTICATED};
use crate::identity::REAUTHENTICATION_REQUIRED;

/// A route of the kernel.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) handler: MethodRouter<Shared>,
    pub(crate) summary: &'static str,
    pub(crate) signed_in: bool,
    /// The required role: `moderator` or `admin`.
    pub(crate) role: Option<&'static str>,
    /// Whether a recent proof of identity is required.
    pub(crate) sudo: bool,
    pub(crate) status: u16,
    pub(crate) request: Option<Value>,
    pub(crate) payload: Option<Value>,
    /// The media type of a body that is not JSON.
    pub(crate) media_type: Option<&'static str>,
    pub(crate) query: Vec<(&'static str, &'static str, bool)>,
    pub(crate) problems: Vec<Catalogue>,
    /// Whether a plugin can refuse the request with a problem of its own.
    pub(crate) refused_by_plugins: bool,
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
            role: None,
            sudo: false,
            status: 200,
            request: None,
            payload: None,
            media_type: None,
            query: Vec::new(),
            problems: Vec::new(),
            refused_by_plugins: false,
        }
    }

    /// Another method of a path whose handler is registered with the operation before.
    pub(crate) fn also(method: &'static str, path: &'static str, summary: &'static str) -> Self {
        Self::new(method, path, MethodRouter::new(), summary)
    }

    pub(crate) fn signed_in(self) -> Self {
        Self {
            signed_in: true,
            ..self
        }
        .fails(&[UNAUTHENTICATED])
    }

    /// Requires a role. An unsafe operation also requires a recent proof of identity, which `PermitHolder` checks.
    pub(crate) fn role(self, role: &'static str) -> Self {
        let operation = Self {
            role: Some(role),
            ..self.signed_in()
        }
        .fails(&[FORBIDDEN]);
        match operation.method {
            "GET" => operation,
            _ => operation.sudo(),
        }
    }

    /// Requires a recent proof of identity.
    pub(crate) fn sudo(self) -> Self {
        Self {
            sudo: true,
            ..self.signed_in()
        }
        .fails(&[REAUTHENTICATION_REQUIRED])
    }

    /// The response is one page of a list.
    pub(crate) fn paged(self) -> Self {
        self.query("cursor", "The cursor of the previous page", false)
            .query("page", "1 to 100; ignored with a cursor", false)
            .query("limit", "1 to 100; default 20", false)
            .fails(&[INVALID_QUERY, PAGE_TOO_DEEP])
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

    /// A plugin can refuse the request with a problem of its own.
    pub(crate) fn refused_by_plugins(self) -> Self {
        Self {
            refused_by_plugins: true,
            ..self
        }
    }
}

/// The schema of a request body; made once for each type.
pub(super) fn schema_of<T: JsonSchema + 'static>() -> Arc<Value> {
    static SCHEMAS: LazyLock<Mutex<HashMap<TypeId, Arc<Value>>>> = LazyLock::new(Mutex::default);
    let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = schemas.entry(TypeId::of::<T>());
    known.or_insert_with(|| Arc::new(schema::<T>())).clone()
}

/// The schema of a type, without references, so that it can be embedded anywhere in the document.
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

/// The envelope of a success response.
pub(crate) fn envelope(payload: &Value) -> Value {
    json!({ "type": "object", "required": ["payload"], "properties": { "payload": payload } })
}
