//! Whether and where a call of a plugin may begin.

use witverse_runtime::{CallLimits, Slot};

use super::host::{Installed, Platform};
use super::lanes::{Full, Start};
use crate::error::{BUSY, Error, NOT_FOUND, Result};

/// Waits until a call may begin: for the heavy lane, if the calls of the install were heavy or none was light yet, then for a
/// slot. The slot is kept until the call has ended.
pub(super) async fn admit(platform: &Platform, plugin: &Installed) -> Result<(Start, Slot)> {
    check_runs(plugin)?;
    let start = match &plugin.install {
        Some(install) => {
            let admitted = platform.heavy_lane.admit(&install.records.load).await;
            admitted.map_err(|Full| lane_is_full(plugin))?
        }
        None => Start::Requests,
    };
    Ok((start, slot_for(plugin).await?))
}

pub(super) async fn slot_for(plugin: &Installed) -> Result<Slot> {
    check_runs(plugin)?;
    let slot = plugin.code.wait_for_slot().await;
    slot.map_err(|_| refused(plugin, "busy"))
}

/// Refuses a call of a plugin that was stopped for its failures, with the answer of a disabled one.
fn check_runs(plugin: &Installed) -> Result<()> {
    match plugin
        .install
        .as_ref()
        .is_some_and(|install| install.failures.is_stopped())
    {
        true => Err(NOT_FOUND.into()),
        false => Ok(()),
    }
}

/// The limits of a call whose slot is kept until it has ended.
pub(super) fn with_slot(plugin: &Installed) -> CallLimits {
    CallLimits {
        has_slot: true,
        ..plugin.limits
    }
}

/// The refusal of a heavy call. It is no failure of the plugin.
pub(super) fn lane_is_full(plugin: &Installed) -> Error {
    refused(plugin, "heavy")
}

fn refused(plugin: &Installed, reason: &'static str) -> Error {
    metrics::counter!("plugin_failures_total", "plugin" => plugin.id.to_string(), "reason" => reason).increment(1);
    BUSY.retry_after(1).into()
}
