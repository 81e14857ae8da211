//! Rows of a result. A missing column or a wrong type is an error of the plugin; the message names the column, the
//! expected and the actual type.

use super::failure::{ErrorKind, SqlError};
use super::value::{FromValue, Value};
use crate::bindings::witverse::plugin::sql as host;
use serde::de::DeserializeOwned;

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
/// The derive reads each field from the column with its name, and implements [`Columns`] with the list of these columns for
/// [`select!`](crate::select!):
///
/// ```
/// use witverse_sdk::{Uuid, ctx::Text, select, sql::FromRow};
///
/// #[derive(FromRow)]
/// struct Place {
///     #[row(column = "owner_id")]
///     owner: Uuid,
///     #[row(both)]
///     title: Text,
///     #[row(sql = "visits > 1000")]
///     is_busy: bool,
/// }
///
/// assert_eq!(
///     select!(Place, "from place where id = $1"),
///     "select owner_id, title_ko, title_en, visits > 1000 as is_busy from place where id = $1"
/// );
/// ```
///
/// | attribute | the field |
/// |---|---|
/// | `column = "c"` | is read from the column `c` |
/// | `sql = "e"` | is the expression `e`, which is selected under the name of the column; `sql = E` if `E` is a constant that contains it |
/// | `parse` | is an enum with the function `parse(&str) -> Option<Self>`, stored as text |
/// | `json` | is deserialised from JSON, or from a text that is JSON |
/// | `both` | is a text in the columns `<column>_ko` and `<column>_en`; it is made of the pair of them. With `sql = "t.name"` these are `t.name_ko` and `t.name_en` |
/// | `with = f` | is `f` of the column's value |
/// | `flatten` | is another row among the columns of this one |
/// | `columns = "a, b"`, `with = f` | is `f(row)?`, which reads these columns |
///
/// An `Option` with `parse`, `both` or `flatten` is `None` if its (first) column is null. `#[row(alias = "t")]` of the struct
/// qualifies its columns with the alias of a table, for statements that join several.
pub trait FromRow: Sized {
    /// Reads one row.
    fn from_row(row: Row<'_>) -> Result<Self, SqlError>;
}

/// The columns of a row that derives [`FromRow`](derive@FromRow).
pub trait Columns {
    /// The list for a SELECT, in the order of the fields.
    const COLUMNS: &'static str;
    /// The name of the first column.
    const FIRST: &'static str;
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

    /// The value of the text column `name`, as the enum of which `parse` knows the texts.
    pub fn parse<T>(&self, name: &str, parse: fn(&str) -> Option<T>) -> Result<T, SqlError> {
        let text: String = self.get(name)?;
        parse(&text)
            .ok_or_else(|| unexpected(format!("column `{name}`: `{text}` is no known value")))
    }

    /// Same as [`Row::parse`]; `None` for null.
    pub fn parse_optional<T>(
        &self,
        name: &str,
        parse: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SqlError> {
        match self.get(name)? {
            Value::Null => Ok(None),
            _ => self.parse(name, parse).map(Some),
        }
    }

    /// The value of the column `name`, which is JSON or a text that is JSON. Null is JSON's `null`.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T, SqlError> {
        let text = match self.get(name)? {
            Value::Null => "null".to_owned(),
            Value::Json(text) | Value::Text(text) => text,
            _ => self.get::<serde_json::Value>(name)?.to_string(),
        };
        serde_json::from_str(&text).map_err(|error| unexpected(format!("column `{name}`: {error}")))
    }

    /// The texts of the columns `<name>_ko` and `<name>_en`.
    pub fn both<T: From<(String, String)>>(&self, name: &str) -> Result<T, SqlError> {
        let texts = (
            self.get(&format!("{name}_ko"))?,
            self.get(&format!("{name}_en"))?,
        );
        Ok(texts.into())
    }

    /// Same as [`Row::both`]; `None` if the Korean text is null.
    pub fn both_optional<T: From<(String, String)>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, SqlError> {
        match self.get(&format!("{name}_ko"))? {
            Value::Null => Ok(None),
            _ => self.both(name).map(Some),
        }
    }

    /// The columns of another row; `None` if its first column is null.
    pub fn flatten_optional<T: FromRow + Columns>(self) -> Result<Option<T>, SqlError> {
        match self.get(T::FIRST)? {
            Value::Null => Ok(None),
            _ => T::from_row(self).map(Some),
        }
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
    use crate::ctx::Text;
    use witverse_macros::FromRow;

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

    #[derive(Debug, PartialEq)]
    enum Status {
        Open,
        Ended,
    }

    impl Status {
        fn parse(text: &str) -> Option<Self> {
            match text {
                "open" => Some(Self::Open),
                "ended" => Some(Self::Ended),
                _ => None,
            }
        }
    }

    #[derive(Debug, PartialEq, FromRow)]
    struct Host {
        #[row(column = "host_id")]
        account: i64,
        since: i64,
    }

    const VISITS: &str = "(select count(*) from visit v where v.place_id = p.id)";

    #[derive(Debug, PartialEq, FromRow)]
    #[row(alias = "p")]
    struct Place {
        #[row(column = "place_name")]
        name: String,
        r#type: Option<String>,
        #[row(parse)]
        status: Status,
        #[row(parse, column = "next_status")]
        next: Option<Status>,
        #[row(sql = VISITS)]
        visits: i64,
        #[row(json)]
        odds: Vec<u8>,
        #[row(json)]
        draw: Option<Vec<u8>>,
        #[row(both)]
        title: Text,
        #[row(both, sql = "c.question")]
        question: Option<Text>,
        #[row(with = i64::unsigned_abs, sql = "p.price + 1")]
        price: u64,
        #[row(flatten)]
        host: Option<Host>,
        #[row(columns = "from_day, by_day", with = days)]
        days: Option<(i64, i64)>,
    }

    fn days(row: Row<'_>) -> Result<Option<(i64, i64)>, SqlError> {
        Ok(row.get::<Option<i64>>("from_day")?.zip(row.get("by_day")?))
    }

    /// A row of texts and numbers; the columns are those that `COLUMNS` selects.
    fn place(changes: &[(&str, Value)]) -> Result<Place, SqlError> {
        let mut cells: Vec<(&str, Value)> = vec![
            ("place_name", "agora".into()),
            ("type", Value::Null),
            ("status", "open".into()),
            ("next_status", Value::Null),
            ("visits", 3_i64.into()),
            ("odds", Value::Json("[1, 2]".into())),
            ("draw", Value::Null),
            ("title_ko", "광장".into()),
            ("title_en", "Square".into()),
            ("question_ko", Value::Null),
            ("question_en", Value::Null),
            ("price", 5_i64.into()),
            ("host_id", Value::Null),
            ("since", Value::Null),
            ("from_day", 1_i64.into()),
            ("by_day", Value::Null),
        ];
        for (name, value) in changes {
            let cell = cells.iter_mut().find(|(column, _)| column == name);
            cell.expect("a column").1 = value.clone();
        }
        let rows = Rows {
            columns: cells.iter().map(|(name, _)| (*name).to_owned()).collect(),
            rows: vec![cells.into_iter().map(|(_, value)| value).collect()],
        };
        Ok(rows.optional()?.expect("a row"))
    }

    #[test]
    fn the_derive_lists_the_columns_of_the_fields() {
        assert_eq!(
            crate::select!(Place, "from place p", " where p.id = $1"),
            "select p.place_name, p.type, p.status, p.next_status, \
             (select count(*) from visit v where v.place_id = p.id) as visits, p.odds, p.draw, p.title_ko, p.title_en, \
             c.question_ko as question_ko, c.question_en as question_en, p.price + 1 as price, host_id, since, p.from_day, p.by_day \
             from place p where p.id = $1"
        );
        assert_eq!((Place::FIRST, Host::FIRST), ("place_name", "host_id"));
    }

    #[test]
    fn the_derive_reads_the_fields() {
        let read = place(&[]).expect("a place");
        let expected = Place {
            name: "agora".into(),
            r#type: None,
            status: Status::Open,
            next: None,
            visits: 3,
            odds: vec![1, 2],
            draw: None,
            title: Text::new("광장", "Square"),
            question: None,
            price: 5,
            host: None,
            days: None,
        };
        assert_eq!(read, expected);

        let read = place(&[
            ("type", "park".into()),
            ("next_status", "ended".into()),
            ("draw", "[3]".into()),
            ("question_ko", "왜?".into()),
            ("question_en", "Why?".into()),
            ("host_id", 7_i64.into()),
            ("since", 8_i64.into()),
            ("by_day", 2_i64.into()),
        ])
        .expect("a place");
        let present = Place {
            r#type: Some("park".into()),
            next: Some(Status::Ended),
            draw: Some(vec![3]),
            question: Some(Text::new("왜?", "Why?")),
            host: Some(Host {
                account: 7,
                since: 8,
            }),
            days: Some((1, 2)),
            ..expected
        };
        assert_eq!(read, present);
    }

    #[test]
    fn the_derive_refuses_unknown_values() {
        let check = |column: &str, value: Value, expect: &str| {
            let error = place(&[(column, value)]).expect_err("must fail");
            assert_eq!(error.message, expect);
        };
        check(
            "status",
            "lost".into(),
            "column `status`: `lost` is no known value",
        );
        check(
            "odds",
            Value::Json("[300]".into()),
            "column `odds`: invalid value: integer `300`, expected u8 at line 1 column 4",
        );
        check(
            "odds",
            1_i64.into(),
            "column `odds`: expected JSON, found an integer",
        );
        check(
            "host_id",
            7_i64.into(),
            "column `since`: expected an integer, found null",
        );
        check(
            "status",
            Value::Null,
            "column `status`: expected text, found null",
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
