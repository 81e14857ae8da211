//! The rules of a note. They need no platform, so their tests run with `cargo test`.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Error, text};

const MAX_LETTERS: usize = 2_000;

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
pub struct Note {
    #[schemars(length(max = 2_000))]
    pub text: String,
}

impl Note {
    /// The note without spaces around it, if it is not too long.
    pub fn checked(self) -> Result<Self, Error> {
        let text = text::paragraph("text", &self.text, 0..=MAX_LETTERS)?;
        Ok(Self { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_a_length() {
        let note = |letters| Note { text: "a".repeat(letters) };
        assert!(note(0).checked().is_ok() && note(MAX_LETTERS).checked().is_ok());
        assert!(note(MAX_LETTERS + 1).checked().is_err());
    }
}
