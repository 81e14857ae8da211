//! `presence@1`: where people are now; `arrivals@1`: the kernel tells that somebody came or went.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::Uuid;
use crate::ctx::Text;
use serde::{Deserialize, Serialize};

/// Where people are now, as far as the caller may enter there. Whose place the caller may learn of is decided by who asks.
#[derive(Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    /// At most 500.
    pub people: Vec<Uuid>,
}

/// The block that a person is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub user_id: Uuid,
    pub block_id: Uuid,
    pub world_name: String,
    pub block_name: String,
    pub title: Text,
    /// How many people are inside.
    pub people: u32,
}

/// The answer to [`Whereabouts`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Places {
    /// People who are nowhere, or where the caller may not enter, are left out.
    pub places: Vec<Place>,
}

/// A person entered or left a room. The kernel calls it without a caller.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Moved {
    pub person: Uuid,
    pub is_arrival: bool,
}

crate::requests!("presence@1":
    "whereabouts" Whereabouts => Places,
);
crate::requests!("arrivals@1":
    "moved" Moved => (),
);
