//! Calls of the services of other plugins: `worlds@1` and `items@1`.

use crate::placing::{ItemFacts, PURPOSE};
use crate::problems::WORLD_NOT_FOUND;
use serde::Deserialize;
use serde_json::{Value, json};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid};

/// Whether a person owns or administers a world.
pub(crate) fn is_world_staff(ctx: &Ctx, world: &Uuid, person: &Uuid) -> Result<bool, Error> {
    #[derive(Deserialize)]
    struct Answer {
        role: Option<String>,
    }
    let asked = json!({ "worldId": world, "userId": person });
    let answer: Answer = ctx.services().call("worlds@1", "role", &asked)?;
    Ok(matches!(answer.role.as_deref(), Some("owner" | "admin")))
}

/// A collection of items, as `items@1` answers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Collection {
    pub(crate) collection_id: Uuid,
    pub(crate) name: Text,
    pub(crate) is_official: bool,
}

/// The collection with an id.
pub(crate) fn collection(ctx: &Ctx, id: &Uuid) -> Result<Option<Collection>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        collection: Option<Collection>,
    }
    let asked = json!({ "id": id });
    let answer: Answer = ctx.services().call("items@1", "collection", &asked)?;
    Ok(answer.collection)
}

/// Whether a person owns an item of a collection.
pub(crate) fn owns_item(ctx: &Ctx, person: &Uuid, collection: &Uuid) -> Result<bool, Error> {
    #[derive(Deserialize)]
    struct Answer {
        owns: bool,
    }
    let asked = json!({ "collectionId": collection, "userId": person });
    let answer: Answer = ctx.services().call("items@1", "owns", &asked)?;
    Ok(answer.owns)
}

/// Items, as far as they exist.
pub(crate) fn item_facts(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<ItemFacts>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        items: Vec<ItemFacts>,
    }
    let asked = json!({ "ids": ids });
    let answer: Answer = ctx.services().call("items@1", "facts", &asked)?;
    Ok(answer.items)
}

/// Locks free items of a person as long as they stand in a block: all of them, or none.
pub(crate) fn lock_items(
    ctx: &Ctx,
    block: &Uuid,
    owner: &Uuid,
    items: &[Uuid],
) -> Result<(), Error> {
    let asked = json!({ "itemIds": items, "owner": owner, "key": block, "by": PURPOSE });
    ctx.services()
        .call::<Value>("items@1", "lock_all", &asked)
        .map(|_| ())
}

/// Ends the locks of items that do not stand in a block any more. Idempotent.
pub(crate) fn release_items(ctx: &Ctx, block: &Uuid, items: &[Uuid]) -> Result<(), Error> {
    let asked = json!({ "itemIds": items, "key": block });
    ctx.services()
        .call::<Value>("items@1", "release_all", &asked)
        .map(|_| ())
}

/// A world, as `worlds@1` answers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct World {
    pub(crate) world_id: Uuid,
    pub(crate) world_name: String,
}

/// The world with an id or a name.
pub(crate) fn world(ctx: &Ctx, key: &str) -> Result<World, Error> {
    #[derive(Deserialize)]
    struct Answer {
        world: Option<World>,
    }
    let answer: Answer = ctx
        .services()
        .call("worlds@1", "view", &json!({ "key": key }))?;
    Ok(answer.world.ok_or(WORLD_NOT_FOUND)?)
}
