//! `avatars@1`: how people look.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::Uuid;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a room draws of a person. An unknown account has the look of one that has not chosen. Decides about no permission.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LookOf {
    pub user_id: Uuid,
}

/// The answer to [`LookOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// `{v, body, skin, face, hair, hairColor, top, topStyle, bottom, bottomStyle, gear, hides, vrm}` with colours as in CSS. `hides` is present if gear
    /// covers parts of the body, `vrm` for people who appear as a VRM file.
    pub look: Value,
}

crate::requests!("avatars@1": "look" LookOf => Drawn);
