//! Counts the failures of an installed plugin's calls: traps, exceeded limits, invalid responses. After several within an
//! hour the plugin is stopped at once, and reported: `crate::installs` disables it in the database a moment later. Without the
//! stop, a plugin that fails fast is called hundreds of times in that moment, and keeps the kernel from disabling it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::manifest::PluginId;

/// Failures within `WINDOW` after which an install is disabled.
const LIMIT: usize = 3;
const WINDOW: Duration = Duration::from_secs(3600);
/// How long calls are refused after that. If the kernel could not disable the plugin in this time, they run again, and the next
/// failures are reported again.
const STOP: Duration = Duration::from_secs(10);

/// Receives the ids of installs that have failed too often.
pub type FailureReports = UnboundedSender<PluginId>;

/// The times of an install's last failures.
pub struct Failures {
    state: Mutex<State>,
    reports: FailureReports,
}

#[derive(Default)]
struct State {
    recent: VecDeque<Instant>,
    stopped_at: Option<Instant>,
}

impl Failures {
    #[must_use]
    pub fn new(reports: FailureReports) -> Self {
        Self {
            state: Mutex::default(),
            reports,
        }
    }

    /// Counts a failure of the install `id`.
    pub(super) fn add(&self, id: &PluginId) {
        if self.is_one_too_many(Instant::now()) {
            // Without a receiver the kernel is stopping.
            let _ = self.reports.send(id.clone());
        }
    }

    /// Whether it is not to be called, because the kernel is about to disable it.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped_at(Instant::now())
    }

    fn is_stopped_at(&self, now: Instant) -> bool {
        let stopped = self.state().stopped_at;
        stopped.is_some_and(|at| now.duration_since(at) < STOP)
    }

    fn is_one_too_many(&self, now: Instant) -> bool {
        let State { recent, stopped_at } = &mut *self.state();
        recent.push_back(now);
        while recent
            .front()
            .is_some_and(|first| now.duration_since(*first) >= WINDOW)
        {
            recent.pop_front();
        }
        let too_many = recent.len() >= LIMIT;
        if too_many {
            recent.clear();
            *stopped_at = Some(now);
        }
        too_many
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_failures_within_an_hour_are_reported() {
        let (reports, _kept) = tokio::sync::mpsc::unbounded_channel();
        let failures = Failures::new(reports);
        let start = Instant::now();
        let at = |minutes: u64| failures.is_one_too_many(start + Duration::from_secs(60 * minutes));
        assert_eq!(
            [at(0), at(30), at(60), at(89), at(90)],
            [false, false, false, true, false],
            "the first one is an hour old at 60 min, so 30, 60 and 89 are three"
        );
        let stopped = [5338, 5340, 5349, 5350]
            .map(|second| failures.is_stopped_at(start + Duration::from_secs(second)));
        assert_eq!(stopped, [true, true, true, false], "stopped at 5340 s");
    }
}
