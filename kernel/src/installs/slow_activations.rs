//! Activations run one after the other, and a package decides how long its own takes. A resource whose activations
//! have used much time waits before its next one, so that the others get their turns.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a resource may use at once.
const BURST: Duration = Duration::from_mins(1);
/// Used time is forgotten at this fraction of its speed: a resource has a twentieth of all activations for long.
const FORGOTTEN: u32 = 20;

/// Kind and id of a resource.
type Scope = (String, String);

/// The activation time that resources have used.
#[derive(Default)]
pub(super) struct SlowActivations(Mutex<HashMap<Scope, Used>>);

#[derive(Clone, Copy)]
struct Used {
    time: Duration,
    at: Instant,
}

impl Used {
    fn left(self, now: Instant) -> Duration {
        let forgotten = now.saturating_duration_since(self.at) / FORGOTTEN;
        self.time.saturating_sub(forgotten)
    }
}

/// An activation that runs; measured when it is dropped.
pub(super) struct Measured<'a> {
    all: &'a SlowActivations,
    scope: Scope,
    began: Instant,
}

impl SlowActivations {
    /// How long the resource has to wait.
    pub(super) fn wait(&self, scope: &Scope) -> Option<Duration> {
        let left = self.lock().get(scope)?.left(Instant::now());
        let beyond = left.saturating_sub(BURST);
        (!beyond.is_zero()).then_some(beyond * FORGOTTEN)
    }

    pub(super) fn measure(&self, scope: Scope) -> Measured<'_> {
        Measured {
            all: self,
            scope,
            began: Instant::now(),
        }
    }

    fn record(&self, scope: Scope, took: Duration) {
        let now = Instant::now();
        let mut all = self.lock();
        all.retain(|_, used| !used.left(now).is_zero());
        let before = all
            .get(&scope)
            .map_or(Duration::ZERO, |used| used.left(now));
        let used = Used {
            time: before + took,
            at: now,
        };
        all.insert(scope, used);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Scope, Used>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Measured<'_> {
    fn drop(&mut self) {
        let scope = std::mem::take(&mut self.scope);
        self.all.record(scope, self.began.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_activation_delays_the_next_of_its_resource_alone() {
        let slow = SlowActivations::default();
        let scope = |id: &str| ("worlds::World".to_owned(), id.to_owned());
        slow.record(scope("a"), Duration::from_secs(55));
        assert_eq!(slow.wait(&scope("a")), None);
        slow.record(scope("a"), Duration::from_secs(25));
        let wait = slow.wait(&scope("a")).unwrap_or_default();
        assert!(
            wait > Duration::from_secs(390) && wait <= Duration::from_secs(400),
            "{wait:?}"
        );
        assert_eq!(slow.wait(&scope("b")), None);
    }
}
