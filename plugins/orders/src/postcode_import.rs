//! The import of the public index of postal codes, by administrators (the policy of the routes): a version is begun, filled in parts that can be sent
//! again, and used once all rows have arrived. Searches go on in the version before.

use crate::postcode::{IndexRow, key};
use crate::problems::{POSTCODE_VERSION_GONE, POSTCODES_INCOMPLETE};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Timestamp, params};

/// Rows of earlier versions that one call deletes.
const DELETED: i64 = 5000;

/// A version of the index.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VersionView {
    version: i64,
    is_used: bool,
    /// Addresses that have arrived.
    rows: i64,
    started_at: Timestamp,
    used_at: Option<Timestamp>,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Versions {
    items: Vec<VersionView>,
}

type Stored = (i64, String, i64, Timestamp, Option<Timestamp>);

/// The version in use and those that are being filled, the newest first.
fn versions(ctx: &Ctx) -> Result<Versions, Error> {
    let rows: Vec<Stored> = ctx
        .sql()
        .query(
            "select version, state, rows, started_at, used_at from postcode_version \
             where state <> 'old' order by version desc limit 20",
            &[],
        )?
        .all()?;
    let items = rows
        .into_iter()
        .map(|(version, state, rows, started_at, used_at)| VersionView {
            version,
            is_used: state == "used",
            rows,
            started_at,
            used_at,
        });
    Ok(Versions {
        items: items.collect(),
    })
}

pub(crate) fn list(ctx: &Ctx, (): ()) -> Result<Payload<Versions>, Error> {
    Ok(Payload(versions(ctx)?))
}

/// Begins a version. One that was being filled is given up.
pub(crate) fn begin(ctx: &Ctx, (): ()) -> Result<Created<Versions>, Error> {
    ctx.sql().execute(
        "update postcode_version set state = 'old' where state = 'filling'",
        &[],
    )?;
    ctx.sql().execute(
        "insert into postcode_version (version, state, started_at) \
         select coalesce(max(version), 0) + 1, 'filling', $1 from postcode_version",
        &params![ctx.now()],
    )?;
    Ok(Created(versions(ctx)?))
}

#[derive(Deserialize)]
pub(crate) struct ByVersion {
    version: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Part {
    /// The number of the first row; the same part has the same number when it is sent again.
    #[schemars(range(min = 0, max = 1000000000))]
    from: i64,
    #[schemars(length(min = 1, max = 500))]
    rows: Vec<IndexRow>,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Filled {
    /// Rows of the part that were left out: without a postal code, a province or a street.
    skipped: usize,
}

/// Adds a part to a version that is being filled. Idempotent.
pub(crate) fn fill(
    ctx: &Ctx,
    (Params(by), Json(part)): (Params<ByVersion>, Json<Part>),
) -> Result<Payload<Filled>, Error> {
    let (version, _) = filling(ctx, &by)?;
    let total = part.rows.len();
    let rows: Vec<(i64, IndexRow)> = (part.from..)
        .zip(part.rows)
        .filter(|(_, row)| row.is_valid())
        .collect();
    let skipped = total - rows.len();
    let texts = |of: fn(&IndexRow) -> String| -> Vec<String> {
        rows.iter().map(|(_, row)| of(row)).collect()
    };
    let numbers =
        |of: fn(&IndexRow) -> i64| -> Vec<i64> { rows.iter().map(|(_, row)| of(row)).collect() };
    let ns: Vec<i64> = rows.iter().map(|(n, _)| *n).collect();
    let added = ctx.sql().execute(
        "insert into postcode (version, n, code, street, street_en, building, lot_text, region_key, road_key, road_en_key, \
         building_key, quarter_key, main, sub, lot, sub_lot) \
         select $1, r.* from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], \
         $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[]) r \
         on conflict do nothing",
        &params![
            version,
            ns,
            texts(|row| row.code.clone()),
            texts(IndexRow::street),
            texts(IndexRow::street_en),
            texts(|row| row.building.clone()),
            texts(IndexRow::lot_text),
            texts(IndexRow::region_key),
            texts(|row| key(&row.road)),
            texts(|row| key(&row.road_en)),
            texts(|row| key(&row.building)),
            texts(|row| key(if row.village.is_empty() { &row.quarter } else { &row.village })),
            numbers(|row| row.main),
            numbers(|row| row.sub),
            numbers(|row| row.lot),
            numbers(|row| row.sub_lot)
        ],
    )?;
    ctx.sql().execute(
        "update postcode_version set rows = rows + $2 where version = $1",
        &params![version, i64::try_from(added).unwrap_or(i64::MAX)],
    )?;
    Ok(Payload(Filled { skipped }))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct UseVersion {
    /// How many rows were sent, without those that were left out.
    #[schemars(range(min = 1))]
    rows: i64,
}

/// Searches use this version from now on. 409 if rows are missing.
pub(crate) fn use_version(
    ctx: &Ctx,
    (Params(by), Json(body)): (Params<ByVersion>, Json<UseVersion>),
) -> Result<Payload<Versions>, Error> {
    let (version, rows) = filling(ctx, &by)?;
    if rows != body.rows || rows == 0 {
        return Err(POSTCODES_INCOMPLETE.into());
    }
    ctx.sql().execute(
        "update postcode_version set state = 'old' where state = 'used'",
        &[],
    )?;
    ctx.sql().execute(
        "update postcode_version set state = 'used', used_at = $2 where version = $1",
        &params![version, ctx.now()],
    )?;
    Ok(Payload(versions(ctx)?))
}

/// Locks a version that is being filled; its number, and how many rows it has.
fn filling(ctx: &Ctx, by: &ByVersion) -> Result<(i64, i64), Error> {
    let version: i64 = by.version.parse().map_err(|_| POSTCODE_VERSION_GONE)?;
    let locked = ctx.sql().optional(
        "select version, rows from postcode_version where version = $1 and state = 'filling' for no key update",
        &params![version],
    )?;
    locked.ok_or_else(|| POSTCODE_VERSION_GONE.into())
}

/// Deletes a part of what earlier versions have left.
pub(crate) fn delete_old(ctx: &Ctx) -> Result<(), Error> {
    let old: Option<(i64,)> = ctx.sql().optional(
        "select version from postcode_version where state = 'old' order by version limit 1 for update skip locked",
        &[],
    )?;
    let Some((version,)) = old else {
        return Ok(());
    };
    let deleted = ctx.sql().execute(
        "delete from postcode where version = $1 and n in \
         (select n from postcode where version = $1 order by n limit $2)",
        &params![version, DELETED],
    )?;
    if deleted == 0 {
        ctx.sql().execute(
            "delete from postcode_version where version = $1",
            &params![version],
        )?;
    }
    Ok(())
}
