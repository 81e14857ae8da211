//! Who is inside of blocks now: for cards, for the list of places where somebody is, and for friends.

use crate::access;
use crate::block::{Block, State};
use crate::entry::Access;
use crate::store;
use crate::views::{self, BlockCard};
use serde::Serialize;
use std::collections::HashMap;
use witverse_sdk::http::Payload;
use witverse_sdk::services::presence::{Place, Places, Whereabouts};
use witverse_sdk::{Ctx, Error, Uuid};

/// Rooms that are looked at for the list, and blocks in it: some of the rooms are not open to everybody.
const LOOKED_AT: u32 = 60;
const LISTED: usize = 12;
/// Blocks that are checked for one question about people.
const CHECKED: usize = 60;

/// How many people are in each of these blocks.
pub(crate) fn people_in(ctx: &Ctx, blocks: &[Uuid]) -> Result<HashMap<Uuid, u32>, Error> {
    let keys: Vec<String> = blocks.iter().map(Uuid::to_string).collect();
    let counts = ctx.rooms().counts(&keys)?;
    Ok(blocks.iter().cloned().zip(counts).collect())
}

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

/// Where people are, as far as the caller may enter there: a private place is not named.
pub(crate) fn whereabouts(ctx: &Ctx, of: Whereabouts) -> Result<Places, Error> {
    let found = ctx.rooms().whereabouts(&of.people)?;
    let mut ids: Vec<Uuid> = found
        .iter()
        .filter_map(|(_, key)| Uuid::parse(key))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.truncate(CHECKED);
    let counts = people_in(ctx, &ids)?;
    let mut open = HashMap::new();
    for block in store::find_all(ctx, &ids)? {
        let is_manager = access::is_manager(ctx, &block.id);
        if block.state == State::Complete && access::refusal(ctx, &block, is_manager)?.is_none() {
            open.insert(block.id.clone(), block);
        }
    }
    let place = |(person, key): (Uuid, String)| {
        let block = open.get(&Uuid::parse(&key)?)?;
        Some(Place {
            user_id: person,
            block_id: block.id.clone(),
            world_name: block.world_name.clone(),
            block_name: block.name.clone(),
            title: block.title.clone(),
            people: counts.get(&block.id).copied().unwrap_or_default(),
        })
    };
    Ok(Places {
        places: found.into_iter().filter_map(place).collect(),
    })
}
