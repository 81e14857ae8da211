//! The provenance of an item: a chain of links, each a signed statement with the hash of the link before. Pure
//! functions; the caller holds the item's lock, so that a chain never forks.
//!
//! A statement names accounts by id only: a name is looked up when the chain is shown, so an erased account cannot be
//! identified by it.

use serde::Serialize;
use witverse_sdk::{Timestamp, Uuid};

/// The kind of a transfer of ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Creation, for the first owner.
    Made,
    /// From one person to another.
    Given,
    /// A sale for WIT.
    Sold,
    /// To the platform, because the owner's account was erased.
    Returned,
}

impl Kind {
    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Given => "given",
            Self::Sold => "sold",
            Self::Returned => "returned",
        }
    }
}

/// A link before it is hashed and signed. The order of its fields is their order in the statement.
#[derive(Clone, Debug, Serialize)]
pub struct Statement<'a> {
    /// The item.
    pub item: &'a Uuid,
    /// From 1, without gaps.
    pub seq: i64,
    /// The kind of the transfer.
    pub kind: Kind,
    /// The earlier owner; `None` for the platform.
    pub from: Option<&'a Uuid>,
    /// The new owner; `None` for the platform.
    pub to: Option<&'a Uuid>,
    /// The time of the transfer.
    pub at: Timestamp,
    /// The cause: a gift, a sale.
    pub reference: Option<&'a str>,
    /// The hash of the link before; none for the first.
    pub previous: Option<&'a str>,
}

impl Statement<'_> {
    /// The exact text that is hashed, signed and stored.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_always_the_same_text() {
        let (item, to) = (Uuid::nil(), Uuid::nil());
        let statement = Statement {
            item: &item,
            seq: 2,
            kind: Kind::Given,
            from: None,
            to: Some(&to),
            at: Timestamp::from_millis(0),
            reference: Some("gift:7"),
            previous: Some("ab"),
        };
        let nil = "00000000-0000-0000-0000-000000000000";
        assert_eq!(
            statement.text().expect("serialises"),
            format!(
                r#"{{"item":"{nil}","seq":2,"kind":"given","from":null,"to":"{nil}","at":"1970-01-01T00:00:00.000Z","reference":"gift:7","previous":"ab"}}"#
            )
        );
    }
}
