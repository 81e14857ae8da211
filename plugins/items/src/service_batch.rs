//! Methods of `items@1` about several items at once, in a fixed number of statements. All of the items, or none: a
//! refusal ends the transaction of the caller.

use crate::counters::{count_freed, counted, move_counts};
use crate::events;
use crate::item::{State, ending};
use crate::locks;
use crate::problems::{ALREADY_ROCK_ITEM, ITEM_NOT_FOUND};
use crate::profile_image;
use crate::queries;
use crate::store::item_type;
use witverse_sdk::services::items::{Changed, LockAll, Owned, OwnedOf, RefundAll, ReleaseAll};
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Items of one call.
const MOST: usize = 100;

fn checked(ids: &[Uuid]) -> Result<Vec<Uuid>, Error> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids.dedup();
    match (1..=MOST).contains(&ids.len()) {
        true => Ok(ids),
        false => Err(Error::internal(format!("1 to {MOST} items at once"))),
    }
}

/// Locks free items of one owner. Idempotent by the key.
pub(crate) fn lock_all(ctx: &Ctx, plugin: &str, of: LockAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let mut taken = take_all(ctx, plugin, &of, &ids)?;
    let mut is_done = has_all(ctx, plugin, &of, &ids)?;
    if !is_done && locks::end_of(ctx, &ids)? {
        taken.extend(take_all(ctx, plugin, &of, &ids)?);
        is_done = has_all(ctx, plugin, &of, &ids)?;
    }
    if !is_done {
        return Err(refusal(ctx, &ids));
    }
    let changed = taken.len();
    let counts = counted(taken.into_iter().map(|(kind,)| (of.owner.clone(), kind)));
    move_counts(ctx, &counts, (State::Free, State::Locked))?;
    Ok(Changed { changed })
}

/// Locks those of the items that are free; their types.
fn take_all(ctx: &Ctx, plugin: &str, of: &LockAll, ids: &[Uuid]) -> Result<Vec<(String,)>, Error> {
    let taken = ctx.sql().query(
            "update item set state = 'locked', lock_plugin = $3, lock_key = $4, lock_by = $5, lock_until = null \
             where id in (select i.id from item i where i.id = any($1) and i.owner_id = $2 and i.state = 'free' \
                          order by i.id for no key update) returning type",
            &params![ids.to_vec(), &of.owner, plugin, &of.key, &of.by],
        )?;
    Ok(taken.all()?)
}

/// Whether all of the items have the lock.
fn has_all(ctx: &Ctx, plugin: &str, of: &LockAll, ids: &[Uuid]) -> Result<bool, Error> {
    let (held,): (i64,) = ctx.sql().one(
        "select count(*) from item where id = any($1) and owner_id = $2 and lock_plugin = $3 and lock_key = $4",
        &params![ids.to_vec(), &of.owner, plugin, &of.key],
    )?;
    Ok(usize::try_from(held).ok() == Some(ids.len()))
}

/// Ends the locks of a key, whose items may have several owners. Locks that have ended are left out.
pub(crate) fn release_all(ctx: &Ctx, plugin: &str, of: ReleaseAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let freed: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null, lock_until = null \
             where id in (select i.id from item i where i.id = any($1) and i.lock_plugin = $2 and i.lock_key = $3 \
                          order by i.id for no key update) returning owner_id, type",
            &params![ids, plugin, &of.key],
        )?
        .all()?;
    let changed = freed.len();
    count_freed(ctx, freed)?;
    Ok(Changed { changed })
}

/// Takes back the items of a refunded purchase, for good: they stay with their owner as used ones, without what was paid for. A
/// refusal writes nothing, so that the caller can go on after it: the rows are locked and checked before the first write.
pub(crate) fn refund_all(ctx: &Ctx, plugin: &str, of: RefundAll) -> Result<Changed, Error> {
    let ids = checked(&of.item_ids)?;
    let held: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "select i.id, i.state from item i where i.id = any($1) and i.owner_id = $2 \
             and case when $4::text is null \
                 then i.state = 'free' or i.state = 'locked' and i.lock_by = any($6) \
                      and i.lock_until <= $5 \
                 else i.lock_plugin = $3 and i.lock_key = $4 end \
             order by i.id for no key update",
            &params![
                ids.clone(),
                &of.owner,
                plugin,
                of.key.as_deref(),
                ctx.now(),
                ending()
            ],
        )?
        .all()?;
    if held.len() != ids.len() {
        return Err(refusal(ctx, &ids));
    }
    // Only then: the statements of a call are counted.
    let has_ended = held
        .iter()
        .any(|(_, state)| state == State::Locked.as_str());
    if of.key.is_none() && has_ended {
        locks::end_of(ctx, &ids)?;
    }
    let used: Vec<(Uuid, String, i64)> = ctx
        .sql()
        .query(
            "update item set state = 'used', is_refunded = true, lock_plugin = null, lock_key = null, lock_by = null, \
             lock_until = null where id = any($1) returning id, type, links",
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
    for (id, kind, version) in &used {
        profile_image::remove_of_former_owner(ctx, &of.owner, id, item_type(kind)?);
        events::changed(ctx, id, *version, true)?;
    }
    Ok(Changed {
        changed: used.len(),
    })
}

/// The items of a person that are not used up, among some items and of some collections: the oldest [`MOST`].
pub(crate) fn owned(ctx: &Ctx, of: OwnedOf) -> Result<Owned, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select id from item where owner_id = $1 and state <> 'used' \
             and (id = any($2::uuid[]) or collection_id = any($3::uuid[])) order by id limit $4",
            &params![
                &of.user_id,
                of.item_ids,
                of.collection_ids,
                i64::try_from(MOST).unwrap_or(i64::MAX)
            ],
        )?
        .all()?;
    Ok(Owned {
        ids: rows.into_iter().map(|(id,)| id).collect(),
    })
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
    use super::checked;
    use witverse_sdk::Uuid;

    #[test]
    fn an_item_is_named_once() {
        assert!(checked(&[]).is_err());
        let twice = checked(&[Uuid::nil(), Uuid::nil()]).ok();
        assert_eq!(twice, Some(vec![Uuid::nil()]));
    }
}
