//! Decides when an idle connection is pinged before it is used.
//!
//! A ping before every use would double the round trips of a small request. Without pings, requests would fail after a
//! restart of the database. So a connection is pinged after it was idle for a while, and every connection is pinged for
//! a while after any of them failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A connection that was idle for at least this long is pinged.
const IDLE: Duration = Duration::from_millis(500);
/// How long every connection is pinged after one has failed.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// Shared by all pools of one database.
#[derive(Clone)]
pub struct Liveness(Arc<State>);

struct State {
    began: Instant,
    /// Milliseconds from `began` to the end of the period in which every connection is pinged.
    ask_until_ms: AtomicU64,
}

impl Default for Liveness {
    fn default() -> Self {
        Self(Arc::new(State {
            began: Instant::now(),
            ask_until_ms: AtomicU64::new(0),
        }))
    }
}

impl Liveness {
    /// Records that a connection failed or that the database was restarted.
    pub fn note_failure(&self) {
        let until = self.elapsed_ms() + u64::try_from(AFTER_FAILURE.as_millis()).unwrap_or(0);
        self.0.ask_until_ms.fetch_max(until, Ordering::Relaxed);
    }

    /// Whether a connection that was idle for `idle` is pinged before it is used.
    #[must_use]
    pub fn wants_ping(&self, idle: Duration) -> bool {
        idle >= IDLE || self.elapsed_ms() < self.0.ask_until_ms.load(Ordering::Relaxed)
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::{IDLE, Liveness};
    use std::time::Duration;

    #[test]
    fn a_busy_connection_is_pinged_only_after_a_failure() {
        let liveness = Liveness::default();
        assert!(!liveness.wants_ping(Duration::from_millis(1)));
        assert!(liveness.wants_ping(IDLE));
        liveness.clone().note_failure();
        assert!(liveness.wants_ping(Duration::ZERO));
    }
}
