//! Taking one's data along, and leaving: what belongs to a person and not to a feature, so that every
//! plugin takes part in both.

mod archive;
mod erasure;
mod export;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::identity::Identity;
use crate::plugins::Platform;

pub use erasure::REGRET;
pub use export::{ExportState, ExportView};

/// How often somebody looks for what is due.
const POLL: Duration = Duration::from_secs(2);

/// Copies and erasures of accounts.
#[derive(Clone)]
pub struct Privacy {
    platform: Arc<Platform>,
    identity: Identity,
    /// Woken when a copy was asked for.
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

    /// Makes copies and erases accounts that are due, until `stop` changes.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let busy = match self.work().await {
                Ok(busy) => busy,
                Err(error) => {
                    tracing::warn!(%error, "a copy or an erasure did not succeed; trying again");
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

    /// One of each, where there is one.
    async fn work(&self) -> crate::error::Result<bool> {
        let made = self.make_next().await?;
        let erased = self.erase_next().await?;
        Ok(made || erased)
    }
}
