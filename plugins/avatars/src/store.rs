//! SQL statements. Gear and VRM files change only after [`lock_wearer`].

use crate::look::{Body, Bottom, Face, Hair, HairColor, Look, Skin, Slot, Top};
use witverse_sdk::sql::{ErrorKind, FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// A chosen look.
#[derive(Debug)]
pub(crate) struct Avatar {
    pub(crate) look: Look,
    pub(crate) chosen_at: Timestamp,
}

/// A worn item.
#[derive(Clone, Debug)]
pub(crate) struct Gear {
    pub(crate) slot: Slot,
    pub(crate) item_id: Uuid,
    pub(crate) model: String,
    /// Parts of the body that are not drawn while it is worn.
    pub(crate) covers: Vec<String>,
}

/// The file that a person appears as.
#[derive(Debug)]
pub(crate) struct StoredVrm {
    pub(crate) file_id: Uuid,
    pub(crate) confirmed_at: Option<Timestamp>,
}

impl FromRow for StoredVrm {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            file_id: row.get("file_id")?,
            confirmed_at: row.get("confirmed_at")?,
        })
    }
}

fn option<T>(
    row: &Row<'_>,
    column: &'static str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, SqlError> {
    let text: String = row.get(column)?;
    parse(&text).ok_or_else(|| SqlError {
        kind: ErrorKind::Invalid,
        code: String::new(),
        constraint: None,
        message: format!("column `{column}` contains {text:?}, which is no option"),
    })
}

impl FromRow for Avatar {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            look: Look {
                body: option(&row, "body", Body::parse)?,
                skin: option(&row, "skin", Skin::parse)?,
                face: option(&row, "face", Face::parse)?,
                hair: option(&row, "hair", Hair::parse)?,
                hair_color: option(&row, "hair_color", HairColor::parse)?,
                top: option(&row, "top", Top::parse)?,
                bottom: option(&row, "bottom", Bottom::parse)?,
            },
            chosen_at: row.get("chosen_at")?,
        })
    }
}

impl FromRow for Gear {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            slot: option(&row, "slot", Slot::parse)?,
            item_id: row.get("item_id")?,
            model: row.get("model")?,
            covers: row.get("bodies_to_disable")?,
        })
    }
}

pub(crate) fn avatar(ctx: &Ctx, account: &Uuid) -> Result<Option<Avatar>, Error> {
    Ok(ctx.sql().optional(
        "select body, skin, face, hair, hair_color, top, bottom, chosen_at from avatar where account_id = $1",
        &params![account],
    )?)
}

/// Stores a look; false if the account has one. Of two concurrent calls one waits for the other and returns false.
pub(crate) fn insert(
    ctx: &Ctx,
    account: &Uuid,
    look: &Look,
    now: Timestamp,
) -> Result<bool, Error> {
    let rows = ctx.sql().execute(
        "insert into avatar (account_id, body, skin, face, hair, hair_color, top, bottom, chosen_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (account_id) do nothing",
        &params![
            account,
            look.body.as_str(),
            look.skin.as_str(),
            look.face.as_str(),
            look.hair.as_str(),
            look.hair_color.as_str(),
            look.top.as_str(),
            look.bottom.as_str(),
            now
        ],
    )?;
    Ok(rows == 1)
}

/// The worn items of an account, at most one per slot.
pub(crate) fn gear(ctx: &Ctx, account: &Uuid) -> Result<Vec<Gear>, Error> {
    Ok(ctx
        .sql()
        .query(
            "select slot, item_id, model, bodies_to_disable from gear where account_id = $1 order by slot",
            &params![account],
        )?
        .all()?)
}

/// Locks the gear of an account until the request ends.
pub(crate) fn lock_wearer(ctx: &Ctx, account: &Uuid, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into wearer (account_id, changed_at) values ($1, $2) \
         on conflict (account_id) do update set changed_at = excluded.changed_at",
        &params![account, now],
    )?;
    Ok(())
}

pub(crate) fn put_gear(
    ctx: &Ctx,
    account: &Uuid,
    gear: &Gear,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into gear (account_id, slot, item_id, model, worn_at, bodies_to_disable) \
         values ($1, $2, $3, $4, $5, $6) \
         on conflict (account_id, slot) do update \
         set item_id = excluded.item_id, model = excluded.model, worn_at = excluded.worn_at, \
             bodies_to_disable = excluded.bodies_to_disable",
        &params![
            account,
            gear.slot.as_str(),
            &gear.item_id,
            &gear.model,
            now,
            gear.covers.clone()
        ],
    )?;
    Ok(())
}

pub(crate) fn remove_gear(ctx: &Ctx, account: &Uuid, slot: Slot) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from gear where account_id = $1 and slot = $2",
        &params![account, slot.as_str()],
    )?;
    Ok(())
}

pub(crate) fn vrm(ctx: &Ctx, account: &Uuid) -> Result<Option<StoredVrm>, Error> {
    Ok(ctx.sql().optional(
        "select file_id, confirmed_at from vrm where account_id = $1",
        &params![account],
    )?)
}

pub(crate) fn put_vrm(
    ctx: &Ctx,
    account: &Uuid,
    file: &Uuid,
    confirmed_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into vrm (account_id, file_id, confirmed_at, set_at) values ($1, $2, $3, $4) \
         on conflict (account_id) do update \
         set file_id = excluded.file_id, confirmed_at = excluded.confirmed_at, set_at = excluded.set_at",
        &params![account, file, confirmed_at, now],
    )?;
    Ok(())
}

/// False if there was none.
pub(crate) fn remove_vrm(ctx: &Ctx, account: &Uuid) -> Result<bool, Error> {
    let rows = ctx
        .sql()
        .execute("delete from vrm where account_id = $1", &params![account])?;
    Ok(rows == 1)
}

/// Deletes everything about an account; its items and files must be released before.
pub(crate) fn delete_account(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    for statement in [
        "delete from gear where account_id = $1",
        "delete from vrm where account_id = $1",
        "delete from wearer where account_id = $1",
        "delete from avatar where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![account])?;
    }
    Ok(())
}
