//! Data export and account erasure. Both concern a person and not one feature, so every plugin takes part in both.

mod archive;
mod erasure;
mod export;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::identity::Identity;
use crate::plugins::Platform;
use crate::supervisor::{STEP_LIMIT, step};

pub use erasure::REGRET;
pub use export::{ExportState, ExportView};

/// The interval between lookups of due work.
const POLL: Duration = Duration::from_secs(2);
/// The deadline of one export, which asks every plugin.
const EXPORT_LIMIT: Duration = Duration::from_mins(30);

/// Data exports and erasures of accounts.
#[derive(Clone)]
pub struct Privacy {
    platform: Arc<Platform>,
    identity: Identity,
    /// Notified when an export was requested.
    asked: Arc<Notify>,
}

impl Privacy {
    #[must_use]
    pub fn new(platform: Arc<Platform>, identity: Identity) -> Self {
        Self {
            platform,
            identity,
            asked: Arc::default(),
        }
    }

    /// Creates exports and erases due accounts, until `stop` changes.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let busy = match self.work().await {
                Ok(busy) => busy,
                Err(error) => {
                    tracing::warn!(%error, "a data export or an erasure failed; trying again");
                    false
                }
            };
            if busy {
                continue;
            }
            tokio::select! {
                () = self.asked.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Runs one export and one erasure, if due.
    async fn work(&self) -> crate::error::Result<bool> {
        let made = step("data export", EXPORT_LIMIT, self.make_next()).await?;
        let erased = step("erasure", STEP_LIMIT, self.erase_next()).await?;
        Ok(made || erased)
    }
}
