//! Methods of `items@1` about all items of an order at once, in a fixed number of statements. All of the items, or none: a
//! refusal ends the transaction of the caller.

use crate::account_events;
use crate::events;
use crate::item::State;
use crate::problems::{ALREADY_ROCK_ITEM, ITEM_NOT_FOUND};
use crate::queries;
use crate::store;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Items of one call.
const MOST: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LockAll {
    item_ids: Vec<Uuid>,
    owner: Uuid,
    key: String,
    by: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseAll {
    item_ids: Vec<Uuid>,
    key: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UseAll {
    item_ids: Vec<Uuid>,
    owner: Uuid,
    /// Of the caller's own locks; without it, the items must be free.
    key: Option<String>,
}

/// How many items were changed.
#[derive(Serialize)]
pub(crate) struct Changed {
    changed: usize,
}

fn checked(ids: &[Uuid]) -> Result<Vec<Uuid>, Error> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids.dedup();
    match (1..=MOST).contains(&ids.len()) {
        true => Ok(ids),
        false => Err(Error::internal(format!("1 to {MOST} items at once"))),
    }
}

/// The number of items by type.
fn by_type(types: impl Iterator<Item = String>) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for one in types {
        *counts.entry(one).or_insert(0) += 1;
    }
    counts
}

/// Locks free items of one owner. Idempotent by the key.
pub(crate) fn lock_all(ctx: &Ctx, plugin: &str, of: &LockAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let taken: Vec<(String,)> = ctx
        .sql()
        .query(
            "update item set state = 'locked', lock_plugin = $3, lock_key = $4, lock_by = $5 \
             where id in (select i.id from item i where i.id = any($1) and i.owner_id = $2 and i.state = 'free' \
                          order by i.id for no key update) returning type",
            &params![ids.clone(), &of.owner, plugin, &of.key, &of.by],
        )?
        .all()?;
    let (held,): (i64,) = ctx.sql().one(
        "select count(*) from item where id = any($1) and owner_id = $2 and lock_plugin = $3 and lock_key = $4",
        &params![ids.clone(), &of.owner, plugin, &of.key],
    )?;
    if usize::try_from(held).ok() != Some(ids.len()) {
        return Err(refusal(ctx, &ids));
    }
    let changed = taken.len();
    let counts = by_type(taken.into_iter().map(|(kind,)| kind));
    move_counts(ctx, &of.owner, &counts, (State::Free, State::Locked))?;
    Ok(Changed { changed })
}

/// Ends the locks of a key. Locks that have ended are left out.
pub(crate) fn release_all(ctx: &Ctx, plugin: &str, of: &ReleaseAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let freed: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null \
             where id in (select i.id from item i where i.id = any($1) and i.lock_plugin = $2 and i.lock_key = $3 \
                          order by i.id for no key update) returning owner_id, type",
            &params![ids, plugin, &of.key],
        )?
        .all()?;
    let changed = freed.len();
    // Items with one lock have one owner.
    let Some((owner, _)) = freed.first().cloned() else {
        return Ok(Changed { changed });
    };
    let counts = by_type(freed.into_iter().map(|(_, kind)| kind));
    move_counts(ctx, &owner, &counts, (State::Locked, State::Free))?;
    if store::is_erased(ctx, &owner)? {
        account_events::schedule_transfer(ctx, &owner, ctx.now())?;
    }
    Ok(Changed { changed })
}

/// Uses up items of one owner.
pub(crate) fn use_all(ctx: &Ctx, plugin: &str, of: &UseAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let used: Vec<(Uuid, String, i64)> = ctx
        .sql()
        .query(
            "update item set state = 'used', lock_plugin = null, lock_key = null, lock_by = null \
             where id in (select i.id from item i where i.id = any($1) and i.owner_id = $2 \
                          and case when $4::text is null then i.state = 'free' \
                              else i.lock_plugin = $3 and i.lock_key = $4 end \
                          order by i.id for no key update) returning id, type, links",
            &params![ids.clone(), &of.owner, plugin, of.key.as_deref()],
        )?
        .all()?;
    if used.len() != ids.len() {
        return Err(refusal(ctx, &ids));
    }
    let was = match of.key {
        Some(_) => State::Locked,
        None => State::Free,
    };
    let counts = by_type(used.iter().map(|(_, kind, _)| kind.clone()));
    move_counts(ctx, &of.owner, &counts, (was, State::Used))?;
    for (id, _, version) in &used {
        events::changed(ctx, id, *version, true)?;
    }
    Ok(Changed {
        changed: used.len(),
    })
}

/// Moves items of an owner from one state to another, by their types: two statements, in the order of the states.
fn move_counts(
    ctx: &Ctx,
    owner: &Uuid,
    by_type: &BTreeMap<String, i64>,
    (from, to): (State, State),
) -> Result<(), Error> {
    if by_type.is_empty() {
        return Ok(());
    }
    let (types, items): (Vec<String>, Vec<i64>) =
        by_type.iter().map(|(kind, n)| (kind.clone(), *n)).unzip();
    let mut moves = [(from.as_str(), false), (to.as_str(), true)];
    moves.sort_unstable();
    for (state, is_more) in moves {
        let statement = match is_more {
            true => {
                "insert into tally (owner_id, type, state, items) \
                 select $1, c.type, $2, c.items from unnest($3::text[], $4::bigint[]) c (type, items) order by c.type \
                 on conflict (owner_id, type, state) do update set items = tally.items + excluded.items"
            }
            false => {
                "update tally set items = tally.items - c.items from ( \
                     select t.type, n.items from unnest($3::text[], $4::bigint[]) n (type, items) \
                     join tally t on t.owner_id = $1 and t.state = $2 and t.type = n.type \
                     order by t.type for no key update of t) c \
                 where tally.owner_id = $1 and tally.state = $2 and tally.type = c.type"
            }
        };
        ctx.sql().execute(
            statement,
            &params![owner, state, types.clone(), items.clone()],
        )?;
    }
    Ok(())
}

fn refusal(ctx: &Ctx, ids: &[Uuid]) -> Error {
    match queries::items(ctx, ids) {
        Ok(items) if items.len() == ids.len() => ALREADY_ROCK_ITEM.into(),
        Ok(_) => ITEM_NOT_FOUND.into(),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::{by_type, checked};
    use witverse_sdk::Uuid;

    #[test]
    fn items_are_counted_by_type() {
        let counts = by_type(["photo", "audio", "photo"].map(str::to_owned).into_iter());
        let counts: Vec<(String, i64)> = counts.into_iter().collect();
        assert_eq!(counts, [("audio".to_owned(), 1), ("photo".to_owned(), 2)]);
    }

    #[test]
    fn an_item_is_named_once() {
        assert!(checked(&[]).is_err());
        let twice = checked(&[Uuid::nil(), Uuid::nil()]).ok();
        assert_eq!(twice, Some(vec![Uuid::nil()]));
    }
}
