//! The items that stand in the scenes that visitors see: their rows, and their locks in `items`. Both change in one
//! transaction. The lock order is the block, its rows here, then the items.

use crate::access;
use crate::block::Block;
use crate::calls;
use crate::placing::{Placed, Plan, Stand, changed, refusals, stands};
use crate::problems::{ITEM_NOT_FOUND, ITEMS_UNAVAILABLE, NOT_ITEM_OWNER};
use crate::rooms;
use crate::scene::Scene;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::services::items::Item;
use witverse_sdk::{Ctx, Error, Localized, Timestamp, Uuid, params};

/// The items that stand in a block.
fn of_block(ctx: &Ctx, block: &Uuid) -> Result<Vec<Placed>, Error> {
    let rows: Vec<(Uuid, String, Uuid)> = ctx
        .sql()
        .query(
            "select item_id, object_id, owner_id from placed_item where block_id = $1 order by item_id",
            &params![block],
        )?
        .all()?;
    let placed = |(item, object, owner)| Placed {
        item,
        object,
        owner,
    };
    Ok(rows.into_iter().map(placed).collect())
}

/// The objects with items of a stored scene. Only a scene with items is parsed.
fn stands_of(scene: &RawValue) -> Result<Vec<Stand>, Error> {
    if !scene.get().contains("\"item\":\"") {
        return Ok(Vec::new());
    }
    let scene: Scene = serde_json::from_str(scene.get())
        .map_err(|error| Error::internal(format!("the items of a scene: {error}")))?;
    Ok(stands(&scene))
}

fn delete(ctx: &Ctx, items: &[Uuid]) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from placed_item where item_id = any($1)",
        &params![items.to_vec()],
    )?;
    Ok(())
}

/// Places the items of a scene that visitors see from now on, and releases those that it does not show any more. The caller
/// has locked the block. New items are those of the person who publishes.
pub(crate) fn publish(
    ctx: &Ctx,
    block: &Uuid,
    scene: &RawValue,
    now: Timestamp,
) -> Result<(), Error> {
    let (me, before) = (ctx.caller()?, of_block(ctx, block)?);
    let plan = Plan::of(&before, &stands_of(scene)?);
    let ended: Vec<Uuid> = plan
        .gone
        .iter()
        .chain(plan.moved.iter().map(|one| &one.item))
        .cloned()
        .collect();
    if !ended.is_empty() {
        delete(ctx, &ended)?;
    }
    if !plan.gone.is_empty() {
        calls::release_items(ctx, block, &plan.gone)?;
    }
    if !plan.new.is_empty() {
        lock(ctx, block, &me.id, &plan.new)?;
    }
    let placed: Vec<Placed> = plan
        .new
        .into_iter()
        .map(|stand| Placed {
            item: stand.item,
            object: stand.object,
            owner: me.id.clone(),
        })
        .chain(plan.moved)
        .collect();
    insert(ctx, block, placed, now)
}

fn insert(ctx: &Ctx, block: &Uuid, placed: Vec<Placed>, now: Timestamp) -> Result<(), Error> {
    if placed.is_empty() {
        return Ok(());
    }
    let (mut items, mut objects, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for one in placed {
        items.push(one.item);
        objects.push(one.object);
        owners.push(one.owner);
    }
    ctx.sql().execute(
        "insert into placed_item (item_id, block_id, object_id, owner_id, placed_at) \
         select n.item_id, $1, n.object_id, n.owner_id, $5 \
         from unnest($2::uuid[], $3::text[], $4::uuid[]) n (item_id, object_id, owner_id)",
        &params![block, items, objects, owners, now],
    )?;
    Ok(())
}

/// Locks items of a person for a block. The error names each object with its reason.
fn lock(ctx: &Ctx, block: &Uuid, person: &Uuid, new: &[Stand]) -> Result<(), Error> {
    let ids: Vec<Uuid> = new.iter().map(|stand| stand.item.clone()).collect();
    let refused = refusals(new, &calls::item_facts(ctx, &ids)?, person);
    if !refused.is_empty() {
        return Err(unavailable(refused));
    }
    match calls::lock_items(ctx, block, person, &ids) {
        // A concurrent request has changed an item since it was read. Nothing can be read any more in this transaction.
        Err(error) if (400..500).contains(&error.status()) => Err(unavailable(changed(new))),
        other => other,
    }
}

fn unavailable(fields: Vec<(String, Localized)>) -> Error {
    let add = |error: Error, (field, text)| error.and_field(field, text);
    fields.into_iter().fold(ITEMS_UNAVAILABLE.into(), add)
}

/// Releases the items of a block that is deleted. The caller has locked it.
pub(crate) fn release_all(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "delete from placed_item where block_id = $1 returning item_id",
            &params![block],
        )?
        .all()?;
    let items: Vec<Uuid> = rows.into_iter().map(|(item,)| item).collect();
    match items.is_empty() {
        true => Ok(()),
        false => calls::release_items(ctx, block, &items),
    }
}

/// Takes the items of an erased account down in up to `limit` blocks. Returns the number of blocks.
pub(crate) fn forget(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<u32, Error> {
    let blocks: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select distinct block_id from placed_item where owner_id = $1 order by block_id limit $2",
            &params![account, limit],
        )?
        .all()?;
    let mut count = 0;
    for (id,) in blocks {
        count += 1;
        let Some(block) = store::lock_if_there(ctx, &id)? else {
            continue;
        };
        let of_account = |one: &Placed| one.owner == *account;
        let items: Vec<Uuid> = of_block(ctx, &id)?
            .into_iter()
            .filter(of_account)
            .map(|one| one.item)
            .collect();
        if !items.is_empty() {
            take_down(ctx, &block, &items)?;
        }
    }
    Ok(count)
}

/// Ends the places of items in a locked block, and shows the people inside the scene without them.
fn take_down(ctx: &Ctx, block: &Block, items: &[Uuid]) -> Result<(), Error> {
    delete(ctx, items)?;
    calls::release_items(ctx, &block.id, items)?;
    match block.published_version {
        Some(version) => rooms::scene_published(ctx, &block.id, version),
        None => Ok(()),
    }
}

/// An item of a scene.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneItem {
    item_id: Uuid,
    name: Text,
    /// A path on this origin.
    thumbnail_url: String,
    owner: Option<PersonCard>,
    /// It stands in the scene that visitors see, and is locked for that. Visitors get only these.
    is_placed: bool,
}

/// Which items of a scene are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Those that stand in it: for visitors.
    Placed,
    /// Those that its objects name: for people who edit it.
    All,
}

/// The items of a scene. Nothing is asked for a scene without items.
pub(crate) fn of_scene(
    ctx: &Ctx,
    (block, shown): (&Uuid, Shown),
    scene: &RawValue,
) -> Result<Vec<SceneItem>, Error> {
    let named = stands_of(scene)?;
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let placed = of_block(ctx, block)?;
    let is_placed = |item: &Uuid| placed.iter().any(|one| one.item == *item);
    let ids: Vec<Uuid> = named
        .into_iter()
        .map(|stand| stand.item)
        .filter(|item| shown == Shown::All || is_placed(item))
        .collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let facts = calls::item_facts(ctx, &ids)?;
    let people = People::of(ctx, facts.iter().filter_map(|one| one.owner_id.as_ref()));
    let view = |item: Item| SceneItem {
        is_placed: is_placed(&item.item_id),
        owner: item.owner_id.as_ref().and_then(|owner| people.get(owner)),
        item_id: item.item_id,
        name: item.name,
        thumbnail_url: item.thumbnail_url,
    };
    Ok(facts.into_iter().map(view).collect())
}

/// The path of a route about one item in one block.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneItem {
    id: String,
    item_id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TakenDown {
    /// False if the item did not stand in the block.
    taken_down: bool,
}

/// Takes an item of the caller down from the scene that visitors see. Idempotent. The object stays there without it, and
/// so does every version of the scene: publishing one again places the item again.
pub(crate) fn take_own_down(
    ctx: &Ctx,
    Params(one): Params<OneItem>,
) -> Result<Payload<TakenDown>, Error> {
    let me = ctx.caller()?;
    let id = access::parse(&one.id)?;
    let item = Uuid::parse(&one.item_id).ok_or(ITEM_NOT_FOUND)?;
    if let Some(block) = store::lock_if_there(ctx, &id)? {
        let placed = of_block(ctx, &id)?;
        if let Some(found) = placed.iter().find(|one| one.item == item) {
            if found.owner != me.id {
                return Err(NOT_ITEM_OWNER.into());
            }
            take_down(ctx, &block, std::slice::from_ref(&item))?;
            return Ok(Payload(TakenDown { taken_down: true }));
        }
    }
    let facts = calls::item_facts(ctx, std::slice::from_ref(&item))?.pop();
    match facts.ok_or(ITEM_NOT_FOUND)?.owner_id == Some(me.id) {
        true => Ok(Payload(TakenDown { taken_down: false })),
        false => Err(NOT_ITEM_OWNER.into()),
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlacedQuery {
    item_id: Uuid,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BlockOfItem {
    block_id: Uuid,
    world_name: String,
    block_name: String,
    title: Text,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct PlacedItem {
    /// Null if the item is not placed, or has another owner than the caller.
    block: Option<BlockOfItem>,
}

/// The block in which an item of the caller stands.
pub(crate) fn view_placed(
    ctx: &Ctx,
    Query(query): Query<PlacedQuery>,
) -> Result<Payload<PlacedItem>, Error> {
    let me = ctx.caller()?;
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select block_id from placed_item where item_id = $1 and owner_id = $2",
        &params![query.item_id, &me.id],
    )?;
    let found = match row {
        Some((id,)) => store::find(ctx, &id)?,
        None => None,
    };
    let block = found.map(|block| BlockOfItem {
        block_id: block.id,
        world_name: block.world_name,
        block_name: block.name,
        title: block.title,
    });
    Ok(Payload(PlacedItem { block }))
}

/// An item of a person that stands in a block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnPlacedItem {
    item_id: Uuid,
    /// World and block.
    block: String,
    placed_at: Timestamp,
}

/// The items of a person that stand in blocks, for the data export: the latest ones.
pub(crate) fn of_person(ctx: &Ctx, account: &Uuid) -> Result<Vec<OwnPlacedItem>, Error> {
    let rows: Vec<(Uuid, String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select p.item_id, b.world_name, b.name, p.placed_at from placed_item p join block b on b.id = p.block_id \
             where p.owner_id = $1 order by p.placed_at desc, p.item_id limit 1000",
            &params![account],
        )?
        .all()?;
    let item = |(item_id, world, block, placed_at)| OwnPlacedItem {
        item_id,
        block: format!("{world}/{block}"),
        placed_at,
    };
    Ok(rows.into_iter().map(item).collect())
}
