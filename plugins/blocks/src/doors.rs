//! The blocks behind the doors of a scene.

use crate::access;
use crate::block::State;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::HashSet;
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Uuid};

/// Where a door leads.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Door {
    block_id: Uuid,
    world_name: String,
    block_name: String,
    title: Text,
}

/// The part of a scene with its doors.
#[derive(Deserialize)]
struct Links {
    links: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    block_id: Uuid,
}

/// The complete blocks behind the doors of a scene that the caller may see. A scene has at most 20 doors.
pub(crate) fn of_scene(ctx: &Ctx, scene: &RawValue) -> Result<Vec<Door>, Error> {
    let parsed: Links = serde_json::from_str(scene.get())
        .map_err(|error| Error::internal(format!("the doors of a scene: {error}")))?;
    let ids: HashSet<Uuid> = parsed.links.into_iter().map(|link| link.block_id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let blocks = store::find_all(ctx, &ids)?;
    Ok(blocks
        .into_iter()
        .filter(|block| block.state == State::Complete && access::sees(ctx, &block.id))
        .map(|block| Door {
            block_id: block.id,
            world_name: block.world_name,
            block_name: block.name,
            title: block.title,
        })
        .collect())
}
