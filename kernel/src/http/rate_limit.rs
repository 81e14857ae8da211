//! Rate limits, in memory: the number of requests with one key in a fixed window.

use std::time::{Duration, Instant};

use moka::ops::compute::Op;
use moka::sync::Cache;

use crate::error::{Problem, TOO_MANY};

const PLACES: u64 = 100_000;

/// Counts by key in fixed windows; removes expired ones.
#[derive(Clone)]
pub(crate) struct RateLimits {
    counts: Cache<String, (Instant, u32)>,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            counts: Cache::builder()
                .max_capacity(PLACES)
                .time_to_idle(Duration::from_secs(3600))
                .build(),
        }
    }
}

impl RateLimits {
    /// Counts one request.
    ///
    /// # Errors
    /// `too_many_requests` with the remaining time, if the window has more than `limit` requests.
    pub(crate) fn count(&self, key: String, limit: u32, span: Duration) -> Result<(), Problem> {
        let now = Instant::now();
        let mut left = None;
        self.counts.entry(key).and_compute_with(|entry| {
            let (since, count) = entry
                .map(moka::Entry::into_value)
                .filter(|(since, _)| now.duration_since(*since) < span)
                .unwrap_or((now, 0));
            if count >= limit {
                left = Some(span.saturating_sub(now.duration_since(since)));
                Op::Nop
            } else {
                Op::Put((since, count + 1))
            }
        });
        match left {
            None => Ok(()),
            Some(left) => Err(TOO_MANY.retry_after(left.as_secs() + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::RateLimits;

    #[test]
    fn requests_above_the_limit_are_refused() {
        let limits = RateLimits::default();
        let span = Duration::from_millis(40);
        let try_one = |key: &str| limits.count(key.to_owned(), 2, span).is_ok();
        assert!(try_one("a") && try_one("a") && !try_one("a"));
        assert!(try_one("b"), "another place");
        std::thread::sleep(span);
        assert!(try_one("a"), "another span");
    }
}
