//! The main block of a world, which its page shows first.

use crate::block_handlers::OfWorld;
use crate::problems::{BLOCK_NOT_FOUND, NOT_COMPLETE};
use crate::store;
use crate::views::{self, BlockCard};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct MainBlock {
    block: Option<BlockCard>,
}

/// The main block; null if none was chosen, or it was deleted.
pub(crate) fn view_main_block(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<MainBlock>, Error> {
    let main = match store::world_id(ctx, &of.id)? {
        Some(world) => store::main_block(ctx, &world)?,
        None => None,
    };
    let block = views::cards(ctx, main.into_iter().collect())?.pop();
    Ok(Payload(MainBlock { block }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choice {
    /// A complete block of the world.
    block_id: Uuid,
}

/// Makes a complete block the main block, in place of the one before.
pub(crate) fn choose_main_block(
    ctx: &Ctx,
    (Params(of), Json(choice)): (Params<OfWorld>, Json<Choice>),
) -> Result<Payload<MainBlock>, Error> {
    let world = store::world_id(ctx, &of.id)?.ok_or(BLOCK_NOT_FOUND)?;
    let found = store::find(ctx, &choice.block_id)?.filter(|block| block.world_id == world);
    let mut block = found.ok_or(BLOCK_NOT_FOUND)?;
    if !store::choose_main(ctx, &world, &block.id)? {
        return Err(NOT_COMPLETE.into());
    }
    block.is_main = true;
    let block = views::cards(ctx, vec![block])?.pop();
    Ok(Payload(MainBlock { block }))
}
