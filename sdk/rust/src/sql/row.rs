//! Rows of a result. A missing column or a wrong type is an error of the plugin; the message names the column, the
//! expected and the actual type.

use super::failure::{ErrorKind, SqlError};
use super::value::{FromValue, Value};
use crate::bindings::witverse::plugin::sql as host;

/// The result of a statement.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

/// One row, read by column name or index.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    columns: &'a [String],
    values: &'a [Value],
}

/// A type that can be read from a row. Tuples of up to 8 columns are read by index.
///
/// ```
/// use witverse_sdk::sql::{FromRow, Row, SqlError};
///
/// struct Place { name: String, visits: i64 }
///
/// impl FromRow for Place {
///     fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
///         Ok(Self { name: row.get("name")?, visits: row.get("visits")? })
///     }
/// }
/// ```
pub trait FromRow: Sized {
    /// Reads one row.
    fn from_row(row: Row<'_>) -> Result<Self, SqlError>;
}

pub(super) fn unexpected(message: impl Into<String>) -> SqlError {
    SqlError {
        kind: ErrorKind::Invalid,
        code: String::new(),
        constraint: None,
        message: message.into(),
    }
}

impl Rows {
    pub(super) fn new(rows: host::Rows) -> Self {
        Self {
            columns: rows.columns,
            rows: rows.rows,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The column names, in the statement's order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, one by one.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|values| Row {
            columns: &self.columns,
            values,
        })
    }

    /// Every row as a `T`.
    pub fn all<T: FromRow>(&self) -> Result<Vec<T>, SqlError> {
        self.iter().map(T::from_row).collect()
    }

    /// The first row as a `T`, if there is one.
    pub fn optional<T: FromRow>(&self) -> Result<Option<T>, SqlError> {
        self.iter().next().map(T::from_row).transpose()
    }
}

impl<'a> Row<'a> {
    /// The value of the column `name`.
    pub fn get<T: FromValue>(&self, name: &str) -> Result<T, SqlError> {
        let at = self
            .columns
            .iter()
            .position(|column| column == name)
            .ok_or_else(|| {
                unexpected(format!(
                    "there is no column `{name}`, only {}",
                    self.columns.join(", ")
                ))
            })?;
        self.get_at(at)
    }

    /// The value at index `at`.
    pub fn get_at<T: FromValue>(&self, at: usize) -> Result<T, SqlError> {
        let value = self.values.get(at).ok_or_else(|| {
            unexpected(format!(
                "there is no column {at}, only {}",
                self.values.len()
            ))
        })?;
        T::from_value(value).ok_or_else(|| {
            let column = match self.columns.get(at) {
                Some(name) => format!("`{name}`"),
                None => at.to_string(),
            };
            unexpected(format!(
                "column {column}: expected {}, found {}",
                T::EXPECTED,
                super::value::kind(value)
            ))
        })
    }

    /// The values, in the statement's order.
    pub fn values(&self) -> &'a [Value] {
        self.values
    }
}

macro_rules! tuple {
    ($($name:ident $at:literal),+) => {
        impl<$($name: FromValue),+> FromRow for ($($name,)+) {
            fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
                Ok(($(row.get_at::<$name>($at)?,)+))
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        Rows {
            columns: vec!["name".into(), "visits".into()],
            rows: vec![vec![Value::Text("agora".into()), Value::Int(3)]],
        }
    }

    #[test]
    fn reads_by_name_and_by_place() {
        let rows = rows();
        let row = rows.iter().next().expect("a row");
        assert_eq!(row.get::<String>("name").as_deref(), Ok("agora"));
        assert_eq!(rows.all(), Ok(vec![("agora".to_owned(), 3_i64)]));
        assert_eq!(
            rows.optional::<(String,)>(),
            Ok(Some(("agora".to_owned(),)))
        );
    }

    #[test]
    fn says_which_column_is_wrong() {
        let rows = rows();
        let row = rows.iter().next().expect("a row");
        let check = |result: Result<i64, SqlError>, expect: &str| {
            assert_eq!(result.expect_err("must fail").message, expect);
        };
        check(
            row.get("name"),
            "column `name`: expected an integer, found text",
        );
        check(
            row.get("age"),
            "there is no column `age`, only name, visits",
        );
        check(row.get_at(2), "there is no column 2, only 2");
    }
}
