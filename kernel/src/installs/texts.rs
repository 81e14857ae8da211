//! Texts in both languages, as they are sent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Localized;

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextView {
    pub ko: String,
    pub en: String,
}

impl From<&Localized> for TextView {
    fn from(text: &Localized) -> Self {
        Self {
            ko: text.ko.clone(),
            en: text.en.clone(),
        }
    }
}
