//! The installed plugin of a new event, as the organiser chooses it.
//!
//! Pure: no kernel, no SQL.

use serde::Deserialize;
use serde_json::Value;

/// An installed plugin with the values of its form.
#[derive(Clone, Debug, Deserialize)]
pub struct NewPlugin {
    /// The id of the install.
    pub install: String,
    /// The values of its form.
    #[serde(default)]
    pub form: Value,
}
