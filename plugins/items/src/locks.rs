//! Locks of items: `lock` and `release` of `items@1`, and the end of locks that have one.
//!
//! The locks of system plugins have no end. Those of installed plugins have: from then on the item is free for every read and
//! every change (`Item::at`, [`end_of`]), and a timer clears the row within a minute.

use crate::counters::{self, move_count};
use crate::item::{ASKED, Item, Lock, State, ending, refusal};
use crate::queries;
use crate::store::{ChangedItem, changed_item};
use witverse_sdk::services::items::{self, Release, Released};
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Locks that one call ends, in a fixed number of statements.
const BATCH: u32 = 100;

/// `lock` for another system plugin.
pub(crate) fn lock_for(ctx: &Ctx, plugin: &str, of: items::Lock) -> Result<items::Locked, Error> {
    let lock = Lock {
        plugin: plugin.to_owned(),
        key: of.key,
        by: of.by,
        until: None,
    };
    let (item, replayed) = lock_item(ctx, &of.item_id, &of.owner, &lock)?;
    Ok(items::Locked {
        item: item.into(),
        replayed,
    })
}

/// Locks a free item of a person. Returns the item with its lock, and whether the lock existed before: then it keeps its own end.
pub(crate) fn lock_item(
    ctx: &Ctx,
    id: &Uuid,
    owner: &Uuid,
    lock: &Lock,
) -> Result<(Item, bool), Error> {
    let taken = or_after_end(ctx, id, || take(ctx, id, owner, lock))?;
    let item = queries::item(ctx, id)?;
    let Some(taken) = taken else {
        let is_replay = |item: &Item| {
            let held = item.lock.as_ref();
            item.owner.as_ref() == Some(owner) && held.is_some_and(|held| held.is_same(lock))
        };
        return match item.filter(is_replay) {
            Some(item) => Ok((item, true)),
            None => Err(refusal_of(ctx, id, owner)),
        };
    };
    move_count(ctx, owner, taken.kind, (State::Free, State::Locked))?;
    let item = item.ok_or_else(|| Error::internal("the locked item does not exist"))?;
    Ok((item, false))
}

pub(crate) fn release(ctx: &Ctx, plugin: &str, of: Release) -> Result<Released, Error> {
    let Some(freed) = free(ctx, &of.item_id, plugin, &of.key)? else {
        end_of(ctx, std::slice::from_ref(&of.item_id))?;
        return Ok(Released { released: false });
    };
    counters::count_freed(ctx, vec![(freed.owner, freed.kind.as_str().to_owned())])?;
    Ok(Released { released: true })
}

/// Locks a free item of `owner`; `None` if it is not free or has another owner.
fn take(ctx: &Ctx, item: &Uuid, owner: &Uuid, lock: &Lock) -> Result<Option<ChangedItem>, Error> {
    changed_item(ctx.sql().optional(
        "update item set state = 'locked', lock_plugin = $3, lock_key = $4, lock_by = $5, lock_until = $6 \
         where id = $1 and owner_id = $2 and state = 'free' returning owner_id, type",
        &params![item, owner, &lock.plugin, &lock.key, &lock.by, lock.until],
    )?)
}

/// Releases a lock; `None` if it has ended before.
fn free(ctx: &Ctx, item: &Uuid, plugin: &str, key: &str) -> Result<Option<ChangedItem>, Error> {
    changed_item(ctx.sql().optional(
        "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null, lock_until = null \
         where id = $1 and lock_plugin = $2 and lock_key = $3 and (lock_until is null or lock_until > $4) \
         returning owner_id, type",
        &params![item, plugin, key, ctx.now()],
    )?)
}

/// Releases an item for which an install asks its owner (`escrow`), if the owner has not agreed.
pub(crate) fn free_asked(
    ctx: &Ctx,
    item: &Uuid,
    (owner, install): (&Uuid, &str),
) -> Result<(), Error> {
    let freed: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null, lock_until = null \
             where id = $1 and owner_id = $2 and lock_plugin = $3 and lock_by = $4 returning owner_id, type",
            &params![item, owner, install, ASKED],
        )?
        .all()?;
    counters::count_freed(ctx, freed)
}

/// Releases locks of an install that has ended; false if more may be left.
pub(crate) fn free_some_of(ctx: &Ctx, install: &str) -> Result<bool, Error> {
    let freed: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null, lock_until = null \
             where id in (select i.id from item i where i.lock_plugin = $1 order by i.id limit $2 for no key update) \
             returning owner_id, type",
            &params![install, BATCH],
        )?
        .all()?;
    let is_all = freed.len() < BATCH as usize;
    counters::count_freed(ctx, freed)?;
    Ok(is_all)
}

/// The result of a change of a free item. If the item was only locked by a lock whose time is over, the lock is ended and the change
/// is made again.
pub(crate) fn or_after_end<T>(
    ctx: &Ctx,
    item: &Uuid,
    change: impl Fn() -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    match change()? {
        None if end_of(ctx, std::slice::from_ref(item))? => change(),
        done => Ok(done),
    }
}

/// Ends the locks of these items whose time is over. True if one of the items is free now: a concurrent call may have ended its
/// lock since the caller looked. Without such a lock it writes nothing.
pub(crate) fn end_of(ctx: &Ctx, items: &[Uuid]) -> Result<bool, Error> {
    let open: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "select id, state from item where id = any($1) \
             and (state = 'free' or state = 'locked' and lock_by = any($3) \
             and lock_until <= $2)",
            &params![items.to_vec(), ctx.now(), ending()],
        )?
        .all()?;
    let is_any = !open.is_empty();
    let over = open
        .into_iter()
        .filter(|(_, state)| state == State::Locked.as_str());
    let over: Vec<Uuid> = over.map(|(id, _)| id).collect();
    if !over.is_empty() {
        end(ctx, over)?;
    }
    Ok(is_any)
}

/// Ends the locks whose time is over.
pub(crate) const END_LOCKS: PlainTimer = PlainTimer::new("end-locks");

/// Ends the locks whose time is over. Continues at once if one call was not sufficient.
pub(crate) fn end_due(ctx: &Ctx) -> Result<(), Error> {
    let due: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select id from item where lock_until <= $1 and state = 'locked' \
             and lock_by = any($3) order by lock_until limit $2",
            &params![ctx.now(), BATCH, ending()],
        )?
        .all()?;
    if due.is_empty() {
        return Ok(());
    }
    let is_full = due.len() == BATCH as usize;
    end(ctx, due.into_iter().map(|(id,)| id).collect())?;
    match is_full {
        true => END_LOCKS.now(ctx),
        false => Ok(()),
    }
}

/// Ends those of the locks that a concurrent call has not released or renewed since they were read.
fn end(ctx: &Ctx, items: Vec<Uuid>) -> Result<(), Error> {
    let freed: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "update item set state = 'free', lock_plugin = null, lock_key = null, lock_by = null, lock_until = null \
             where id in (select i.id from item i where i.id = any($1) and i.state = 'locked' \
                          and i.lock_by = any($3) and i.lock_until <= $2 \
                          order by i.id for no key update) returning owner_id, type",
            &params![items, ctx.now(), ending()],
        )?
        .all()?;
    counters::count_freed(ctx, freed)
}

/// The reason why a condition did not hold.
pub(crate) fn refusal_of(ctx: &Ctx, item: &Uuid, owner: &Uuid) -> Error {
    match queries::item(ctx, item) {
        Ok(item) => refusal(item.as_ref(), owner).into(),
        Err(error) => error,
    }
}
