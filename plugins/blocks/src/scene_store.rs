//! The statements about versions of a scene. Callers have locked the block.

use crate::models;
use crate::problems::VERSION_NOT_FOUND;
use serde_json::value::RawValue;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// How many versions are kept, besides the published one.
const KEPT: i64 = 50;

/// A version without its document.
pub(crate) type VersionRow = (i64, i64, Option<i64>, Option<Uuid>, Timestamp);

/// A document to store as a version.
#[derive(Debug)]
pub(crate) struct NewVersion<'a> {
    pub(crate) version: i64,
    /// JSON.
    pub(crate) scene: &'a str,
    pub(crate) objects: usize,
    pub(crate) by: &'a Uuid,
}

/// The first version of a new block.
pub(crate) fn insert(
    ctx: &Ctx,
    block: &Uuid,
    new: &NewVersion<'_>,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into scene_version (block_id, version, scene, objects, saved_by, saved_at) \
         values ($1, $2, $3, $4, $5, $6)",
        &params![
            block,
            new.version,
            new.scene,
            i64::try_from(new.objects).unwrap_or(i64::MAX),
            new.by,
            now
        ],
    )?;
    Ok(())
}

/// Stores an earlier version again; fails with `scene_version_not_found` if it is not kept.
pub(crate) fn copy(
    ctx: &Ctx,
    block: &Uuid,
    (from, to): (i64, i64),
    by: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    let copied = ctx.sql().execute(
        "insert into scene_version (block_id, version, scene, objects, restored_from, saved_by, saved_at) \
         select block_id, $3, scene, objects, version, $4, $5 from scene_version where block_id = $1 and version = $2",
        &params![block, from, to, by, now],
    )?;
    match copied {
        0 => Err(VERSION_NOT_FOUND.into()),
        _ => Ok(()),
    }
}

/// Records the newest version of a block, and deletes the versions that are not kept.
pub(crate) fn advance(
    ctx: &Ctx,
    block: &Uuid,
    version: i64,
    published: Option<i64>,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update block set version = $2, updated_at = $3 where id = $1",
        &params![block, version, now],
    )?;
    models::release(ctx, block, version - KEPT, published.unwrap_or_default())?;
    ctx.sql().execute(
        "delete from scene_version where block_id = $1 and version <= $2 and version <> $3",
        &params![block, version - KEPT, published.unwrap_or_default()],
    )?;
    Ok(())
}

/// The document of a version, and when it was saved.
pub(crate) fn document(
    ctx: &Ctx,
    block: &Uuid,
    version: i64,
) -> Result<(Box<RawValue>, Timestamp), Error> {
    let row: Option<(String, Timestamp)> = ctx.sql().optional(
        "select scene, saved_at from scene_version where block_id = $1 and version = $2",
        &params![block, version],
    )?;
    let (scene, saved_at) = row.ok_or(VERSION_NOT_FOUND)?;
    let scene = RawValue::from_string(scene)
        .map_err(|error| Error::internal(format!("scene {block} {version}: {error}")))?;
    Ok((scene, saved_at))
}

/// The kept versions, newest first.
pub(crate) fn versions(ctx: &Ctx, block: &Uuid) -> Result<Vec<VersionRow>, Error> {
    let rows = ctx.sql().query(
        "select version, objects, restored_from, saved_by, saved_at from scene_version \
         where block_id = $1 order by version desc",
        &params![block],
    )?;
    Ok(rows.all()?)
}
