//! What an install consists of, and those that are loaded.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::grant::Grant;
use super::store::InstallRow;
use crate::plugins::Installed;

/// Everything that determines how an install behaves.
#[derive(Clone, PartialEq)]
pub(super) struct Spec {
    pub id: String,
    pub kind: String,
    pub scope_id: String,
    pub scope_name: Option<String>,
    pub digest: Vec<u8>,
    pub granted: Grant,
    pub settings: Value,
    pub is_trial: bool,
}

impl Spec {
    /// A new install in a resource.
    pub(super) fn new(
        id: &str,
        (kind, scope_id, scope_name): (&str, &str, Option<&str>),
        digest: &[u8],
        granted: Grant,
    ) -> Self {
        Self {
            id: id.to_owned(),
            kind: kind.to_owned(),
            scope_id: scope_id.to_owned(),
            scope_name: scope_name.map(str::to_owned),
            digest: digest.to_vec(),
            granted,
            settings: Value::Object(serde_json::Map::new()),
            is_trial: false,
        }
    }

    pub(super) fn of_row(row: &InstallRow) -> Self {
        Self {
            id: row.id.clone(),
            kind: row.scope_kind.clone(),
            scope_id: row.scope_id.clone(),
            scope_name: row.scope_name.clone(),
            digest: row.digest.clone(),
            granted: row.granted.0.clone(),
            settings: row.settings.clone(),
            is_trial: row.is_trial,
        }
    }
}

/// The installs that are in force.
#[derive(Default)]
pub(super) struct Loaded {
    /// The changes that they contain; `None` before the first time.
    pub generation: Option<i64>,
    pub installs: BTreeMap<String, (Spec, Arc<Installed>)>,
}
