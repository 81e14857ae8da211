//! Conversion between Rust types and SQL values. Conversions are lossless: a number that does not fit is an error.

use crate::time::Timestamp;
use crate::uuid::Uuid;

/// A parameter or a column value of a statement.
pub use crate::bindings::witverse::plugin::types::Value;

/// A type that can be read from a [`Value`].
pub trait FromValue: Sized {
    /// The expected type, for error messages: `text`, `an integer`, ….
    const EXPECTED: &'static str;
    /// `None` if the value is of another type or does not fit.
    fn from_value(value: &Value) -> Option<Self>;
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Boolean(_) => "a boolean",
        Value::Int(_) => "an integer",
        Value::Float(_) => "a float",
        Value::Text(_) => "text",
        Value::Bytes(_) => "bytes",
        Value::Uuid(_) => "a UUID",
        Value::Timestamp(_) => "a timestamp",
        Value::Json(_) => "JSON",
        Value::Ints(_) => "a list of integers",
        Value::Texts(_) => "a list of texts",
        Value::Uuids(_) => "a list of UUIDs",
    }
}

macro_rules! value {
    ($type:ty, $expected:literal, |$in:ident| $into:expr, $pattern:pat => $from:expr) => {
        impl From<$type> for Value {
            fn from($in: $type) -> Self {
                $into
            }
        }
        impl FromValue for $type {
            const EXPECTED: &'static str = $expected;
            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    $pattern => $from,
                    _ => None,
                }
            }
        }
    };
}

value!(bool, "a boolean", |x| Value::Boolean(x), Value::Boolean(x) => Some(*x));
value!(i64, "an integer", |x| Value::Int(x), Value::Int(x) => Some(*x));
value!(i32, "an integer", |x| Value::Int(x.into()), Value::Int(x) => (*x).try_into().ok());
value!(u32, "an integer", |x| Value::Int(x.into()), Value::Int(x) => (*x).try_into().ok());
value!(u16, "an integer", |x| Value::Int(x.into()), Value::Int(x) => (*x).try_into().ok());
value!(u8, "an integer", |x| Value::Int(x.into()), Value::Int(x) => (*x).try_into().ok());
value!(u64, "an integer", |x| Value::Int(i64::try_from(x).unwrap_or(i64::MAX)), Value::Int(x) => (*x).try_into().ok());
value!(usize, "an integer", |x| Value::Int(i64::try_from(x).unwrap_or(i64::MAX)), Value::Int(x) => (*x).try_into().ok());
value!(f64, "a float", |x| Value::Float(x), Value::Float(x) => Some(*x));
value!(String, "text", |x| Value::Text(x), Value::Text(x) => Some(x.clone()));
value!(Vec<u8>, "bytes", |x| Value::Bytes(x), Value::Bytes(x) => Some(x.clone()));
value!(Uuid, "a UUID", |x| Value::Uuid(x.to_string()), Value::Uuid(x) => Some(Uuid::trusted(x.clone())));
value!(Timestamp, "a timestamp", |x| Value::Timestamp(x.as_micros()), Value::Timestamp(x) => Some(Timestamp::from_micros(*x)));
value!(serde_json::Value, "JSON", |x| Value::Json(x.to_string()), Value::Json(x) => serde_json::from_str(x).ok());
value!(Vec<i64>, "a list of integers", |x| Value::Ints(x), Value::Ints(x) => Some(x.clone()));
value!(Vec<String>, "a list of texts", |x| Value::Texts(x), Value::Texts(x) => Some(x.clone()));
value!(
    Vec<Uuid>,
    "a list of UUIDs",
    |x| Value::Uuids(x.iter().map(Uuid::to_string).collect()),
    Value::Uuids(x) => Some(x.iter().cloned().map(Uuid::trusted).collect())
);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&Uuid> for Value {
    fn from(id: &Uuid) -> Self {
        Self::Uuid(id.to_string())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl FromValue for Value {
    const EXPECTED: &'static str = "a value";
    fn from_value(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_input_is_refused() {
        assert_eq!(u8::from_value(&Value::Int(255)), Some(255));
        assert_eq!(u8::from_value(&Value::Int(256)), None);
        assert_eq!(u32::from_value(&Value::Int(-1)), None);
        assert_eq!(String::from_value(&Value::Null), None);
        assert_eq!(Option::<String>::from_value(&Value::Null), Some(None));
    }

    #[test]
    fn there_and_back() {
        let id = Uuid::parse("0190c2d4-7a3b-7000-8000-0000000000fe").expect("a UUID");
        assert_eq!(Uuid::from_value(&Value::from(&id)), Some(id));
        let json = serde_json::json!({"a": [1, 2]});
        assert_eq!(
            serde_json::Value::from_value(&Value::from(json.clone())),
            Some(json)
        );
    }
}
