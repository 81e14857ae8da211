//! Who is inside of blocks now: for cards, and for friends.

use crate::access;
use crate::block::State;
use crate::store;
use std::collections::HashMap;
use witverse_sdk::services::presence::{Place, Places, Whereabouts};
use witverse_sdk::{Ctx, Error, Uuid};

/// Blocks that are checked for one question about people.
const CHECKED: usize = 60;

/// How many people are in each of these blocks.
pub(crate) fn people_in(ctx: &Ctx, blocks: &[Uuid]) -> Result<HashMap<Uuid, u32>, Error> {
    let keys: Vec<String> = blocks.iter().map(Uuid::to_string).collect();
    let counts = ctx.rooms().counts(&keys)?;
    Ok(blocks.iter().cloned().zip(counts).collect())
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
