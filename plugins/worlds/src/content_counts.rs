//! The number of blocks and items of a world, by events of the plugins `blocks` and `items`, and the worlds of collections.

use serde::Deserialize;
use witverse_sdk::services::items::NameWorld;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

pub(crate) const PUBLISHED: &str = "blocks.published@1";
pub(crate) const DELETED: &str = "blocks.deleted@1";
pub(crate) const COLLECTION_MADE: &str = "items.collection.made@1";
pub(crate) const CRAFTED: &str = "items.crafted@1";
pub(crate) const SOLD: &str = "orders.made@1";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BlocksChanged {
    world_id: Uuid,
    block_count: i64,
    sequence: i64,
}

/// Stores the number of blocks. Events may arrive again and in any order: an older one changes nothing.
pub(crate) fn on_blocks_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let changed: BlocksChanged = event.json()?;
    ctx.sql().execute(
        "update world set block_count = $2, block_sequence = $3 where id = $1 and block_sequence < $3",
        &params![&changed.world_id, changed.block_count, changed.sequence],
    )?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemsMade {
    world_name: String,
    count: i64,
}

/// Counts items that were made in a collection of a world: by its people, or for those who bought a product of it. An event takes
/// effect once.
pub(crate) fn on_items_made(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let crafted: ItemsMade = event.json()?;
    ctx.sql().execute(
        "update world set crafted_items = crafted_items + $2 where name = $1",
        &params![&crafted.world_name, crafted.count],
    )?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CollectionMade {
    collection_id: Uuid,
    world_name: String,
}

/// Sends `items` the id of the world that a new collection names. The name may belong to no world any more.
pub(crate) fn on_collection_made(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let made: CollectionMade = event.json()?;
    let world: Option<(Uuid,)> = ctx.sql().optional(
        "select id from world where name = $1",
        &params![&made.world_name],
    )?;
    let Some((world,)) = world else { return Ok(()) };
    let of = NameWorld {
        collection_id: made.collection_id,
        world_id: world,
    };
    ctx.services().request(&of).map(drop)
}
