//! The service `blocks@1` for other plugins.

use crate::access;
use crate::block::{Block, State};
use crate::store;
use witverse_sdk::ctx::Text;
use witverse_sdk::services::blocks::{
    self, BlocksOfGame, Entry, EntryOf, Existence, Exists, Gallery, GalleryFound, GalleryOf,
    OfGame, Refusal, View, Viewed,
};
use witverse_sdk::{Ctx, Error, params};

/// Blocks of a game are counted up to this number.
const COUNTED: i64 = 100;
const NAMED: usize = 5;

pub(crate) fn exists(ctx: &Ctx, of: Exists) -> Result<Existence, Error> {
    let found = store::find(ctx, &of.id)?;
    Ok(Existence {
        exists: found.is_some_and(|block| block.state == State::Complete),
    })
}

pub(crate) fn view(ctx: &Ctx, of: View) -> Result<Viewed, Error> {
    let found = store::find(ctx, &of.id)?;
    let block = found.map(|block| blocks::Block {
        block_id: block.id,
        world_id: block.world_id,
        world_name: block.world_name,
        block_name: block.name,
        title: block.title,
        state: block.state.as_str().to_owned(),
        maker_id: block.maker_id,
    });
    Ok(Viewed { block })
}

pub(crate) fn of_game(ctx: &Ctx, of: OfGame) -> Result<BlocksOfGame, Error> {
    let rows = ctx.sql().query(
        "select title_ko, title_en from block where world_id = $1 and game = $2 order by id desc limit $3",
        &params![&of.world_id, &of.game, COUNTED],
    )?;
    let titles: Vec<(String, String)> = rows.all()?;
    Ok(BlocksOfGame {
        count: titles.len(),
        names: titles.into_iter().take(NAMED).map(Text::from).collect(),
    })
}

pub(crate) fn entry(ctx: &Ctx, of: EntryOf) -> Result<Entry, Error> {
    let refused = access::refusal_for(ctx, store::find(ctx, &of.id)?, &of.user_id)?;
    Ok(Entry {
        refusal: refused.map(|problem| Refusal {
            status: problem.status,
            code: problem.code.to_owned(),
            text: Text::new(problem.ko, problem.en),
        }),
    })
}

pub(crate) fn gallery(ctx: &Ctx, of: GalleryOf) -> Result<GalleryFound, Error> {
    let block = match store::find(ctx, &of.id)? {
        Some(block) => open_gallery(ctx, block)?,
        None => None,
    };
    Ok(GalleryFound { block })
}

/// The gallery of a block for the caller; `None` if they may not enter the block.
fn open_gallery(ctx: &Ctx, block: Block) -> Result<Option<Gallery>, Error> {
    let can_manage = access::is_manager(ctx, &block.id);
    let is_open =
        block.state == State::Complete && access::refusal(ctx, &block, can_manage)?.is_none();
    Ok(is_open.then_some(Gallery {
        maker_id: block.maker_id,
        can_manage,
    }))
}
