//! The list of blocks where somebody is.

use crate::access;
use crate::block::{Block, State};
use crate::entry::Access;
use crate::store;
use crate::views::{self, BlockCard};
use serde::Serialize;
use std::collections::HashMap;
use witverse_sdk::http::Payload;
use witverse_sdk::{Ctx, Error, Uuid};

/// Rooms that are looked at for the list, and blocks in it: some of the rooms are not open to everybody.
const LOOKED_AT: u32 = 60;
const LISTED: usize = 12;

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Lively {
    items: Vec<BlockCard>,
}

/// The blocks that everybody may enter and that somebody is in, those with the most people first.
pub(crate) fn list_lively(ctx: &Ctx, (): ()) -> Result<Payload<Lively>, Error> {
    let rooms = ctx.rooms().busiest(LOOKED_AT)?;
    let ids: Vec<Uuid> = rooms
        .iter()
        .filter_map(|(key, _)| Uuid::parse(key))
        .collect();
    let mut found: HashMap<Uuid, Block> = store::find_all(ctx, &ids)?
        .into_iter()
        .map(|block| (block.id.clone(), block))
        .collect();
    let mut blocks = Vec::new();
    for block in ids.iter().filter_map(|id| found.remove(id)) {
        let is_open = block.state == State::Complete && block.access == Access::Everybody;
        if is_open && access::sees(ctx, &block.id) {
            blocks.push(block);
        }
        if blocks.len() == LISTED {
            break;
        }
    }
    let items = views::cards(ctx, blocks)?;
    Ok(Payload(Lively { items }))
}
