//! Handlers that read blocks.

use crate::access::{self, OfBlock};
use crate::block::Block;
use crate::block_handlers::OfWorld;
use crate::name::BlockName;
use crate::problems::BLOCK_NOT_FOUND;
use crate::store;
use crate::views::{self, BlockCard, BlockView, Details};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::{Ctx, Error};

/// The list of a world.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockList {
    /// Is not repeated in the items.
    main_block: Option<BlockCard>,
    #[serde(flatten)]
    page: Page<BlockCard>,
}

/// The complete blocks of a world, newest first, with its main block apart.
pub(crate) fn list_blocks(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<PageQuery>),
) -> Result<Payload<BlockList>, Error> {
    let window = query.window(page::USUAL)?;
    let (mut rows, mut main, mut total) = (Vec::new(), None, 0);
    if let Some(world) = store::world_id(ctx, &of.id)? {
        rows = store::of_world(ctx, &world, &window)?;
        main = store::main_block(ctx, &world)?;
        total = store::complete_blocks(ctx, &world)?;
    }
    let details = Details::of(ctx, rows.iter().chain(&main))?;
    let page = window.counted_page(rows, total, |block: &Block| {
        let at = block.published_at.unwrap_or(block.created_at);
        (at.as_micros(), block.id.clone())
    });
    Ok(Payload(BlockList {
        main_block: main.map(|block| details.card(block)),
        page: page.map(|block| details.card(block)),
    }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByName {
    id: String,
    block_name: String,
}

/// A block by its world and its name.
pub(crate) fn block_by_name(
    ctx: &Ctx,
    Params(by): Params<ByName>,
) -> Result<Payload<BlockView>, Error> {
    // An invalid name is not looked up.
    let name = BlockName::parse(&by.block_name).map_err(|_| BLOCK_NOT_FOUND)?;
    let world = store::world_id(ctx, &by.id)?.ok_or(BLOCK_NOT_FOUND)?;
    let found = store::find_named(ctx, &world, name.as_str())?;
    let (block, can_manage) = access::existing(ctx, found)?;
    views::view(ctx, block, can_manage).map(Payload)
}

/// A block by its id.
pub(crate) fn view_block(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<BlockView>, Error> {
    let found = store::find(ctx, &of.id()?)?;
    let (block, can_manage) = access::existing(ctx, found)?;
    views::view(ctx, block, can_manage).map(Payload)
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Cards {
    items: Vec<BlockCard>,
}

/// The caller's drafts, newest first.
pub(crate) fn list_drafts(ctx: &Ctx, (): ()) -> Result<Payload<Cards>, Error> {
    let drafts = store::drafts_of(ctx, &ctx.caller()?.id)?;
    let items = views::cards(ctx, drafts)?;
    Ok(Payload(Cards { items }))
}
