//! Counts the failures of an installed plugin's calls: traps, exceeded limits, invalid responses. After several within an
//! hour the plugin is reported, and `crate::installs` disables it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::manifest::PluginId;

/// Failures within `WINDOW` after which an install is disabled.
const LIMIT: usize = 3;
const WINDOW: Duration = Duration::from_secs(3600);

/// Receives the ids of installs that have failed too often.
pub type FailureReports = UnboundedSender<PluginId>;

/// The times of an install's last failures.
pub struct Failures {
    recent: Mutex<VecDeque<Instant>>,
    reports: FailureReports,
}

impl Failures {
    #[must_use]
    pub fn new(reports: FailureReports) -> Self {
        Self {
            recent: Mutex::default(),
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

    fn is_one_too_many(&self, now: Instant) -> bool {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
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
        }
        too_many
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
    }
}
