//! Encodes and decodes values between plugins and PostgreSQL.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgArguments, PgRow, PgTypeInfo, PgValueFormat};
use sqlx::{Arguments, Column, Decode, Encode, Postgres, Row, Type, TypeInfo, ValueRef};
use time::macros::date;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A statement parameter or a column value; the `value` of the plugin contract.
pub use witverse_runtime::types::Value as SqlValue;

/// Rows with the names of their columns.
#[derive(Debug)]
pub struct ResultRows {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<SqlValue>>,
}

/// A null without a type: PostgreSQL infers the type from the context.
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

/// Binds the parameters of a statement; the error describes the first invalid parameter.
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

/// The parameter types, for the tag of a statement. PostgreSQL infers a type for a null, so the same text with a null
/// in another position is another prepared statement.
pub(super) fn types(params: &[SqlValue]) -> String {
    let names: Vec<&str> = params.iter().map(type_name).collect();
    names.join(",")
}

fn type_name(value: &SqlValue) -> &'static str {
    match value {
        SqlValue::Null => "null",
        SqlValue::Boolean(_) => "bool",
        SqlValue::Int(_) => "int8",
        SqlValue::Float(_) => "float8",
        SqlValue::Text(_) => "text",
        SqlValue::Bytes(_) => "bytea",
        SqlValue::Uuid(_) => "uuid",
        SqlValue::Timestamp(_) => "timestamptz",
        SqlValue::Json(_) => "jsonb",
        SqlValue::Ints(_) => "int8[]",
        SqlValue::Texts(_) => "text[]",
        SqlValue::Uuids(_) => "uuid[]",
    }
}

/// The names of a row's columns.
pub(super) fn columns(row: &PgRow) -> Vec<String> {
    row.columns()
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

/// A row's values. `budget` shrinks by their size in bytes; `None` means that it is used up.
pub(super) fn values(row: &PgRow, budget: &mut usize) -> Result<Option<Vec<SqlValue>>, String> {
    let mut values = Vec::with_capacity(row.len());
    for column in row.columns() {
        let raw = row
            .try_get_raw(column.ordinal())
            .map_err(|error| error.to_string())?;
        let length = raw.as_bytes().map_or(0, <[u8]>::len);
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
        "TIMESTAMPTZ" | "TIMESTAMP" => binary(row, index)?.map(timestamp).transpose()?,
        "DATE" => binary(row, index)?.map(day).transpose()?,
        "JSON" | "JSONB" => get::<sqlx::types::Json<Box<serde_json::value::RawValue>>>(row, index)?
            .map(|v| SqlValue::Json(v.0.get().to_owned())),
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

/// The bytes of a value as PostgreSQL's binary protocol sends them; none for null.
fn binary(row: &PgRow, index: usize) -> Result<Option<&[u8]>, BoxDynError> {
    let value = row.try_get_raw(index)?;
    match (value.is_null(), value.format()) {
        (true, _) => Ok(None),
        (false, PgValueFormat::Binary) => Ok(Some(value.as_bytes()?)),
        (false, PgValueFormat::Text) => Err("a value in text format".into()),
    }
}

/// 2000-01-01T00:00:00Z, the epoch of PostgreSQL's timestamps, in microseconds of Unix.
const POSTGRES_EPOCH_US: i64 = 946_684_800_000_000;
const INFINITE: &str = "it is infinite, which the contract has no value for";

/// Converts microseconds since 2000 to microseconds of Unix. sqlx's own decoder panics on values outside of its
/// calendar.
fn timestamp(bytes: &[u8]) -> Result<SqlValue, BoxDynError> {
    let micros = i64::from_be_bytes(bytes.try_into()?);
    if matches!(micros, i64::MAX | i64::MIN) {
        return Err(INFINITE.into());
    }
    let micros = micros.checked_add(POSTGRES_EPOCH_US);
    Ok(SqlValue::Timestamp(
        micros.ok_or("it is too late for the contract")?,
    ))
}

/// Days since 2000-01-01 as `YYYY-MM-DD`.
fn day(bytes: &[u8]) -> Result<SqlValue, BoxDynError> {
    let days = i32::from_be_bytes(bytes.try_into()?);
    if matches!(days, i32::MAX | i32::MIN) {
        return Err(INFINITE.into());
    }
    let day = date!(2000 - 01 - 01)
        .to_julian_day()
        .checked_add(days)
        .and_then(|day| Date::from_julian_day(day).ok())
        .ok_or("its year is outside of -9999 to 9999")?;
    Ok(SqlValue::Text(day.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{SqlValue, day, timestamp, types};

    #[test]
    fn times_are_decoded_or_refused() {
        let at = |micros: i64| match timestamp(&micros.to_be_bytes()) {
            Ok(SqlValue::Timestamp(micros)) => Some(micros),
            _ => None,
        };
        assert_eq!(at(0), Some(946_684_800_000_000));
        assert_eq!(at(-946_684_800_000_000), Some(0));
        assert_eq!(at(-211_813_488_000_000_000), Some(-210_866_803_200_000_000));
        for infinite in [i64::MAX, i64::MIN, i64::MAX - 1] {
            assert_eq!(at(infinite), None, "{infinite}");
        }
        assert!(timestamp(&[1, 2]).is_err());
    }

    #[test]
    fn dates_are_decoded_or_refused() {
        let on = |days: i32| match day(&days.to_be_bytes()) {
            Ok(SqlValue::Text(text)) => Some(text),
            _ => None,
        };
        assert_eq!(on(0).as_deref(), Some("2000-01-01"));
        assert_eq!(on(9_823).as_deref(), Some("2026-11-23"));
        for bad in [i32::MAX, i32::MIN, i32::MAX - 1, -5_000_000] {
            assert_eq!(on(bad), None, "{bad}");
        }
    }

    #[test]
    fn types_name_every_parameter() {
        let params = [
            SqlValue::Null,
            SqlValue::Int(1),
            SqlValue::Texts(vec!["*/".to_owned()]),
        ];
        assert_eq!(types(&params), "null,int8,text[]");
        assert_eq!(types(&[]), "");
    }
}
