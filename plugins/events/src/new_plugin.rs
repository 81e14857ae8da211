//! The installed plugin of a new event, as the organiser chooses it.
//!
//! Pure: no kernel, no SQL.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The values of a form by the names of its fields; the type describes the JSON.
pub(crate) type FormValues = BTreeMap<String, FormValue>;

#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "it describes JSON")]
pub(crate) enum FormValue {
    Text(String),
    Number(i64),
    Flag(bool),
}

/// An installed plugin with the values of its form.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct NewPlugin {
    /// The id of the install.
    #[schemars(length(max = 40))]
    pub install: String,
    /// The values of its form.
    #[serde(default)]
    #[schemars(with = "FormValues")]
    pub form: Value,
}
