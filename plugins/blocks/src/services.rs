//! The service `blocks@1` for other plugins.
//!
//! - `exists {id}` answers `{exists}`: whether visitors see a block with this id.
//! - `view {id}` answers `{block}`: a block in any state with its world and its maker, or null. It decides about no
//!   permission.
//! - `entry {id, userId}` answers `{refusal}`: null if the person may enter the block, or the problem that the entry would answer
//!   them, `{status, code, ko, en}`.
//! - `of_game {worldId, game}` answers `{count, names}`: the blocks of a world with this game, up to 100, and the names of the
//!   newest five. The kernel asks it before a plugin is uninstalled.
//! - `gallery {id}` answers `{block: {makerId, canManage}}` for a block that the caller may enter, or null.

use crate::access;
use crate::block::{Block, State};
use crate::rooms;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid, params};

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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GalleryFacts {
    maker_id: Option<Uuid>,
    can_manage: bool,
}

#[derive(Serialize)]
struct Gallery {
    block: Option<GalleryFacts>,
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

/// Blocks of a game are counted up to this number.
const COUNTED: i64 = 100;
const NAMED: usize = 5;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfGame {
    world_id: Uuid,
    game: String,
}

#[derive(Serialize)]
struct BlocksOfGame {
    count: usize,
    names: Vec<Text>,
}

/// The blocks of a world that are played with a game.
fn of_game(ctx: &Ctx, asked: &OfGame) -> Result<BlocksOfGame, Error> {
    let rows = ctx.sql().query(
        "select title_ko, title_en from block where world_id = $1 and game = $2 order by id desc limit $3",
        &params![&asked.world_id, &asked.game, COUNTED],
    )?;
    let titles: Vec<(String, String)> = rows.all()?;
    Ok(BlocksOfGame {
        count: titles.len(),
        names: titles
            .into_iter()
            .take(NAMED)
            .map(|(ko, en)| Text { ko, en })
            .collect(),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EntryOf {
    id: Uuid,
    user_id: Uuid,
}

#[derive(Serialize)]
struct Entry {
    refusal: Option<Refusal>,
}

#[derive(Serialize)]
struct Refusal {
    status: u16,
    code: &'static str,
    ko: &'static str,
    en: &'static str,
}

/// Whether the named person may enter a block; the caller of the service does not matter.
fn entry(ctx: &Ctx, of: &EntryOf) -> Result<Entry, Error> {
    let refused = access::refusal_for(ctx, store::find(ctx, &of.id)?, &of.user_id)?;
    Ok(Entry {
        refusal: refused.map(|problem| Refusal {
            status: problem.status,
            code: problem.code,
            ko: problem.ko,
            en: problem.en,
        }),
    })
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
        ("blocks@1", "entry") => ServiceCall::answer(&entry(ctx, &call.json()?)?),
        ("blocks@1", "of_game") => ServiceCall::answer(&of_game(ctx, &call.json()?)?),
        ("blocks@1", "gallery") => ServiceCall::answer(&Gallery {
            block: gallery(ctx, find()?)?,
        }),
        _ => Err(NOT_FOUND.into()),
    }
}

/// The gallery of a block for the caller; `None` if they may not enter the block.
fn gallery(ctx: &Ctx, found: Option<Block>) -> Result<Option<GalleryFacts>, Error> {
    let Some(block) = found else { return Ok(None) };
    let can_manage = access::is_manager(ctx, &block.id);
    let is_open =
        block.state == State::Complete && access::refusal(ctx, &block, can_manage)?.is_none();
    Ok(is_open.then_some(GalleryFacts {
        maker_id: block.maker_id,
        can_manage,
    }))
}
