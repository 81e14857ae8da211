//! Queries of the service `worlds@1`: the id of a world, its rule for buyers, and its administrators. Without that service there is
//! no rule.

use serde::Deserialize;
use serde_json::json;
use witverse_sdk::{Ctx, Error, Uuid};

const WORLDS: &str = "worlds@1";

/// The id of a world with a name; `None` if it was deleted.
pub(crate) fn id_of(ctx: &Ctx, name: &str) -> Result<Option<Uuid>, Error> {
    #[derive(Deserialize)]
    struct Found {
        world: Option<World>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct World {
        world_id: Uuid,
    }
    let asked = json!({ "key": name });
    let found: Option<Found> = ctx.services().call_optional(WORLDS, "view", &asked)?;
    Ok(found
        .and_then(|found| found.world)
        .map(|world| world.world_id))
}

/// Whether a person may buy the products of a world: some worlds sell to owners of a membership only. The market has the same
/// rule.
pub(crate) fn may_buy(
    ctx: &Ctx,
    world: &str,
    collection: &Uuid,
    buyer: &Uuid,
) -> Result<bool, Error> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Rule {
        requires_membership: bool,
        has_membership: bool,
    }
    let Some(world) = id_of(ctx, world)? else {
        return Ok(true);
    };
    let asked = json!({ "worldId": world, "userId": buyer, "collectionId": collection });
    let rule: Option<Rule> = ctx
        .services()
        .call_optional(WORLDS, "purchase_rule", &asked)?;
    let rule = rule.unwrap_or_default();
    Ok(!rule.requires_membership || rule.has_membership)
}

/// The owner and the administrators of a world, at most six.
pub(crate) fn administrators(ctx: &Ctx, world: &str) -> Result<Vec<Uuid>, Error> {
    #[derive(Default, Deserialize)]
    struct Answer {
        people: Vec<Uuid>,
    }
    let Some(world) = id_of(ctx, world)? else {
        return Ok(Vec::new());
    };
    let asked = json!({ "worldId": world });
    let answer: Option<Answer> = ctx
        .services()
        .call_optional(WORLDS, "administrators", &asked)?;
    Ok(answer.unwrap_or_default().people)
}
