//! SQL statements. Gear and VRM files change only after [`lock_wearer`].

use crate::look::{Look, Slot, VERSION};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// A chosen look.
#[derive(Debug, FromRow)]
pub(crate) struct Avatar {
    #[row(flatten)]
    pub(crate) look: Look,
    pub(crate) chosen_at: Timestamp,
    version: u8,
}

impl Avatar {
    /// Whether it was chosen before there were styles of clothes.
    pub(crate) fn is_replaceable(&self) -> bool {
        self.version < VERSION
    }
}

/// A worn item.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Gear {
    #[row(parse)]
    pub(crate) slot: Slot,
    pub(crate) item_id: Uuid,
    pub(crate) model: String,
    /// Parts of the body that are not drawn while it is worn.
    #[row(column = "bodies_to_disable")]
    pub(crate) covers: Vec<String>,
}

/// The file that a person appears as.
#[derive(Debug, FromRow)]
pub(crate) struct StoredVrm {
    pub(crate) file_id: Uuid,
    pub(crate) confirmed_at: Option<Timestamp>,
}

pub(crate) fn avatar(ctx: &Ctx, account: &Uuid) -> Result<Option<Avatar>, Error> {
    Ok(ctx.sql().optional(
        select!(Avatar, "from avatar where account_id = $1"),
        &params![account],
    )?)
}

/// Stores a look, also in place of one of an earlier version; false if the account has one of this version. Of two concurrent
/// calls one waits for the other and returns false.
pub(crate) fn choose(
    ctx: &Ctx,
    account: &Uuid,
    look: &Look,
    now: Timestamp,
) -> Result<bool, Error> {
    let rows = ctx.sql().execute(
        "insert into avatar \
         (account_id, body, skin, face, hair, hair_color, top, bottom, top_style, bottom_style, chosen_at, version) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
         on conflict (account_id) do update \
         set body = excluded.body, skin = excluded.skin, face = excluded.face, hair = excluded.hair, \
             hair_color = excluded.hair_color, top = excluded.top, bottom = excluded.bottom, \
             top_style = excluded.top_style, bottom_style = excluded.bottom_style, chosen_at = excluded.chosen_at, \
             version = excluded.version \
         where avatar.version < excluded.version",
        &params![
            account,
            look.body.as_str(),
            look.skin.as_str(),
            look.face.as_str(),
            look.hair.as_str(),
            look.hair_color.as_str(),
            look.top.as_str(),
            look.bottom.as_str(),
            look.top_style.as_str(),
            look.bottom_style.as_str(),
            now,
            i32::from(VERSION)
        ],
    )?;
    Ok(rows == 1)
}

/// The worn items of an account, at most one per slot.
pub(crate) fn gear(ctx: &Ctx, account: &Uuid) -> Result<Vec<Gear>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(Gear, "from gear where account_id = $1 order by slot"),
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
        select!(StoredVrm, "from vrm where account_id = $1"),
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
