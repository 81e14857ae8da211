//! World names: 3 to 10 characters of `a-z`, `0-9` and `_`, without the names of the platform's own screens.
//!
//! A world's page is `/{worldName}`, so a name that is the first path segment of another page would hide that page or
//! the world. Whether a name is taken is checked by the database, and profanity by the kernel.

use crate::problems::{NAME_LENGTH, NAME_UNAVAILABLE};
use witverse_sdk::{Error, text_length};

/// First path segments of the platform's own screens and services. (`nft-terms` cannot be a name anyway.)
const RESERVED: &[&str] = &[
    "404",
    "500",
    "admin",
    "api",
    "appeal",
    "assets",
    "block",
    "charge",
    "collection",
    "crafting",
    "custom",
    "dev",
    "event",
    "files",
    "friends",
    "gifts",
    "health",
    "inventory",
    "invitation",
    "item",
    "login",
    "logout",
    "mail",
    "market",
    "metaverse",
    "metrics",
    "moderation",
    "order",
    "payments",
    "privacy",
    "profile",
    "register",
    "sandbox",
    "signup",
    "static",
    "terms",
    "user",
    "wallet",
    "world",
    "www",
];

/// Whether the platform itself uses the name as the first segment of a path.
pub fn is_reserved(text: &str) -> bool {
    RESERVED.contains(&text)
}

const LENGTH: std::ops::RangeInclusive<usize> = 3..=10;

/// A name that a world may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldName(String);

impl WorldName {
    /// Checks form and reserved names; the error is `world_name_length` or `world_name_unavailable`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if !LENGTH.contains(&text_length(text)) {
            return Err(Error::from(NAME_LENGTH).at("worldName"));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !text.chars().all(plain) || is_reserved(text) {
            return Err(unavailable());
        }
        Ok(Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The default hue of a world: the same for the same name.
    pub fn hue(&self) -> u16 {
        let hash = self.0.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        u16::try_from(hash % 360).unwrap_or_default()
    }
}

/// `world_name_unavailable`, attached to the field `worldName`.
pub fn unavailable() -> Error {
    Error::from(NAME_UNAVAILABLE).at("worldName")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let got = match WorldName::parse(text) {
            Ok(_) => "ok".to_owned(),
            Err(error) => {
                assert_eq!(error.fields()[0].field, "worldName");
                error.code().to_owned()
            }
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn form() {
        check("abc", "ok");
        check("a_9", "ok");
        check("abcdefghij", "ok");
        for short_or_long in ["", "ab", "abcdefghijk", "가나"] {
            check(short_or_long, "world_name_length");
        }
        for odd in [
            "Agora",
            "a b",
            " ab",
            "a-b",
            "가나다",
            "abc\n",
            "a.b",
            "é12",
        ] {
            check(odd, "world_name_unavailable");
        }
    }

    #[test]
    fn no_screen_can_be_hidden() {
        for reserved in RESERVED {
            check(reserved, "world_name_unavailable");
        }
        assert!(RESERVED.is_sorted(), "keep the list in order");
    }

    #[test]
    fn the_hue_is_a_hue() {
        let hue = |text| WorldName::parse(text).map(|name| name.hue());
        assert_eq!(hue("agora"), hue("agora"));
        assert!(hue("agora").is_ok_and(|hue| hue < 360));
    }
}
