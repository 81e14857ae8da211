//! Calls of the services of other plugins: the block of an event, and the items that its participants need.

use crate::problems::{
    BLOCK_NOT_FOUND, COLLECTION_NOT_FOUND, ITEM_NOT_FOUND, NOT_A_GAME, NOT_FRIENDS,
};
use crate::store::{Gate, Venue};
use witverse_sdk::games::require_entry;
use witverse_sdk::services::blocks::{self, EntryOf};
use witverse_sdk::services::friends::are_friends;
use witverse_sdk::services::items::{self, OwnedOf};
use witverse_sdk::services::worlds::AdministratorsOf;
use witverse_sdk::{Ctx, Error, Uuid};

/// The games whose times challenges use. The table has the same list.
const TIMED_GAMES: [&str; 2] = ["lantern-race", "lantern-puzzle"];

/// The block with an id and its world. The caller must be allowed to enter it.
pub(crate) fn enterable(ctx: &Ctx, block: &Uuid) -> Result<Venue, Error> {
    let found = find(ctx, block)?.ok_or(BLOCK_NOT_FOUND)?;
    require_entry(ctx, block)?;
    Ok(found)
}

/// The block with an id and its world.
pub(crate) fn find(ctx: &Ctx, block: &Uuid) -> Result<Option<Venue>, Error> {
    let found = blocks::find(ctx, block)?;
    Ok(found.map(|block| Venue {
        world: block.world_id,
        world_name: block.world_name,
        block_name: block.block_name,
        block_title: block.title,
    }))
}

/// The owner and the administrators of a world.
pub(crate) fn administrators(ctx: &Ctx, world: &Uuid) -> Result<Vec<Uuid>, Error> {
    let world_id = world.clone();
    Ok(ctx
        .services()
        .request(&AdministratorsOf { world_id })?
        .people)
}

/// Why a person may not enter a block, with the problem of `blocks`; `None` if they may.
pub(crate) fn refusal(ctx: &Ctx, block: &Uuid, person: &Uuid) -> Result<Option<Error>, Error> {
    let of = EntryOf {
        id: block.clone(),
        user_id: person.clone(),
    };
    Ok(ctx.services().request(&of)?.refusal.map(Error::from))
}

/// The game of a block, for a challenge. Refuses a block without a game that takes times.
pub(crate) fn timed_game(ctx: &Ctx, block: &Uuid) -> Result<&'static str, Error> {
    let game = blocks::describe(ctx, block)?.game;
    let known = TIMED_GAMES
        .into_iter()
        .find(|known| game.as_deref() == Some(known));
    Ok(known.ok_or(NOT_A_GAME)?)
}

/// The items of a person that are not used up, among some items and of some collections.
pub(crate) fn owned(
    ctx: &Ctx,
    person: &Uuid,
    item_ids: Vec<Uuid>,
    collection_ids: Vec<Uuid>,
) -> Result<Vec<Uuid>, Error> {
    let of = OwnedOf {
        user_id: person.clone(),
        item_ids,
        collection_ids,
    };
    Ok(ctx.services().request(&of)?.ids)
}

/// An item or a collection with its name.
pub(crate) fn gate(ctx: &Ctx, id: &Uuid, is_collection: bool) -> Result<Gate, Error> {
    let name = match is_collection {
        true => {
            items::collection(ctx, id)?
                .ok_or(COLLECTION_NOT_FOUND)?
                .name
        }
        false => items::find(ctx, id)?.ok_or(ITEM_NOT_FOUND)?.name,
    };
    Ok(Gate {
        id: id.clone(),
        is_collection,
        name,
    })
}

/// Refuses two people who are not friends.
pub(crate) fn require_friends(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    match are_friends(ctx, one, other)? {
        true => Ok(()),
        false => Err(NOT_FRIENDS.into()),
    }
}
