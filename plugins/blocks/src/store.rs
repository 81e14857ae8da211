//! The statements about blocks and their counters. Each runs in the caller's transaction; constraints and locked rows,
//! not earlier reads, decide between concurrent calls.

use crate::block::{Block, Settings};
use crate::problems::{BLOCK_NOT_FOUND, MAKER_LIMIT, NAME_DUPLICATE, WORLD_LIMIT};
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::{OnConstraint, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

pub(crate) fn find(ctx: &Ctx, id: &Uuid) -> Result<Option<Block>, Error> {
    let statement = select!(Block, "from block b where b.id = $1");
    Ok(ctx.sql().optional(statement, &params![id])?)
}

/// The blocks with these ids, as far as they exist.
pub(crate) fn find_all(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<Block>, Error> {
    let statement = select!(Block, "from block b where b.id = any($1)");
    Ok(ctx.sql().query(statement, &params![ids.to_vec()])?.all()?)
}

/// Locks a block against concurrent changes; `None` if it does not exist.
pub(crate) fn lock_if_there(ctx: &Ctx, id: &Uuid) -> Result<Option<Block>, Error> {
    let statement = select!(Block, "from block b where b.id = $1 for update");
    Ok(ctx.sql().optional(statement, &params![id])?)
}

/// Locks a block against concurrent changes; 404 if it does not exist.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Block, Error> {
    Ok(lock_if_there(ctx, id)?.ok_or(BLOCK_NOT_FOUND)?)
}

pub(crate) fn find_named(ctx: &Ctx, world: &Uuid, name: &str) -> Result<Option<Block>, Error> {
    let statement = select!(Block, "from block b where b.world_id = $1 and b.name = $2");
    Ok(ctx.sql().optional(statement, &params![world, name])?)
}

pub(crate) fn main_block(ctx: &Ctx, world: &Uuid) -> Result<Option<Block>, Error> {
    let statement = select!(Block, "from block b where b.world_id = $1 and b.is_main");
    Ok(ctx.sql().optional(statement, &params![world])?)
}

/// One page of the complete blocks of a world without its main block, newest first.
pub(crate) fn of_world(
    ctx: &Ctx,
    world: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Block>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let statement = select!(
        Block,
        "from block b where b.world_id = $1 and b.state = 'complete' and not b.is_main \
         and (b.published_at, b.id) < ($4, $5) \
         order by b.published_at desc, b.id desc limit $2 offset $3"
    );
    let values = params![world, window.fetch(), window.offset, before, &id];
    Ok(ctx.sql().query(statement, &values)?.all()?)
}

/// All blocks of a world; `world_total` bounds their number.
pub(crate) fn ids_of_world(ctx: &Ctx, world: &Uuid) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query("select id from block where world_id = $1", &params![world])?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The drafts of a person, newest first. Their number is bounded by `maker_total`.
pub(crate) fn drafts_of(ctx: &Ctx, maker: &Uuid) -> Result<Vec<Block>, Error> {
    let statement = select!(
        Block,
        "from block b where b.maker_id = $1 and b.state = 'assembling' \
         order by b.created_at desc, b.id desc limit 100"
    );
    Ok(ctx.sql().query(statement, &params![maker])?.all()?)
}

/// All blocks of a person, newest first.
pub(crate) fn made_by(ctx: &Ctx, maker: &Uuid) -> Result<Vec<Block>, Error> {
    let statement = select!(
        Block,
        "from block b where b.maker_id = $1 order by b.created_at desc, b.id desc limit 100"
    );
    Ok(ctx.sql().query(statement, &params![maker])?.all()?)
}

/// The complete blocks that a person entered last, the latest first.
pub(crate) fn visited_by(ctx: &Ctx, account: &Uuid) -> Result<Vec<Block>, Error> {
    let statement = select!(
        Block,
        "from visited v cross join unnest(v.block_ids) with ordinality u (block_id, place) \
         join block b on b.id = u.block_id and b.state = 'complete' \
         where v.account_id = $1 order by u.place"
    );
    Ok(ctx.sql().query(statement, &params![account])?.all()?)
}

/// Puts a block at the beginning of the blocks that a person entered.
pub(crate) fn add_visited(ctx: &Ctx, account: &Uuid, block: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into visited (account_id, block_ids) values ($1, array[$2::uuid]) \
         on conflict (account_id) do update set block_ids = ( \
             select trim_array(n.ids, greatest(cardinality(n.ids) - 10, 0)) from ( \
                 select array_prepend($2::uuid, array_remove(visited.block_ids, $2::uuid)) as ids \
             ) n)",
        &params![account, block],
    )?;
    Ok(())
}

/// Fails with `block_name_duplicate` if another block of the world has the name.
fn name_taken<T>(result: Result<T, SqlError>) -> Result<T, Error> {
    result
        .on_constraint(&[("block_name_key", NAME_DUPLICATE)])
        .map_err(|error| match error.code() == NAME_DUPLICATE.code {
            true => error.at("blockName"),
            false => error,
        })
}

/// Inserts a draft.
pub(crate) fn insert(ctx: &Ctx, block: &Block) -> Result<(), Error> {
    name_taken(ctx.sql().execute(
        "insert into block (id, world_id, world_name, name, maker_id, kind, state, title_ko, title_en, \
         description_ko, description_en, access, version, created_at, updated_at, template, game, collection_id, chat, slow_mode_s) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19)",
        &params![
            &block.id,
            &block.world_id,
            &block.world_name,
            &block.name,
            block.maker_id.clone(),
            block.kind.as_str(),
            block.state.as_str(),
            &block.title.ko,
            &block.title.en,
            &block.description.ko,
            &block.description.en,
            block.access.as_str(),
            block.version,
            block.created_at,
            block.template.as_str(),
            block.game.clone(),
            block.collection.clone(),
            block.chat.chat.as_str(),
            block.chat.slow_mode_s,
        ],
    ))?;
    Ok(())
}

pub(crate) fn update_settings(
    ctx: &Ctx,
    id: &Uuid,
    settings: &Settings,
    now: Timestamp,
) -> Result<(), Error> {
    name_taken(ctx.sql().execute(
        "update block set name = $2, kind = $3, title_ko = $4, title_en = $5, description_ko = $6, \
         description_en = $7, access = $8, updated_at = $9, game = $10, collection_id = $11, chat = $12, slow_mode_s = $13 where id = $1",
        &params![
            id,
            settings.name.as_str(),
            settings.kind.as_str(),
            &settings.title.ko,
            &settings.title.en,
            &settings.description.ko,
            &settings.description.en,
            settings.access.as_str(),
            now,
            settings.game.clone(),
            settings.collection.clone(),
            settings.chat.chat.as_str(),
            settings.chat.slow_mode_s,
        ],
    ))?;
    Ok(())
}

/// Deletes a block with its versions and pictures.
pub(crate) fn delete(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    for statement in [
        "delete from thumbnail where block_id = $1",
        "delete from scene_version where block_id = $1",
        "delete from block where id = $1",
    ] {
        ctx.sql().execute(statement, &params![id])?;
    }
    Ok(())
}

/// Marks a version as the one that visitors see.
pub(crate) fn publish(ctx: &Ctx, id: &Uuid, version: i64, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "update block set state = 'complete', published_version = $2, updated_at = $3, \
         published_at = coalesce(published_at, $3) where id = $1",
        &params![id, version, now],
    )?;
    Ok(())
}

/// Makes a complete block the main block of its world; false if it is not complete or was deleted. Concurrent calls wait
/// for the row of the world's counters, so that each sees the choice of the one before.
pub(crate) fn choose_main(ctx: &Ctx, world: &Uuid, id: &Uuid) -> Result<bool, Error> {
    ctx.sql().query(
        "select 1 from world_total where world_id = $1 for update",
        &params![world],
    )?;
    ctx.sql().execute(
        "update block set is_main = false where world_id = $1 and is_main and id <> $2",
        &params![world, id],
    )?;
    let chosen = ctx.sql().execute(
        "update block set is_main = true where world_id = $1 and id = $2 and state = 'complete'",
        &params![world, id],
    )?;
    Ok(chosen > 0)
}

/// The id of the world with this name or id, if it has had a block.
pub(crate) fn world_id(ctx: &Ctx, key: &str) -> Result<Option<Uuid>, Error> {
    if let Some(id) = Uuid::parse(key) {
        return Ok(Some(id));
    }
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select world_id from world_total where world_name = $1",
        &params![key.to_ascii_lowercase()],
    )?;
    Ok(row.map(|(id,)| id))
}

/// The number of complete blocks of a world.
pub(crate) fn complete_blocks(ctx: &Ctx, world: &Uuid) -> Result<u64, Error> {
    let row: Option<(i64,)> = ctx.sql().optional(
        "select complete from world_total where world_id = $1",
        &params![world],
    )?;
    Ok(row.map_or(0, |(complete,)| u64::try_from(complete).unwrap_or_default()))
}

/// Counts a new block of a person; fails with `block_maker_limit`.
pub(crate) fn count_of_maker(ctx: &Ctx, maker: &Uuid) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into maker_total (account_id, blocks) values ($1, 1) \
             on conflict (account_id) do update set blocks = maker_total.blocks + 1",
            &params![maker],
        )
        .on_constraint(&[("maker_total_blocks", MAKER_LIMIT)])?;
    Ok(())
}

/// Counts a new block of a world; fails with `block_world_limit`. Concurrent creations in a world wait for this row.
pub(crate) fn count_of_world(ctx: &Ctx, world: &Uuid, name: &str) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into world_total (world_id, world_name, blocks, complete, sequence) values ($1, $2, 1, 0, 0) \
             on conflict (world_id) do update set blocks = world_total.blocks + 1",
            &params![world, name],
        )
        .on_constraint(&[("world_total_counts", WORLD_LIMIT)])?;
    Ok(())
}

/// The counters of a world for its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorldCount {
    pub(crate) complete: i64,
    pub(crate) sequence: i64,
}

/// Changes the counters of a world after a publication or a deletion.
pub(crate) fn change_world_count(
    ctx: &Ctx,
    world: &Uuid,
    (blocks, complete): (i64, i64),
) -> Result<WorldCount, Error> {
    let (complete, sequence): (i64, i64) = ctx.sql().one(
        "update world_total set blocks = blocks + $2, complete = complete + $3, sequence = sequence + 1 \
         where world_id = $1 returning complete, sequence",
        &params![world, blocks, complete],
    )?;
    Ok(WorldCount { complete, sequence })
}

/// Takes a deleted block off the counter of its maker.
pub(crate) fn uncount_of_maker(ctx: &Ctx, maker: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update maker_total set blocks = blocks - 1 where account_id = $1",
        &params![maker],
    )?;
    Ok(())
}
