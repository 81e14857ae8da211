//! The service `blocks@1` for other plugins, and the calls of `worlds@1` and `items@1`.
//!
//! - `exists {id}` answers `{exists}`: whether visitors see a block with this id.
//! - `view {id}` answers `{block}`: a block in any state with its world and its maker, or null. It decides about no
//!   permission.

use crate::block::{Block, State};
use crate::problems::WORLD_NOT_FOUND;
use crate::rooms;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::Text;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

#[derive(Deserialize)]
struct OfId {
    id: Uuid,
}

#[derive(Serialize)]
struct Exists {
    exists: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    block_id: Uuid,
    world_id: Uuid,
    world_name: String,
    block_name: String,
    title: Text,
    state: State,
    maker_id: Option<Uuid>,
}

#[derive(Serialize)]
struct View {
    block: Option<Facts>,
}

impl From<Block> for Facts {
    fn from(block: Block) -> Self {
        Self {
            block_id: block.id,
            world_id: block.world_id,
            world_name: block.world_name,
            block_name: block.name,
            title: block.title,
            state: block.state,
            maker_id: block.maker_id,
        }
    }
}

/// `blocks@1`.
pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    if call.service == rooms::SERVICE {
        return rooms::answer(ctx, call);
    }
    let find = || store::find(ctx, &call.json::<OfId>()?.id);
    match (call.service.as_str(), call.method.as_str()) {
        ("blocks@1", "exists") => {
            let found = find()?;
            ServiceCall::answer(&Exists {
                exists: found.is_some_and(|block| block.state == State::Complete),
            })
        }
        ("blocks@1", "view") => ServiceCall::answer(&View {
            block: find()?.map(Facts::from),
        }),
        _ => Err(NOT_FOUND.into()),
    }
}

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
