//! A token bucket: allows a burst, then a steady rate.

/// A limit: `burst` tokens at once, refilled at `per_second`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) burst: u32,
    pub(super) per_second: u32,
}

/// The tokens of one member under one [`Limit`].
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    /// Thousandths of a token.
    level: u64,
    updated_ms: u64,
}

impl Bucket {
    pub(super) fn full(limit: Limit, now_ms: u64) -> Self {
        Self {
            level: u64::from(limit.burst) * 1000,
            updated_ms: now_ms,
        }
    }

    /// Takes tokens, or returns the milliseconds until they are available.
    pub(super) fn take(&mut self, limit: Limit, tokens: u32, now_ms: u64) -> Result<(), u32> {
        let elapsed_ms = now_ms.saturating_sub(self.updated_ms);
        // One token per second is one thousandth of a token per millisecond.
        let refill = elapsed_ms.saturating_mul(limit.per_second.into());
        self.level = (self.level.saturating_add(refill)).min(u64::from(limit.burst) * 1000);
        self.updated_ms = self.updated_ms.max(now_ms);
        let cost = u64::from(tokens) * 1000;
        if self.level >= cost {
            self.level -= cost;
            return Ok(());
        }
        let missing = cost - self.level;
        let wait_ms = missing.div_ceil(u64::from(limit.per_second.max(1)));
        Err(u32::try_from(wait_ms).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit {
        burst: 3,
        per_second: 2,
    };

    #[test]
    fn a_burst_then_the_rate_then_the_wait_is_told() {
        let mut bucket = Bucket::full(LIMIT, 1000);
        for _ in 0..3 {
            assert_eq!(bucket.take(LIMIT, 1, 1000), Ok(()));
        }
        assert_eq!(bucket.take(LIMIT, 1, 1000), Err(500));
        assert_eq!(bucket.take(LIMIT, 1, 1499), Err(1));
        assert_eq!(bucket.take(LIMIT, 1, 1500), Ok(()));
    }

    #[test]
    fn a_clock_that_goes_back_adds_nothing() {
        let mut bucket = Bucket::full(LIMIT, 1000);
        assert_eq!(bucket.take(LIMIT, 3, 1000), Ok(()));
        assert!(bucket.take(LIMIT, 1, 0).is_err());
        assert!(bucket.take(LIMIT, 1, 1000).is_err());
    }
}
