//! When idle connections are asked whether they still answer before they are used.
//!
//! Asking each time would double the round trips of a small request, and never asking gives people the errors of a
//! database that was restarted. So a connection is asked after a pause, and every one is for a while after any has failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A connection that was idle for this long is asked.
const IDLE: Duration = Duration::from_millis(500);
/// How long every connection is asked after one has failed.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// Shared by the pools of one database.
#[derive(Clone)]
pub struct Liveness(Arc<State>);

struct State {
    began: Instant,
    /// Milliseconds from `began` to the end of the time in which every connection is asked.
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
    /// A connection failed, or the database was restarted.
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
    fn a_busy_connection_is_asked_only_after_a_failure() {
        let liveness = Liveness::default();
        assert!(!liveness.wants_ping(Duration::from_millis(1)));
        assert!(liveness.wants_ping(IDLE));
        liveness.clone().note_failure();
        assert!(liveness.wants_ping(Duration::ZERO));
    }
}
