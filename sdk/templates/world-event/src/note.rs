//! The rules of a note. They need no platform, so their tests run with `cargo test`.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Error, Timestamp, Uuid, text};

const MAX_LETTERS: usize = 140;

#[derive(Deserialize, schemars::JsonSchema)]
pub struct NewNote {
    pub event: Uuid,
    pub text: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub struct NoteView {
    /// The nickname; absent if the account was deleted.
    pub by: Option<String>,
    pub text: String,
    pub at: Timestamp,
}

/// The text of a note without spaces around it.
pub fn parse(text: &str) -> Result<String, Error> {
    text::paragraph("text", text, 1..=MAX_LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_short_and_not_empty() {
        assert_eq!(parse("  hello ").expect("fine"), "hello");
        assert_eq!(parse("   ").expect_err("empty").status(), 422);
        assert!(parse(&"가".repeat(MAX_LETTERS)).is_ok());
        assert!(parse(&"가".repeat(MAX_LETTERS + 1)).is_err());
    }
}
