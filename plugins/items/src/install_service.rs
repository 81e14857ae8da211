//! The service `items@1` for plugins that operators have installed, limited to collections of their world. The kernel checks the
//! scope of each function and names the install.
//!
//! - `owns {collectionId, userId}` answers `{owns}`.
//! - `lock {itemId, key}` locks a free item of the person who calls. `release {itemId, key}` ends a lock of this install. Both
//!   are idempotent.
//!
//! When an install ends, all of its locks are released.

use crate::item::Item;
use crate::problems::{COLLECTION_NOT_FOUND, ITEM_NOT_FOUND};
use crate::queries;
use crate::service::{self, LockOn, Ownership, ReleaseOf};
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::{CallingInstall, When};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::kernel_events::InstallEnded;
use witverse_sdk::{Ctx, Error, Event, ServiceCall, Timer, Timestamp, Uuid};

const KEY_MAX: usize = 100;
/// Locks that one call releases: each takes up to three statements, and a call may run 32.
const BATCH: u32 = 8;
/// After this delay, every call that was in progress at the end has ended.
const FINAL_RUN_DELAY_MS: i64 = 60_000;

pub(crate) fn answer(
    ctx: &Ctx,
    install: &CallingInstall,
    call: &ServiceCall,
) -> Result<Vec<u8>, Error> {
    match call.method.as_str() {
        "owns" => {
            let asked: Ownership = call.json()?;
            require_here(ctx, install, &asked.collection_id)?;
            ServiceCall::answer(&service::owns(ctx, &asked)?)
        }
        "lock" => {
            let asked: OwnLock = call.json()?;
            let item = item_here(ctx, install, &asked.item_id)?;
            let new = LockOn {
                item_id: item.id,
                owner: ctx.caller()?.id,
                key: checked_key(asked.key)?,
                by: "plugin".to_owned(),
            };
            service::lock(ctx, &install.id, new)?;
            ServiceCall::answer(&json!({ "locked": true }))
        }
        "release" => {
            let asked: OwnLock = call.json()?;
            let of = ReleaseOf {
                item_id: asked.item_id,
                key: checked_key(asked.key)?,
            };
            ServiceCall::answer(&service::release(ctx, &install.id, &of)?)
        }
        _ => Err(NOT_FOUND.into()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnLock {
    item_id: Uuid,
    key: String,
}

fn checked_key(key: String) -> Result<String, Error> {
    match (1..=KEY_MAX).contains(&key.chars().count()) {
        true => Ok(key),
        false => Err(Error::field(
            "key",
            format!("1~{KEY_MAX}자여야 합니다."),
            format!("This has 1 to {KEY_MAX} characters."),
        )),
    }
}

/// Fails if a collection does not belong to the world of the install.
fn require_here(ctx: &Ctx, install: &CallingInstall, collection: &Uuid) -> Result<(), Error> {
    let found = queries::collection(ctx, collection)?;
    let world = found.and_then(|collection| collection.world_id);
    match world.as_ref() == Some(&install.world) {
        true => Ok(()),
        false => Err(COLLECTION_NOT_FOUND.into()),
    }
}

/// An item of a collection of the world.
fn item_here(ctx: &Ctx, install: &CallingInstall, id: &Uuid) -> Result<Item, Error> {
    let item = queries::item(ctx, id)?.ok_or(ITEM_NOT_FOUND)?;
    match require_here(ctx, install, &item.collection.0) {
        Ok(()) => Ok(item),
        Err(_) => Err(ITEM_NOT_FOUND.into()),
    }
}

#[derive(Serialize, Deserialize)]
struct ReleaseRun {
    install: String,
    last: bool,
}

/// An install has ended: its locks are released.
pub(crate) fn on_install_ended(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let InstallEnded { install } = event.json()?;
    let run = ReleaseRun {
        install,
        last: false,
    };
    release_all(ctx, run)
}

/// Continues if one call was not sufficient, or if an item was locked late.
pub(crate) fn continue_releasing(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    release_all(ctx, timer.json()?)
}

fn release_all(ctx: &Ctx, run: ReleaseRun) -> Result<(), Error> {
    let locks = store::locks_of(ctx, &run.install, BATCH)?;
    let count = locks.len();
    for (item_id, key) in locks {
        service::release(ctx, &run.install, &ReleaseOf { item_id, key })?;
    }
    let now = ctx.now();
    match (count == BATCH as usize, run.last) {
        (true, _) => schedule(ctx, &run, now),
        (false, true) => Ok(()),
        (false, false) => {
            let run = ReleaseRun { last: true, ..run };
            schedule(ctx, &run, now.plus_millis(FINAL_RUN_DELAY_MS))
        }
    }
}

fn schedule(ctx: &Ctx, run: &ReleaseRun, at: Timestamp) -> Result<(), Error> {
    let key = format!("release-locks:{}", run.install);
    ctx.timers().schedule(&key, When::At(at), run)
}
