//! Query pairs and placeholders as a struct: every value is text and is parsed as the field's type.
//!
//! The last of several equal keys wins. Lists and nested structs are not supported: they have no standard encoding.

use super::input_error::shape_error;
use crate::error::Error;
use serde::de::{
    self, DeserializeOwned, IntoDeserializer, Visitor,
    value::{Error as Plain, MapDeserializer},
};

/// Reads `pairs` as a `T`.
pub(super) fn read<T: DeserializeOwned>(pairs: &[(String, String)]) -> Result<T, Error> {
    if let Some((name, _)) = pairs.iter().find(|(_, text)| text.contains('\u{0}')) {
        return Err(shape_error(name, "it holds U+0000"));
    }
    let last = |at: usize, name: &str| !pairs[at + 1..].iter().any(|(other, _)| other == name);
    let entries = pairs
        .iter()
        .enumerate()
        .filter(|(at, (name, _))| last(*at, name))
        .map(|(_, (name, text))| (name.as_str(), Text { name, text }));
    T::deserialize(MapDeserializer::<_, Plain>::new(entries)).map_err(|error| {
        let message = error.to_string();
        match message.split_once('\u{0}') {
            Some((name, message)) => shape_error(name, message),
            None => shape_error(".", &message),
        }
    })
}

/// One value, with its name for the error.
struct Text<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'de> IntoDeserializer<'de, Plain> for Text<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl Text<'_> {
    fn wrong(&self, message: impl std::fmt::Display) -> Plain {
        de::Error::custom(format!("{}\u{0}{message}", self.name))
    }

    fn parse<T: std::str::FromStr>(&self, expected: &str) -> Result<T, Plain> {
        self.text
            .parse()
            .map_err(|_| self.wrong(format!("expected {expected}")))
    }
}

macro_rules! scalar {
    ($($method:ident $visit:ident $expected:literal)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Plain> {
            visitor.$visit(self.parse($expected)?)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Text<'de> {
    type Error = Plain;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Plain> {
        visitor
            .visit_borrowed_str(self.text)
            .map_err(|error: Plain| self.wrong(error))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Plain> {
        if self.text.is_empty() {
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Plain> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Plain> {
        let name = self.name;
        visitor
            .visit_enum(self.text.into_deserializer())
            .map_err(|error: Plain| de::Error::custom(format!("{name}\u{0}{error}")))
    }

    scalar! {
        deserialize_bool visit_bool "true or false"
        deserialize_i8 visit_i8 "a whole number"
        deserialize_i16 visit_i16 "a whole number"
        deserialize_i32 visit_i32 "a whole number"
        deserialize_i64 visit_i64 "a whole number"
        deserialize_u8 visit_u8 "a whole number"
        deserialize_u16 visit_u16 "a whole number"
        deserialize_u32 visit_u32 "a whole number"
        deserialize_u64 visit_u64 "a whole number"
        deserialize_f32 visit_f32 "a number"
        deserialize_f64 visit_f64 "a number"
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Asked {
        world_name: String,
        #[serde(default)]
        page: Option<u32>,
        #[serde(default)]
        deep: bool,
    }

    fn asked(pairs: &[(&str, &str)]) -> Result<Asked, Error> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        read(&pairs)
    }

    #[test]
    fn text_becomes_the_fields_type() {
        let read = asked(&[("worldName", "a"), ("page", "2"), ("page", "3"), ("x", "y")]);
        let expect = Asked {
            world_name: "a".into(),
            page: Some(3),
            deep: false,
        };
        assert_eq!(read, Ok(expect));
        assert_eq!(
            asked(&[("worldName", ""), ("page", "")]).map(|a| a.page),
            Ok(None)
        );
    }

    #[test]
    fn wrong_text_names_the_field() {
        let check = |pairs: &[(&str, &str)], field: &str| {
            let error = asked(pairs).expect_err(field);
            assert_eq!(error.fields()[0].field, field);
        };
        check(&[], "worldName");
        check(&[("worldName", "a"), ("page", "-1")], "page");
        check(&[("worldName", "a"), ("deep", "perhaps")], "deep");
        check(&[("worldName", "a\u{0}")], "worldName");
    }
}
