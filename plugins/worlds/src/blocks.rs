//! The number of blocks of a world, which the events of the plugin `blocks` carry.

use serde::Deserialize;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

pub(crate) const PUBLISHED: &str = "blocks.published@1";
pub(crate) const DELETED: &str = "blocks.deleted@1";

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
