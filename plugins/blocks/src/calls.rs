//! Calls of the services of other plugins: `worlds@1` and `items@1`.

use crate::placing::PURPOSE;
use crate::problems::WORLD_NOT_FOUND;
use witverse_sdk::services::items::{FactsOf, Item, LockAll, ReleaseAll};
use witverse_sdk::services::worlds::{RoleOf, View, World};
use witverse_sdk::{Ctx, Error, Uuid};

/// Whether a person owns or administers a world.
pub(crate) fn is_world_staff(ctx: &Ctx, world: &Uuid, person: &Uuid) -> Result<bool, Error> {
    let of = RoleOf {
        world_id: world.clone(),
        user_id: person.clone(),
    };
    let role = ctx.services().request(&of)?.role;
    Ok(matches!(role.as_deref(), Some("owner" | "admin")))
}

/// Items, as far as they exist.
pub(crate) fn item_facts(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<Item>, Error> {
    let ids = ids.to_vec();
    Ok(ctx.services().request(&FactsOf { ids })?.items)
}

/// Locks free items of a person as long as they stand in a block: all of them, or none.
pub(crate) fn lock_items(
    ctx: &Ctx,
    block: &Uuid,
    owner: &Uuid,
    items: &[Uuid],
) -> Result<(), Error> {
    let lock = LockAll {
        item_ids: items.to_vec(),
        owner: owner.clone(),
        key: block.to_string(),
        by: PURPOSE.to_owned(),
    };
    ctx.services().request(&lock).map(drop)
}

/// Ends the locks of items that do not stand in a block any more. Idempotent.
pub(crate) fn release_items(ctx: &Ctx, block: &Uuid, items: &[Uuid]) -> Result<(), Error> {
    let release = ReleaseAll {
        item_ids: items.to_vec(),
        key: block.to_string(),
    };
    ctx.services().request(&release).map(drop)
}

/// The world with an id or a name.
pub(crate) fn world(ctx: &Ctx, key: &str) -> Result<World, Error> {
    let key = key.to_owned();
    let found = ctx.services().request(&View { key })?.world;
    Ok(found.ok_or(WORLD_NOT_FOUND)?)
}
