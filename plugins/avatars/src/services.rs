//! The service `avatars@1`, and the calls of `items@1`.
//!
//! - `look {userId}` answers `{look}`: what a room draws, `{v, body, skin, face, hair, hairColor, top, bottom, gear, hides, vrm}`
//!   with colours as in CSS; `hides` is there if gear covers parts of the body, and `vrm` is there for people who appear as a VRM file. It decides about no permission; an unknown account has the look of one that has not chosen.

use crate::views::Appearance;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

const ITEMS: &str = "items@1";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LookOf {
    user_id: Uuid,
}

#[derive(Serialize)]
struct Drawn {
    look: Value,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        ("avatars@1", "look") => {
            let LookOf { user_id } = call.json()?;
            let look = Appearance::of(ctx, &user_id)?.drawn();
            ServiceCall::answer(&Drawn { look })
        }
        _ => Err(NOT_FOUND.into()),
    }
}

/// Where an item is worn, and how it is drawn.
#[derive(Debug, Deserialize)]
pub(crate) struct MadeFor {
    pub(crate) slot: String,
    pub(crate) model: String,
    /// Parts of the body that are not drawn while it is worn.
    #[serde(default, rename = "bodiesToDisable")]
    pub(crate) covers: Vec<String>,
}

/// Locks an item of `owner` while it is worn; `items` names the reason of a refusal. `None` if it cannot be worn.
pub(crate) fn lock(ctx: &Ctx, owner: &Uuid, item: &Uuid) -> Result<Option<MadeFor>, Error> {
    #[derive(Deserialize)]
    struct Facts {
        gear: Option<MadeFor>,
    }
    #[derive(Deserialize)]
    struct Locked {
        item: Facts,
    }
    let asked = json!({ "itemId": item, "owner": owner, "key": owner, "by": "worn" });
    let Locked { item } = ctx.services().call(ITEMS, "lock", &asked)?;
    Ok(item.gear)
}

/// Ends the lock of an item that is not worn any more. Idempotent.
pub(crate) fn release(ctx: &Ctx, owner: &Uuid, item: &Uuid) -> Result<(), Error> {
    let asked = json!({ "itemId": item, "key": owner });
    ctx.services()
        .call::<Value>(ITEMS, "release", &asked)
        .map(|_| ())
}
