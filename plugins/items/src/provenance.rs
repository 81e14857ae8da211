//! How an item came to each of its owners: links, each a statement that was hashed and signed, each naming the hash of
//! the one before it. Pure; whoever writes a link holds the item, so that a chain never forks.
//!
//! A statement speaks of accounts by their ids alone: a name is looked up when it is shown, and nobody who has left
//! can be named by it.

use serde::Serialize;
use witverse_sdk::{Timestamp, Uuid};

/// How an item changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Out of nothing, for its first owner.
    Made,
    /// From one person to another.
    Given,
    /// For WIT.
    Sold,
    /// To the platform, because its owner has left.
    Returned,
}

impl Kind {
    /// As it is kept and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Given => "given",
            Self::Sold => "sold",
            Self::Returned => "returned",
        }
    }
}

/// A link, before it is hashed and signed. The order of its fields is the order in the statement.
#[derive(Clone, Debug, Serialize)]
pub struct Statement<'a> {
    /// Which item.
    pub item: &'a Uuid,
    /// From 1, without gaps.
    pub seq: i64,
    /// How it changed hands.
    pub kind: Kind,
    /// Nobody: the platform.
    pub from: Option<&'a Uuid>,
    /// Nobody: the platform.
    pub to: Option<&'a Uuid>,
    /// When.
    pub at: Timestamp,
    /// What it belongs to: a gift, a sale.
    pub reference: Option<&'a str>,
    /// The hash of the link before; none for the first.
    pub previous: Option<&'a str>,
}

impl Statement<'_> {
    /// The very text that is hashed, signed and kept.
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
