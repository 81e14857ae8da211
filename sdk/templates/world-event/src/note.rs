//! The rules of a note. They need no platform, so their tests run with `cargo test`.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Error, Timestamp, Uuid};

const MAX_LETTERS: usize = 140;

#[derive(Deserialize)]
pub struct NewNote {
    pub event: Uuid,
    pub text: String,
}

#[derive(Serialize)]
pub struct NoteView {
    /// The nickname; absent if the account was deleted.
    pub by: Option<String>,
    pub text: String,
    pub at: Timestamp,
}

/// The text of a note without spaces around it.
pub fn parse(text: &str) -> Result<String, Error> {
    let text = text.trim();
    match text.chars().count() {
        1..=MAX_LETTERS => Ok(text.to_owned()),
        _ => Err(Error::field(
            "text",
            format!("1자에서 {MAX_LETTERS}자까지 쓸 수 있습니다."),
            format!("Write 1 to {MAX_LETTERS} characters."),
        )),
    }
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
