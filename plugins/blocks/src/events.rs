//! Events for other plugins: `{blockId, worldId}`, and after a publication or a deletion also `{blockCount, sequence}`.
//!
//! `blockCount` is the number of complete blocks of the world. Events may arrive out of order; the one with the highest
//! `sequence` has the current number.

use crate::block::Block;
use crate::store::WorldCount;
use serde::Serialize;
use witverse_sdk::{Ctx, Error, Uuid};

pub(crate) const CREATED: &str = "blocks.created@1";
/// The first publication of a block.
pub(crate) const PUBLISHED: &str = "blocks.published@1";
/// A new name or title.
pub(crate) const RENAMED: &str = "blocks.renamed@1";
pub(crate) const DELETED: &str = "blocks.deleted@1";

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockEvent<'a> {
    block_id: &'a Uuid,
    world_id: &'a Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<i64>,
}

impl<'a> BlockEvent<'a> {
    pub(crate) fn of(block: &'a Block) -> Self {
        Self {
            block_id: &block.id,
            world_id: &block.world_id,
            block_count: None,
            sequence: None,
        }
    }

    pub(crate) fn counted(block: &'a Block, count: WorldCount) -> Self {
        Self {
            block_count: Some(count.complete),
            sequence: Some(count.sequence),
            ..Self::of(block)
        }
    }
}

pub(crate) fn publish(ctx: &Ctx, topic: &str, event: &BlockEvent<'_>) -> Result<(), Error> {
    ctx.events().publish(topic, event)
}
