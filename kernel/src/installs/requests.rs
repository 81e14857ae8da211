//! What operators ask for: an install, another version, a change.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::grant::Grant;

/// What to install, and with which permissions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The digest of an uploaded package.
    pub package: String,
    pub grant: Grant,
    /// Runs it for seven days for the people who manage the world alone, with made-up players and play money.
    #[serde(default)]
    pub trial: bool,
    /// The id of the publisher's key, if the operator agrees to it. Required while they have not agreed to the key that the
    /// publisher has now; a trial needs no agreement.
    #[serde(default)]
    pub agreed_key: Option<String>,
}

/// The version that an install is changed to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewVersion {
    /// The digest of an uploaded package of the same plugin.
    pub package: String,
    /// Required if the version asks for more than the installed one. Otherwise the earlier grant is kept.
    #[serde(default)]
    pub grant: Option<Grant>,
    /// The id of the publisher's key, if the operator agrees to it. Required while they have agreed to another key.
    #[serde(default)]
    pub agreed_key: Option<String>,
    /// Applies a version that was uploaded less than 24 hours ago.
    #[serde(default)]
    pub is_early: bool,
}

/// A change of an install.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// `true` runs it, `false` stops it; its data are kept.
    #[serde(default)]
    pub enabled: Option<bool>,
    /// Replaces the granted permissions.
    #[serde(default)]
    pub grant: Option<Grant>,
    /// Whether updates that ask for no more apply by themselves, a day after their upload. Given alone.
    #[serde(default)]
    pub auto_update: Option<bool>,
    /// Values of settings by their keys; `null` goes back to the default. Settings that are not named stay.
    #[serde(default)]
    pub settings: Option<Map<String, Value>>,
}
