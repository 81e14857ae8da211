//! Block names: 3 to 20 characters of `a-z`, `0-9`, `_` and `-`, without the names of other pages of a world.
//!
//! A block's page is `/{worldName}/{blockName}`. Whether a name is taken is checked by the database, and profanity by
//! the kernel.

use crate::problems::{NAME_LENGTH, NAME_UNAVAILABLE};
use witverse_sdk::{Error, text_length};

/// Second path segments of the pages of a world. (`x` is too short to be a name anyway.)
const RESERVED: &[&str] = &[
    "announcement",
    "block",
    "dashboard",
    "emoji",
    "event",
    "management",
    "market",
    "post",
    "profile",
    "setting",
    "x",
];

const LENGTH: std::ops::RangeInclusive<usize> = 3..=20;

/// A name that a block may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockName(String);

impl BlockName {
    /// Checks form and reserved names; the error is `block_name_length` or `block_name_unavailable`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let is_reserved = RESERVED.contains(&text);
        if !is_reserved && !LENGTH.contains(&text_length(text)) {
            return Err(Error::from(NAME_LENGTH).at("blockName"));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if is_reserved || !text.chars().all(plain) {
            return Err(unavailable());
        }
        Ok(Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// `block_name_unavailable`, attached to the field `blockName`.
pub fn unavailable() -> Error {
    Error::from(NAME_UNAVAILABLE).at("blockName")
}

#[cfg(test)]
mod tests {
    use super::{BlockName, RESERVED};

    fn check(text: &str, expect: &str) {
        let got = match BlockName::parse(text) {
            Ok(_) => "ok".to_owned(),
            Err(error) => {
                assert_eq!(error.fields()[0].field, "blockName");
                error.code().to_owned()
            }
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn form() {
        for fine in ["abc", "a_9", "a-b", "---", "abcdefghijklmnopqrst"] {
            check(fine, "ok");
        }
        for short_or_long in ["", "ab", "abcdefghijklmnopqrstu", "가나"] {
            check(short_or_long, "block_name_length");
        }
        for odd in [
            "Plaza",
            "a b",
            " ab",
            "가나다",
            "abc\n",
            "a.b",
            "a/b",
            "é12",
        ] {
            check(odd, "block_name_unavailable");
        }
    }

    #[test]
    fn no_page_of_a_world_can_be_hidden() {
        for reserved in RESERVED {
            check(reserved, "block_name_unavailable");
        }
        assert!(RESERVED.is_sorted(), "keep the list in order");
    }
}
