//! In-process wake-ups after a commit. `NOTIFY` is not used: it takes a global lock at every commit.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::live::LiveHub;

/// Wakes the event relay, the timers and open screens after a commit.
#[derive(Clone, Default)]
pub struct Signals {
    pub deliveries: Arc<Notify>,
    pub timers: Arc<Notify>,
    pub live: LiveHub,
}
