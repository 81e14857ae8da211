//! The service `items@1` for plugins that operators have installed, limited to collections of their world that the operator has
//! opened for the plugin. The kernel checks the scope of each function and names the install.
//!
//! - `owns {collectionId, userId}` answers `{owns}`.
//! - `lock {itemId, key, durationMinutes}` locks a free item of the person who calls, and answers `{locked, until}`. A lock ends
//!   by itself: after seven days without a duration, after 30 days at most. `release {itemId, key}` ends a lock of this install
//!   before, also in a collection that is no longer open, and answers `{released}`: false if it had ended. Both are idempotent;
//!   a lock that is repeated keeps its end.
//! - `escrow {itemId, key}` asks the person who calls for a free item of theirs that it may give away, and answers
//!   `{hasAgreed, until}`; the person answers in a dialog of the platform. `transfer {itemId, key, toUserId}` gives the item away and
//!   answers `{ownerId}`, `return {itemId, key}` gives it back and answers `{released}` (module `escrow`).
//!
//! When an install ends, all of its locks are released.

use crate::escrow;
use crate::install_checks::{
    KeyOf, MINUTE_MS, checked_key, checked_minutes, item_here, require_here, require_opened,
};
use crate::item::{BY_INSTALL, Lock};
use crate::locks;
use crate::service;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::CallingInstall;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::kernel_events::InstallEnded;
use witverse_sdk::services::items::{Ownership, Release};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, ServiceCall, Uuid};

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
            ServiceCall::answer(&service::owns(ctx, asked)?)
        }
        "lock" => {
            let asked: NewLock = call.json()?;
            let item = item_here(ctx, install, &asked.item_id)?;
            require_opened(install, &item.collection.id)?;
            let minutes = checked_minutes(asked.duration_minutes)?;
            let lock = Lock {
                plugin: install.id.clone(),
                key: checked_key(asked.key)?,
                by: BY_INSTALL.to_owned(),
                until: Some(ctx.now().plus_millis(minutes * MINUTE_MS)),
            };
            let (locked, _) = locks::lock_item(ctx, &item.id, &ctx.caller()?.id, &lock)?;
            let until = locked.lock.and_then(|held| held.until);
            ServiceCall::answer(&json!({ "locked": true, "until": until }))
        }
        "release" | "return" => {
            let of: KeyOf = call.json()?;
            let of = Release {
                item_id: of.item_id.clone(),
                key: of.checked_key()?,
            };
            ServiceCall::answer(&locks::release(ctx, &install.id, of)?)
        }
        "escrow" => ServiceCall::answer(&escrow::ask(ctx, install, call.json()?)?),
        "transfer" => ServiceCall::answer(&escrow::transfer(ctx, install, call.json()?)?),
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

#[derive(Serialize, Deserialize)]
pub(crate) struct ReleaseRun {
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

/// Continues a release: one call was not sufficient, or an item was locked late.
pub(crate) const RELEASE: TimerKind<ReleaseRun> = TimerKind::new("release-locks");

pub(crate) fn release_all(ctx: &Ctx, run: ReleaseRun) -> Result<(), Error> {
    let is_all = locks::free_some_of(ctx, &run.install)?;
    let now = ctx.now();
    match (is_all, run.last) {
        (false, _) => RELEASE.now(ctx, &run.install, &run),
        (true, true) => Ok(()),
        (true, false) => {
            let run = ReleaseRun { last: true, ..run };
            RELEASE.at(ctx, &run.install, now.plus_millis(FINAL_RUN_DELAY_MS), &run)
        }
    }
}
