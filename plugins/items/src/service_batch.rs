//! Methods of `items@1` about several items at once, in a fixed number of statements. All of the items, or none: a
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

/// The number of items by owner and type.
type Counts = BTreeMap<(Uuid, String), i64>;

fn counted(items: impl Iterator<Item = (Uuid, String)>) -> Counts {
    let mut counts = Counts::new();
    for one in items {
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
    let counts = counted(taken.into_iter().map(|(kind,)| (of.owner.clone(), kind)));
    move_counts(ctx, &counts, (State::Free, State::Locked))?;
    Ok(Changed { changed })
}

/// Ends the locks of a key, whose items may have several owners. Locks that have ended are left out.
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
    let counts = counted(freed.into_iter());
    move_counts(ctx, &counts, (State::Locked, State::Free))?;
    let mut owners: Vec<Uuid> = counts.into_keys().map(|(owner, _)| owner).collect();
    owners.dedup();
    for owner in store::erased_of(ctx, owners)? {
        account_events::schedule_transfer(ctx, &owner, ctx.now())?;
    }
    Ok(Changed { changed })
}

/// Uses up items of one owner. A refusal writes nothing, so that the caller can go on after it: the rows are locked and checked
/// before the first write.
pub(crate) fn use_all(ctx: &Ctx, plugin: &str, of: &UseAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let held: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select i.id from item i where i.id = any($1) and i.owner_id = $2 \
             and case when $4::text is null then i.state = 'free' \
                 else i.lock_plugin = $3 and i.lock_key = $4 end \
             order by i.id for no key update",
            &params![ids.clone(), &of.owner, plugin, of.key.as_deref()],
        )?
        .all()?;
    if held.len() != ids.len() {
        return Err(refusal(ctx, &ids));
    }
    let used: Vec<(Uuid, String, i64)> = ctx
        .sql()
        .query(
            "update item set state = 'used', lock_plugin = null, lock_key = null, lock_by = null \
             where id = any($1) returning id, type, links",
            &params![ids],
        )?
        .all()?;
    let was = match of.key {
        Some(_) => State::Locked,
        None => State::Free,
    };
    let counts = counted(
        used.iter()
            .map(|(_, kind, _)| (of.owner.clone(), kind.clone())),
    );
    move_counts(ctx, &counts, (was, State::Used))?;
    for (id, _, version) in &used {
        events::changed(ctx, id, *version, true)?;
    }
    Ok(Changed {
        changed: used.len(),
    })
}

/// Moves items from one state to another, by their owners and types: two statements, in the order of the states.
fn move_counts(ctx: &Ctx, counts: &Counts, (from, to): (State, State)) -> Result<(), Error> {
    if counts.is_empty() {
        return Ok(());
    }
    let (mut owners, mut types, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for ((owner, kind), count) in counts {
        owners.push(owner.clone());
        types.push(kind.clone());
        items.push(*count);
    }
    let mut moves = [(from.as_str(), false), (to.as_str(), true)];
    moves.sort_unstable();
    for (state, is_more) in moves {
        let statement = match is_more {
            true => {
                "insert into tally (owner_id, type, state, items) \
                 select c.owner_id, c.type, $2, c.items \
                 from unnest($1::uuid[], $3::text[], $4::bigint[]) c (owner_id, type, items) \
                 order by c.owner_id, c.type \
                 on conflict (owner_id, type, state) do update set items = tally.items + excluded.items"
            }
            false => {
                "update tally set items = tally.items - c.items from ( \
                     select t.owner_id, t.type, n.items \
                     from unnest($1::uuid[], $3::text[], $4::bigint[]) n (owner_id, type, items) \
                     join tally t on t.owner_id = n.owner_id and t.state = $2 and t.type = n.type \
                     order by t.owner_id, t.type for no key update of t) c \
                 where tally.owner_id = c.owner_id and tally.state = $2 and tally.type = c.type"
            }
        };
        ctx.sql().execute(
            statement,
            &params![owners.clone(), state, types.clone(), items.clone()],
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
    use super::{checked, counted};
    use witverse_sdk::Uuid;

    #[test]
    fn items_are_counted_by_owner_and_type() {
        let other = Uuid::parse("0190f3a0-0000-7000-8000-000000000001").expect("a UUID");
        let items = [
            (other.clone(), "audio"),
            (Uuid::nil(), "photo"),
            (other.clone(), "audio"),
        ];
        let counts = counted(
            items
                .map(|(owner, kind)| (owner, kind.to_owned()))
                .into_iter(),
        );
        let counts: Vec<_> = counts.into_iter().collect();
        let expected = [
            ((Uuid::nil(), "photo".to_owned()), 1),
            ((other, "audio".to_owned()), 2),
        ];
        assert_eq!(counts, expected);
    }

    #[test]
    fn an_item_is_named_once() {
        assert!(checked(&[]).is_err());
        let twice = checked(&[Uuid::nil(), Uuid::nil()]).ok();
        assert_eq!(twice, Some(vec![Uuid::nil()]));
    }
}
