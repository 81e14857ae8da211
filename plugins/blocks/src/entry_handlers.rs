//! Handlers about entering a block: whether the caller may, and which blocks they entered last.

use crate::access::{self, OfBlock};
use crate::block::{Block, State};
use crate::entry::{Refusal, Remedy};
use crate::store;
use crate::views::{self, BlockCard};
use crate::visits;
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::services::items;
use witverse_sdk::{Ctx, Error, Uuid};

/// The most blocks in the list of visited ones.
const SHOWN: usize = 5;

/// The answer to a person in front of a block.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct EntryView {
    allowed: bool,
    /// Why not: a code of the error catalogue.
    code: Option<&'static str>,
    /// What would let the caller in.
    message: Option<Text>,
    /// The step that would let the caller in; null if there is none.
    remedy: Option<Remedy>,
    /// The collection of which an item is needed.
    collection: Option<Needed>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Needed {
    collection_id: Uuid,
    name: Text,
}

/// Whether the caller may enter. A refusal is an answer, not an error.
pub(crate) fn view_entry(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<EntryView>, Error> {
    let found = store::find(ctx, &of.id()?)?;
    let (block, is_manager) = access::existing(ctx, found)?;
    let refusal = access::refusal(ctx, &block, is_manager)?;
    let problem = refusal.map(Refusal::problem);
    let collection = match (refusal, &block.collection) {
        (Some(Refusal::NoItem), Some(id)) => items::collection(ctx, id)?,
        _ => None,
    };
    Ok(Payload(EntryView {
        allowed: refusal.is_none(),
        code: problem.map(|problem| problem.code),
        message: problem.map(|problem| Text::new(problem.ko, problem.en)),
        remedy: refusal.and_then(Refusal::remedy),
        collection: collection.map(|found| Needed {
            collection_id: found.collection_id,
            name: found.name,
        }),
    }))
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Entered {
    entered: bool,
}

/// Records that the caller has entered a block, and counts the visit of a complete one.
pub(crate) fn record_entry(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<Entered>, Error> {
    let me = ctx.caller()?;
    let (block, _) = access::enterable(ctx, &of.id()?)?;
    store::add_visited(ctx, &me.id, &block.id)?;
    if block.state == State::Complete {
        visits::count_entry(ctx, &me.id, &block.id, ctx.now())?;
    }
    Ok(Payload(Entered { entered: true }))
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Visited {
    items: Vec<BlockCard>,
}

/// The blocks that the caller entered last, without those that they may not see any more.
pub(crate) fn list_visited(ctx: &Ctx, (): ()) -> Result<Payload<Visited>, Error> {
    let visited = store::visited_by(ctx, &ctx.caller()?.id)?;
    let seen = visited
        .into_iter()
        .filter(|block| access::sees(ctx, &block.id));
    let seen: Vec<Block> = seen.take(SHOWN).collect();
    let items = views::cards(ctx, seen)?;
    Ok(Payload(Visited { items }))
}
