//! The data export: the blocks that a person has made, those that they entered last, those that they were removed from,
//! and their items that stand in blocks.

use crate::block::{Block, Kind, State};
use crate::entry::Access;
use crate::placed_items::{self, OwnPlacedItem};
use crate::store;
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::export::Part;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part};

pub(crate) const PARTS: &[Part] = &[part!("blocks" => stored_data)];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredData {
    blocks: Vec<OwnBlock>,
    /// World and block, the latest first.
    visited: Vec<String>,
    removed_from: Vec<Removal>,
    /// The latest visits of blocks.
    visits: Vec<LastVisit>,
    placed_items: Vec<OwnPlacedItem>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LastVisit {
    /// World and block.
    block: String,
    last_at: Timestamp,
}

#[derive(Serialize)]
struct Removal {
    /// World and block.
    block: String,
    until: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnBlock {
    block_id: Uuid,
    world_name: String,
    block_name: String,
    r#type: Kind,
    state: State,
    title: Text,
    description: Text,
    access: Access,
    created_at: Timestamp,
    published_at: Option<Timestamp>,
}

impl From<Block> for OwnBlock {
    fn from(block: Block) -> Self {
        Self {
            block_id: block.id,
            world_name: block.world_name,
            block_name: block.name,
            r#type: block.kind,
            state: block.state,
            title: block.title,
            description: block.description,
            access: block.access,
            created_at: block.created_at,
            published_at: block.published_at,
        }
    }
}

/// The latest bans of a person. They are deleted when their time is over.
fn removals(ctx: &Ctx, account: &Uuid) -> Result<Vec<Removal>, Error> {
    let rows: Vec<(String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select b.world_name, b.name, r.until from room_ban r join block b on b.id = r.block_id \
             where r.account_id = $1 order by r.until desc limit 200",
            &params![account],
        )?
        .all()?;
    let removal = |(world, block, until)| Removal {
        block: format!("{world}/{block}"),
        until,
    };
    Ok(rows.into_iter().map(removal).collect())
}

/// The blocks that a person visited last.
fn last_visits(ctx: &Ctx, account: &Uuid) -> Result<Vec<LastVisit>, Error> {
    let rows: Vec<(String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select b.world_name, b.name, v.last_at from visitor v join block b on b.id = v.block_id \
             where v.account_id = $1 order by v.last_at desc limit 1000",
            &params![account],
        )?
        .all()?;
    let visit = |(world, block, last_at)| LastVisit {
        block: format!("{world}/{block}"),
        last_at,
    };
    Ok(rows.into_iter().map(visit).collect())
}

/// All stored data of an account. One file: the lists are bounded.
fn stored_data(ctx: &Ctx, account: &Uuid) -> Result<StoredData, Error> {
    let visited = store::visited_by(ctx, account)?;
    let address = |block: Block| format!("{}/{}", block.world_name, block.name);
    Ok(StoredData {
        blocks: store::made_by(ctx, account)?
            .into_iter()
            .map(OwnBlock::from)
            .collect(),
        visited: visited.into_iter().map(address).collect(),
        removed_from: removals(ctx, account)?,
        visits: last_visits(ctx, account)?,
        placed_items: placed_items::of_person(ctx, account)?,
    })
}
