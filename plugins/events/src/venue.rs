//! Calls of the services of other plugins: the block of an event, and the items that its participants need.

use crate::problems::{
    BLOCK_NOT_FOUND, COLLECTION_NOT_FOUND, ITEM_NOT_FOUND, NOT_A_GAME, NOT_FRIENDS,
};
use crate::store::{Gate, Venue};
use serde::Deserialize;
use serde_json::{Value, json};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid, localized};

const ROOMS: &str = "blocks.rooms@1";
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
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Block {
        world_id: Uuid,
        world_name: String,
        block_name: String,
        title: Text,
    }
    #[derive(Deserialize)]
    struct Answer {
        block: Option<Block>,
    }
    let answer: Answer = ctx
        .services()
        .call("blocks@1", "view", &json!({ "id": block }))?;
    Ok(answer.block.map(|found| Venue {
        world: found.world_id,
        world_name: found.world_name,
        block_name: found.block_name,
        block_title: found.title,
    }))
}

/// The owner and the administrators of a world.
pub(crate) fn administrators(ctx: &Ctx, world: &Uuid) -> Result<Vec<Uuid>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        people: Vec<Uuid>,
    }
    let asked = json!({ "worldId": world });
    let answer: Answer = ctx.services().call("worlds@1", "administrators", &asked)?;
    Ok(answer.people)
}

/// Refuses a caller who may not enter a block, with the problem of `blocks`.
pub(crate) fn require_entry(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    let _: Value = ctx
        .services()
        .call(ROOMS, "enter", &json!({ "room": block }))?;
    Ok(())
}

/// Why a person may not enter a block, with the problem of `blocks`; `None` if they may.
pub(crate) fn refusal(ctx: &Ctx, block: &Uuid, person: &Uuid) -> Result<Option<Error>, Error> {
    #[derive(Deserialize)]
    struct Refused {
        status: u16,
        code: String,
        ko: String,
        en: String,
    }
    #[derive(Deserialize)]
    struct Answer {
        refusal: Option<Refused>,
    }
    let asked = json!({ "id": block, "userId": person });
    let answer: Answer = ctx.services().call("blocks@1", "entry", &asked)?;
    Ok(answer.refusal.map(|problem| {
        Error::new(
            problem.status,
            problem.code,
            localized(problem.ko, problem.en),
        )
    }))
}

/// The game of a block, for a challenge. Refuses a block without a game that takes times.
pub(crate) fn timed_game(ctx: &Ctx, block: &Uuid) -> Result<&'static str, Error> {
    #[derive(Deserialize)]
    struct Room {
        game: Option<String>,
    }
    let room: Room = ctx
        .services()
        .call(ROOMS, "describe", &json!({ "room": block }))?;
    let known = TIMED_GAMES
        .into_iter()
        .find(|game| room.game.as_deref() == Some(game));
    Ok(known.ok_or(NOT_A_GAME)?)
}

/// The items of a person that are not used up, among some items and of some collections.
pub(crate) fn owned(
    ctx: &Ctx,
    person: &Uuid,
    items: Vec<Uuid>,
    collections: Vec<Uuid>,
) -> Result<Vec<Uuid>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        ids: Vec<Uuid>,
    }
    let asked = json!({ "userId": person, "itemIds": items, "collectionIds": collections });
    let answer: Answer = ctx.services().call("items@1", "owned", &asked)?;
    Ok(answer.ids)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    name: Text,
}

fn item(ctx: &Ctx, id: &Uuid) -> Result<Option<Item>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        items: Vec<Item>,
    }
    let asked = json!({ "ids": [id] });
    let answer: Answer = ctx.services().call("items@1", "facts", &asked)?;
    Ok(answer.items.into_iter().next())
}

/// An item or a collection with its name.
pub(crate) fn gate(ctx: &Ctx, id: &Uuid, is_collection: bool) -> Result<Gate, Error> {
    let name = match is_collection {
        true => collection_name(ctx, id)?.ok_or(COLLECTION_NOT_FOUND)?,
        false => item(ctx, id)?.ok_or(ITEM_NOT_FOUND)?.name,
    };
    Ok(Gate {
        id: id.clone(),
        is_collection,
        name,
    })
}

fn collection_name(ctx: &Ctx, id: &Uuid) -> Result<Option<Text>, Error> {
    #[derive(Deserialize)]
    struct Collection {
        name: Text,
    }
    #[derive(Deserialize)]
    struct Answer {
        collection: Option<Collection>,
    }
    let answer: Answer = ctx
        .services()
        .call("items@1", "collection", &json!({ "id": id }))?;
    Ok(answer.collection.map(|collection| collection.name))
}

/// Refuses two people who are not friends.
pub(crate) fn require_friends(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct Between {
        state: String,
    }
    let asked = json!({ "a": one, "b": other });
    let between: Between = ctx.services().call("friends@1", "between", &asked)?;
    match between.state == "friends" {
        true => Ok(()),
        false => Err(NOT_FRIENDS.into()),
    }
}
