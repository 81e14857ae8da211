//! SQL values as JSON. Plain JSON represents null, boolean, int, float and text; other types are objects with
//! one member: `{"uuid": "…"}`, `{"timestamp": 0}`, `{"json": {}}`, `{"bytes": [1]}`, `{"ints": []}`,
//! `{"texts": []}`, `{"uuids": []}`.

use serde::{Deserialize, Serialize};
use witverse_sdk::sql::Value;

/// A value in a script or in its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// `null`.
    Null(()),
    /// `true`.
    Boolean(bool),
    /// `3`.
    Int(i64),
    /// `3.5`.
    Float(f64),
    /// `"three"`.
    Text(String),
    /// All others.
    Typed(Typed),
}

/// A type that plain JSON does not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Typed {
    Bytes(Vec<u8>),
    Uuid(String),
    Timestamp(i64),
    Json(serde_json::Value),
    Ints(Vec<i64>),
    Texts(Vec<String>),
    Uuids(Vec<String>),
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Null(()) => Self::Null,
            Cell::Boolean(x) => Self::Boolean(x),
            Cell::Int(x) => Self::Int(x),
            Cell::Float(x) => Self::Float(x),
            Cell::Text(x) => Self::Text(x),
            Cell::Typed(Typed::Bytes(x)) => Self::Bytes(x),
            Cell::Typed(Typed::Uuid(x)) => Self::Uuid(x),
            Cell::Typed(Typed::Timestamp(x)) => Self::Timestamp(x),
            Cell::Typed(Typed::Json(x)) => Self::Json(x.to_string()),
            Cell::Typed(Typed::Ints(x)) => Self::Ints(x),
            Cell::Typed(Typed::Texts(x)) => Self::Texts(x),
            Cell::Typed(Typed::Uuids(x)) => Self::Uuids(x),
        }
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null(()),
            Value::Boolean(x) => Self::Boolean(x),
            Value::Int(x) => Self::Int(x),
            Value::Float(x) => Self::Float(x),
            Value::Text(x) => Self::Text(x),
            Value::Bytes(x) => Self::Typed(Typed::Bytes(x)),
            Value::Uuid(x) => Self::Typed(Typed::Uuid(x)),
            Value::Timestamp(x) => Self::Typed(Typed::Timestamp(x)),
            Value::Json(x) => Self::Typed(Typed::Json(
                serde_json::from_str(&x).unwrap_or(serde_json::Value::String(x)),
            )),
            Value::Ints(x) => Self::Typed(Typed::Ints(x)),
            Value::Texts(x) => Self::Typed(Typed::Texts(x)),
            Value::Uuids(x) => Self::Typed(Typed::Uuids(x)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_there_and_back() {
        let check = |text: &str, value: Value| {
            let cell: Cell = serde_json::from_str(text).expect(text);
            assert_eq!(Value::from(cell.clone()), value, "{text}");
            assert_eq!(serde_json::to_string(&cell).ok().as_deref(), Some(text));
            assert_eq!(Cell::from(value), cell);
        };
        check("null", Value::Null);
        check("true", Value::Boolean(true));
        check("-3", Value::Int(-3));
        check("1.5", Value::Float(1.5));
        check(r#""a""#, Value::Text("a".into()));
        check(r#"{"uuid":"x"}"#, Value::Uuid("x".into()));
        check(r#"{"bytes":[1,2]}"#, Value::Bytes(vec![1, 2]));
        check(r#"{"json":{"a":1}}"#, Value::Json(r#"{"a":1}"#.into()));
    }
}
