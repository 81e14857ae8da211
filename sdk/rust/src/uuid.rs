//! Identifiers. This module creates none: a new one comes from [`Random::uuid`](crate::ctx::Random::uuid).

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// A UUID in canonical form: hyphenated, lower-case.
///
/// ```
/// use witverse_sdk::Uuid;
/// let id = Uuid::parse("0190C2D4-7A3B-7000-8000-00000000000A").expect("a UUID");
/// assert_eq!(id.as_str(), "0190c2d4-7a3b-7000-8000-00000000000a");
/// assert!(Uuid::parse("agora").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Uuid(String);

impl Uuid {
    /// Parses the hyphenated form, in either case.
    pub fn parse(text: &str) -> Option<Self> {
        let shaped = text.len() == 36
            && text.bytes().enumerate().all(|(at, byte)| match at {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => byte.is_ascii_hexdigit(),
            });
        shaped.then(|| Self(text.to_ascii_lowercase()))
    }

    /// The UUID with all bits zero; no account or object has it.
    pub fn nil() -> Self {
        Self("00000000-0000-0000-0000-000000000000".into())
    }

    /// The canonical form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text is in canonical form: the kernel sends no other.
    pub(crate) fn trusted(text: String) -> Self {
        Self(text)
    }

    /// The last eight bits: uniformly distributed in every version of UUID, so suitable for choosing a shard.
    pub fn low_byte(&self) -> u8 {
        u8::from_str_radix(&self.0[34..], 16).unwrap_or_default()
    }
}

impl std::fmt::Display for Uuid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for Uuid {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Uuid".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uuid" })
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("expected a UUID"))
    }
}

#[cfg(test)]
mod tests {
    use super::Uuid;

    #[test]
    fn reads_only_the_hyphenated_form() {
        for wrong in [
            "",
            "0190c2d47a3b7000800000000000000a",
            "0190c2d4-7a3b-7000-8000-00000000000g",
            "0190c2d4-7a3b-7000-8000-0000000000001",
            "가190c2d4-7a3b-7000-8000-00000000000",
        ] {
            assert!(Uuid::parse(wrong).is_none(), "{wrong}");
        }
        let id = Uuid::parse("0190c2d4-7a3b-7000-8000-0000000000fe").expect("a UUID");
        assert_eq!(id.low_byte(), 0xfe);
    }
}
