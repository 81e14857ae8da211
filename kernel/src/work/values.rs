//! Values between plugins and PostgreSQL.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgArguments, PgRow, PgTypeInfo, PgValueFormat};
use sqlx::{Arguments, Column, Decode, Encode, Postgres, Row, Type, TypeInfo, ValueRef};
use time::{Date, OffsetDateTime, PrimitiveDateTime};
use uuid::Uuid;

use super::questions::Literal;

/// A value that goes into a statement or comes out of a row; the contract's `value`.
pub use witverse_runtime::shapes::Value as SqlValue;

/// Rows with the names of their columns.
#[derive(Debug)]
pub struct ResultRows {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<SqlValue>>,
}

/// A null whose type PostgreSQL infers from where it stands.
struct Untyped;

impl Type<Postgres> for Untyped {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(Oid(0))
    }
}

impl Encode<'_, Postgres> for Untyped {
    fn encode_by_ref(&self, _buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Ok(IsNull::Yes)
    }
}

/// The arguments of a statement, or what is wrong with the first bad one.
pub(super) fn arguments(params: Vec<SqlValue>) -> Result<PgArguments, String> {
    let mut arguments = PgArguments::default();
    for (index, value) in params.into_iter().enumerate() {
        add(&mut arguments, value).map_err(|error| format!("parameter ${}: {error}", index + 1))?;
    }
    Ok(arguments)
}

fn add(arguments: &mut PgArguments, value: SqlValue) -> Result<(), BoxDynError> {
    match value {
        SqlValue::Null => arguments.add(Untyped),
        SqlValue::Boolean(value) => arguments.add(value),
        SqlValue::Int(value) => arguments.add(value),
        SqlValue::Float(value) => arguments.add(value),
        SqlValue::Text(value) => {
            speakable(&value)?;
            arguments.add(value)
        }
        SqlValue::Bytes(value) => arguments.add(value),
        SqlValue::Uuid(value) => arguments.add(Uuid::try_parse(&value)?),
        SqlValue::Timestamp(micros) => arguments.add(OffsetDateTime::from_unix_timestamp_nanos(
            i128::from(micros) * 1000,
        )?),
        SqlValue::Json(value) => arguments.add(
            serde_json::from_str::<&serde_json::value::RawValue>(&value).map(sqlx::types::Json)?,
        ),
        SqlValue::Ints(values) => arguments.add(values),
        SqlValue::Texts(values) => {
            for value in &values {
                speakable(value)?;
            }
            arguments.add(values)
        }
        SqlValue::Uuids(values) => arguments.add(
            values
                .iter()
                .map(|value| Uuid::try_parse(value))
                .collect::<Result<Vec<_>, _>>()?,
        ),
    }
}

fn speakable(text: &str) -> Result<&str, BoxDynError> {
    if text.contains('\0') {
        Err("text must not contain U+0000".into())
    } else {
        Ok(text)
    }
}

/// How long values may be, written out; longer ones are sent apart from the statement.
const MOST_WRITTEN: usize = 128 << 10;

/// Values as they stand in a text, and the types that they are sent as.
pub(super) struct Written {
    pub(super) types: String,
    pub(super) values: String,
}

/// Writes values out; nothing where they are too long for it, or what is wrong with the first bad one.
pub(super) fn written(params: &[SqlValue]) -> Result<Option<Written>, String> {
    let mut written = Written {
        types: String::new(),
        values: String::new(),
    };
    for (index, value) in params.iter().enumerate() {
        if index > 0 {
            written.types.push_str(", ");
            written.values.push_str(", ");
        }
        let kind = write_out(&mut written.values, value)
            .map_err(|error| format!("parameter ${}: {error}", index + 1))?;
        let Some(kind) = kind else {
            return Ok(None);
        };
        written.types.push_str(kind);
        if written.values.len() > MOST_WRITTEN {
            return Ok(None);
        }
    }
    Ok(Some(written))
}

/// Writes a value out, and says its type.
fn write_out(to: &mut String, value: &SqlValue) -> Result<Option<&'static str>, BoxDynError> {
    Ok(Some(match value {
        SqlValue::Null => {
            to.push_str("null");
            // Inferred from where it stands.
            "unknown"
        }
        SqlValue::Boolean(value) => {
            value.write(to);
            "bool"
        }
        SqlValue::Int(value) => {
            value.write(to);
            "int8"
        }
        SqlValue::Float(value) => {
            value.write(to);
            "float8"
        }
        SqlValue::Text(value) => {
            speakable(value)?.write(to);
            "text"
        }
        SqlValue::Bytes(value) => {
            value.as_slice().write(to);
            "bytea"
        }
        SqlValue::Uuid(value) => {
            Uuid::try_parse(value)?.write(to);
            "uuid"
        }
        SqlValue::Timestamp(micros) => {
            let nanos = i128::from(*micros) * 1000;
            let at = OffsetDateTime::from_unix_timestamp_nanos(nanos)?;
            if at.year() < 1 {
                return Ok(None);
            }
            at.write(to);
            "timestamptz"
        }
        SqlValue::Json(value) => {
            serde_json::from_str::<&serde_json::value::RawValue>(value)?;
            value.as_str().write(to);
            "jsonb"
        }
        SqlValue::Ints(values) => {
            values.as_slice().write(to);
            "int8[]"
        }
        SqlValue::Texts(values) => {
            for value in values {
                speakable(value)?;
            }
            values.as_slice().write(to);
            "text[]"
        }
        SqlValue::Uuids(values) => {
            let values: Result<Vec<Uuid>, _> =
                values.iter().map(|value| Uuid::try_parse(value)).collect();
            values?.as_slice().write(to);
            "uuid[]"
        }
    }))
}

/// The names of a row's columns.
pub(super) fn columns(row: &PgRow) -> Vec<String> {
    row.columns()
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

/// A row's values; `budget` shrinks by their bytes, and `None` says that it is used up.
pub(super) fn values(row: &PgRow, budget: &mut usize) -> Result<Option<Vec<SqlValue>>, String> {
    let mut values = Vec::with_capacity(row.len());
    for column in row.columns() {
        let raw = row
            .try_get_raw(column.ordinal())
            .map_err(|error| error.to_string())?;
        let length = raw.as_bytes().map_or(0, <[u8]>::len);
        // What a value is long, and not how it comes.
        let length = match (raw.format(), column.type_info().name()) {
            (PgValueFormat::Text, "BYTEA") => length.saturating_sub(2) / 2,
            (PgValueFormat::Text, "UUID") => length.min(16),
            _ => length,
        };
        let size = length + 8;
        let Some(rest) = budget.checked_sub(size) else {
            return Ok(None);
        };
        *budget = rest;
        let value = value(row, column.ordinal(), column.type_info().name())
            .map_err(|error| format!("column {}: {error}", column.name()))?;
        values.push(value);
    }
    Ok(Some(values))
}

fn value(row: &PgRow, index: usize, kind: &str) -> Result<SqlValue, BoxDynError> {
    fn get<'r, T>(row: &'r PgRow, index: usize) -> Result<Option<T>, BoxDynError>
    where
        T: Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(row.try_get(index)?)
    }
    let value = match kind {
        "BOOL" => get(row, index)?.map(SqlValue::Boolean),
        "INT2" => get::<i16>(row, index)?.map(|v| SqlValue::Int(v.into())),
        "INT4" => get::<i32>(row, index)?.map(|v| SqlValue::Int(v.into())),
        "INT8" => get(row, index)?.map(SqlValue::Int),
        "FLOAT4" => get::<f32>(row, index)?.map(|v| SqlValue::Float(v.into())),
        "FLOAT8" => get(row, index)?.map(SqlValue::Float),
        "TEXT" | "VARCHAR" | "CHAR" | "NAME" => get(row, index)?.map(SqlValue::Text),
        "BYTEA" => get(row, index)?.map(SqlValue::Bytes),
        "UUID" => get::<Uuid>(row, index)?.map(|v| SqlValue::Uuid(v.hyphenated().to_string())),
        "TIMESTAMPTZ" | "TIMESTAMP" | "DATE" if is_text(row, index)? => match kind {
            "DATE" => get_text(row, index)?.map(|text| SqlValue::Text(text.to_owned())),
            _ => get_text(row, index)?
                .map(|text| {
                    moment(text).ok_or_else(|| format!("{text:?} is no time that is known here"))
                })
                .transpose()?
                .map(SqlValue::Timestamp),
        },
        "TIMESTAMPTZ" => get::<OffsetDateTime>(row, index)?.map(|v| SqlValue::Timestamp(micros(v))),
        "TIMESTAMP" => get::<PrimitiveDateTime>(row, index)?
            .map(|v| SqlValue::Timestamp(micros(v.assume_utc()))),
        "DATE" => get::<Date>(row, index)?.map(|v| SqlValue::Text(v.to_string())),
        "JSON" | "JSONB" => get::<sqlx::types::Json<Box<serde_json::value::RawValue>>>(row, index)?
            .map(|v| SqlValue::Json(v.0.get().to_owned())),
        "INT8[]" | "INT4[]" | "TEXT[]" | "VARCHAR[]" | "UUID[]" if is_text(row, index)? => {
            let list = get_text(row, index)?.map(|text| list(kind, text));
            list.transpose()?
        }
        "INT8[]" => get(row, index)?.map(SqlValue::Ints),
        "INT4[]" => get::<Vec<i32>>(row, index)?
            .map(|v| SqlValue::Ints(v.into_iter().map(i64::from).collect())),
        "TEXT[]" | "VARCHAR[]" => get(row, index)?.map(SqlValue::Texts),
        "UUID[]" => get::<Vec<Uuid>>(row, index)?
            .map(|v| SqlValue::Uuids(v.iter().map(|id| id.hyphenated().to_string()).collect())),
        "VOID" => None,
        other => {
            return Err(format!(
                "its type {other} is not part of the contract; cast it, for example to text or bigint"
            )
            .into());
        }
    };
    Ok(value.unwrap_or(SqlValue::Null))
}

/// Whether it comes as in an answer to a message of text.
fn is_text(row: &PgRow, index: usize) -> Result<bool, BoxDynError> {
    Ok(row.try_get_raw(index)?.format() == PgValueFormat::Text)
}

fn get_text(row: &PgRow, index: usize) -> Result<Option<&str>, BoxDynError> {
    let value = row.try_get_raw(index)?;
    match value.is_null() {
        true => Ok(None),
        false => Ok(Some(value.as_str()?)),
    }
}

/// A list out of a text, by the type that it has.
fn list(kind: &str, text: &str) -> Result<SqlValue, BoxDynError> {
    let elements = elements(text).ok_or("it is no list without gaps, of one dimension")?;
    Ok(match kind {
        "UUID[]" => SqlValue::Uuids(elements),
        "TEXT[]" | "VARCHAR[]" => SqlValue::Texts(elements),
        _ => {
            let numbers: Result<Vec<i64>, _> = elements.iter().map(|text| text.parse()).collect();
            SqlValue::Ints(numbers?)
        }
    })
}

/// The elements of a list as PostgreSQL writes it: `{a,"b \"c\""}`. Nothing where one is null, or a list itself.
fn elements(text: &str) -> Option<Vec<String>> {
    let mut letters = text.strip_prefix('{')?.strip_suffix('}')?.chars();
    let mut elements = Vec::new();
    if letters.as_str().is_empty() {
        return Some(elements);
    }
    let (mut element, mut in_quotes, mut was_quoted) = (String::new(), false, false);
    loop {
        match letters.next() {
            Some('\\') => element.push(letters.next()?),
            Some('"') => {
                in_quotes = !in_quotes;
                was_quoted = true;
            }
            Some('{') if !in_quotes => return None,
            end @ (Some(',') | None) if !in_quotes => {
                if !was_quoted && element == "NULL" {
                    return None;
                }
                elements.push(std::mem::take(&mut element));
                was_quoted = false;
                if end.is_none() {
                    return Some(elements);
                }
            }
            Some(letter) => element.push(letter),
            None => return None,
        }
    }
}

/// Microseconds of Unix of a time as PostgreSQL writes it: `2099-01-01 00:00:00.5+00`, the fraction and the zone where they are.
fn moment(text: &str) -> Option<i64> {
    let before_christ = text.strip_suffix(" BC");
    let text = before_christ.unwrap_or(text);
    let (date, clock) = text.strip_suffix("+00").unwrap_or(text).split_once(' ')?;
    let mut date = date.splitn(3, '-');
    let year: i32 = date.next()?.parse().ok()?;
    // There was no year 0, and here there is.
    let year = before_christ.map_or(year, |_| 1 - year);
    let month: u8 = date.next()?.parse().ok()?;
    let day = date.next()?.parse().ok()?;
    let date = Date::from_calendar_date(year, month.try_into().ok()?, day).ok()?;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut clock = clock.splitn(3, ':').map(|part| part.parse::<u8>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let micro: u32 = format!("{fraction:0<6}").parse().ok()?;
    let at = date.with_hms_micro(hour, minute, second, micro).ok()?;
    Some(micros(at.assume_utc()))
}

fn micros(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1000).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{SqlValue, elements, moment, written};

    #[test]
    fn lists_are_read_as_they_are_written() {
        let read = |text| elements(text).map(|list| list.join("|"));
        assert_eq!(read("{}").as_deref(), Some(""));
        assert_eq!(read("{1,-2}").as_deref(), Some("1|-2"));
        let quoted = r#"{"NULL",a,"b,\"c\"\\","","{}"}"#;
        assert_eq!(read(quoted).as_deref(), Some(r#"NULL|a|b,"c"\||{}"#));
        for bad in ["", "{a,NULL}", "{{1},{2}}", "{\"a}", "[0:1]={1,2}"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, micros) in [
            ("1970-01-01 00:00:00+00", Some(0)),
            ("1970-01-01 00:00:00.5+00", Some(500_000)),
            ("1969-12-31 23:59:59.999999+00", Some(-1)),
            ("2099-01-01 00:00:00+00", Some(4_070_908_800_000_000)),
            ("2026-11-22 01:02:03.000004", Some(1_795_309_323_000_004)),
            ("infinity", None),
            ("0001-12-31 00:00:00+00 BC", Some(-62_135_683_200_000_000)),
            ("2026-11-22 01:02:03+09", None),
        ] {
            assert_eq!(moment(text), micros, "{text}");
        }
    }

    #[test]
    fn values_are_written_with_their_types() {
        let values = [
            SqlValue::Null,
            SqlValue::Text("it's".to_owned()),
            SqlValue::Texts(vec!["a\"b".to_owned()]),
            SqlValue::Timestamp(0),
            SqlValue::Json("{\"a\":1}".to_owned()),
        ];
        let short = written(&values).expect("fine").expect("short");
        assert_eq!(short.types, "unknown, text, text[], timestamptz, jsonb");
        assert_eq!(
            short.values,
            r#"null, 'it''s', '{"a\"b"}', '1970-01-01 00:00:00.000000+00', '{"a":1}'"#
        );
        let long = SqlValue::Text("x".repeat(200_000));
        assert!(written(&[long]).expect("fine").is_none());
        for bad in [
            SqlValue::Uuid("x' or true".to_owned()),
            SqlValue::Text("a\0b".to_owned()),
            SqlValue::Json("{".to_owned()),
        ] {
            assert!(written(&[bad]).is_err());
        }
    }
}
