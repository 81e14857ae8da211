//! The service `items@1` for plugins that operators have installed, limited to collections of their world that the operator has
//! opened for the plugin. The kernel checks the scope of each function and names the install.
//!
//! - `owns {collectionId, userId}` answers `{owns}`.
//! - `lock {itemId, key, durationMinutes}` locks a free item of the person who calls, and answers `{locked, until}`. A lock ends
//!   by itself: after seven days without a duration, after 30 days at most. `release {itemId, key}` ends a lock of this install
//!   before, also in a collection that is no longer open, and answers `{released}`: false if it had ended. Both are idempotent;
//!   a lock that is repeated keeps its end.
//!
//! When an install ends, all of its locks are released.

use crate::item::{BY_INSTALL, Item};
use crate::locks::{self, LockOn, ReleaseOf};
use crate::problems::{COLLECTION_NOT_FOUND, COLLECTION_NOT_OPENED, ITEM_NOT_FOUND};
use crate::queries;
use crate::service::{self, Ownership};
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::{CallingInstall, When};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::kernel_events::InstallEnded;
use witverse_sdk::{Ctx, Error, Event, ServiceCall, Timer, Timestamp, Uuid};

const KEY_MAX: usize = 100;
/// The objects of this service, as the manifest names them.
const COLLECTIONS: &str = "collections";
const MINUTE_MS: i64 = 60_000;
/// Seven days.
const USUAL_MINUTES: i64 = 7 * 24 * 60;
/// Thirty days.
const MAX_MINUTES: i64 = 30 * 24 * 60;
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
            require_opened(install, &asked.collection_id)?;
            ServiceCall::answer(&service::owns(ctx, &asked)?)
        }
        "lock" => {
            let asked: NewLock = call.json()?;
            let item = item_here(ctx, install, &asked.item_id)?;
            require_opened(install, &item.collection.0)?;
            let minutes = checked_minutes(asked.duration_minutes)?;
            let new = LockOn {
                item_id: item.id,
                owner: ctx.caller()?.id,
                key: checked_key(asked.key)?,
                by: BY_INSTALL.to_owned(),
                until: Some(ctx.now().plus_millis(minutes * MINUTE_MS)),
            };
            let locked = locks::lock(ctx, &install.id, new)?;
            ServiceCall::answer(&json!({ "locked": true, "until": locked.until }))
        }
        "release" => {
            let asked: OwnLock = call.json()?;
            let of = ReleaseOf {
                item_id: asked.item_id,
                key: checked_key(asked.key)?,
            };
            ServiceCall::answer(&locks::release(ctx, &install.id, &of)?)
        }
        _ => Err(NOT_FOUND.into()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewLock {
    item_id: Uuid,
    key: String,
    duration_minutes: Option<i64>,
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

fn checked_minutes(minutes: Option<i64>) -> Result<i64, Error> {
    match minutes.unwrap_or(USUAL_MINUTES) {
        minutes @ 1..=MAX_MINUTES => Ok(minutes),
        _ => Err(Error::field(
            "durationMinutes",
            format!("1~{MAX_MINUTES}(30일) 사이여야 합니다."),
            format!("This is from 1 to {MAX_MINUTES}, which are 30 days."),
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

/// Fails if the operator has not opened a collection of the world for the plugin.
fn require_opened(install: &CallingInstall, collection: &Uuid) -> Result<(), Error> {
    match install.may_use(COLLECTIONS, collection) {
        true => Ok(()),
        false => Err(COLLECTION_NOT_OPENED.into()),
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
    let is_all = locks::free_some_of(ctx, &run.install)?;
    let now = ctx.now();
    match (is_all, run.last) {
        (false, _) => schedule(ctx, &run, now),
        (true, true) => Ok(()),
        (true, false) => {
            let run = ReleaseRun { last: true, ..run };
            schedule(ctx, &run, now.plus_millis(FINAL_RUN_DELAY_MS))
        }
    }
}

fn schedule(ctx: &Ctx, run: &ReleaseRun, at: Timestamp) -> Result<(), Error> {
    let key = format!("release-locks:{}", run.install);
    ctx.timers().schedule(&key, When::At(at), run)
}

#[cfg(test)]
mod tests {
    use super::{MAX_MINUTES, USUAL_MINUTES, checked_minutes};

    #[test]
    fn a_lock_lasts_from_a_minute_to_thirty_days() {
        assert_eq!(checked_minutes(None).ok(), Some(USUAL_MINUTES));
        for minutes in [1, MAX_MINUTES] {
            assert_eq!(checked_minutes(Some(minutes)).ok(), Some(minutes));
        }
        for minutes in [0, -1, MAX_MINUTES + 1, i64::MAX] {
            assert!(checked_minutes(Some(minutes)).is_err(), "{minutes}");
        }
    }
}
