//! Queries of the service `worlds@1`: the id of a world, its rule for buyers, and its administrators. Without that service there is
//! no rule.

use witverse_sdk::services::worlds::{AdministratorsOf, PurchaseRule, PurchaseRuleFor, View};
use witverse_sdk::{Ctx, Error, Uuid};

/// The id of a world with a name; `None` if it was deleted.
pub(crate) fn id_of(ctx: &Ctx, name: &str) -> Result<Option<Uuid>, Error> {
    let key = name.to_owned();
    let found = ctx.services().request_optional(&View { key })?;
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
    let Some(world_id) = id_of(ctx, world)? else {
        return Ok(true);
    };
    let of = PurchaseRuleFor {
        world_id,
        user_id: buyer.clone(),
        collection_id: collection.clone(),
    };
    PurchaseRule::allows(ctx, &of)
}

/// The owner and the administrators of a world, at most six.
pub(crate) fn administrators(ctx: &Ctx, world: &str) -> Result<Vec<Uuid>, Error> {
    let Some(world_id) = id_of(ctx, world)? else {
        return Ok(Vec::new());
    };
    let answer = ctx
        .services()
        .request_optional(&AdministratorsOf { world_id })?;
    Ok(answer.unwrap_or_default().people)
}
