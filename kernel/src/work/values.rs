//! Values between plugins and PostgreSQL.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgArguments, PgRow, PgTypeInfo};
use sqlx::{Arguments, Column, Decode, Encode, Postgres, Row, Type, TypeInfo};
use time::{Date, OffsetDateTime, PrimitiveDateTime};
use uuid::Uuid;

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
        SqlValue::Text(value) => arguments.add(without_nul(value)?),
        SqlValue::Bytes(value) => arguments.add(value),
        SqlValue::Uuid(value) => arguments.add(Uuid::try_parse(&value)?),
        SqlValue::Timestamp(micros) => arguments.add(OffsetDateTime::from_unix_timestamp_nanos(
            i128::from(micros) * 1000,
        )?),
        SqlValue::Json(value) => arguments.add(
            serde_json::from_str::<&serde_json::value::RawValue>(&value).map(sqlx::types::Json)?,
        ),
        SqlValue::Ints(values) => arguments.add(values),
        SqlValue::Texts(values) => arguments.add(
            values
                .into_iter()
                .map(without_nul)
                .collect::<Result<Vec<_>, _>>()?,
        ),
        SqlValue::Uuids(values) => arguments.add(
            values
                .iter()
                .map(|value| Uuid::try_parse(value))
                .collect::<Result<Vec<_>, _>>()?,
        ),
    }
}

fn without_nul(text: String) -> Result<String, BoxDynError> {
    if text.contains('\0') {
        Err("text must not contain U+0000".into())
    } else {
        Ok(text)
    }
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
        let size = raw.as_bytes().map_or(0, <[u8]>::len) + 8;
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
        "TIMESTAMPTZ" => get::<OffsetDateTime>(row, index)?.map(|v| SqlValue::Timestamp(micros(v))),
        "TIMESTAMP" => get::<PrimitiveDateTime>(row, index)?
            .map(|v| SqlValue::Timestamp(micros(v.assume_utc()))),
        "DATE" => get::<Date>(row, index)?.map(|v| SqlValue::Text(v.to_string())),
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

fn micros(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1000).unwrap_or(i64::MAX)
}
