//! The clock and the random number generator. All other modules use these, so that tests can control both.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng};
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, UtcOffset};
use uuid::Uuid;

/// Korean time, which defines the platform's days.
pub const KST: UtcOffset = match UtcOffset::from_hms(9, 0, 0) {
    Ok(offset) => offset,
    Err(_) => panic!("nine hours are a valid offset"),
};

/// A clock that a test can advance, never set back.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead_ms: Arc<AtomicI64>,
}

impl Clock {
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        let ahead = Duration::milliseconds(self.ahead_ms.load(Ordering::Relaxed));
        #[allow(clippy::disallowed_methods, reason = "this is the clock")]
        let now = SystemTime::now();
        OffsetDateTime::from(now) + ahead
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        u64::try_from(self.now().unix_timestamp_nanos() / 1_000_000).unwrap_or_default()
    }

    #[must_use]
    pub fn today_kst(&self) -> Date {
        self.now().to_offset(KST).date()
    }

    /// For tests: advances the clock by `span`.
    pub fn advance(&self, span: std::time::Duration) {
        let ms = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        self.ahead_ms.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Day and minute in Korean time, formatted for people: `2026.11.23 20:30`.
#[must_use]
pub fn kst_minute(at: OffsetDateTime) -> String {
    let format = format_description!("[year].[month].[day] [hour]:[minute]");
    at.to_offset(KST).format(format).unwrap_or_default()
}

/// Day in Korean time, formatted for people: `2026.11.23`.
#[must_use]
pub fn kst_day(at: OffsetDateTime) -> String {
    let format = format_description!("[year].[month].[day]");
    at.to_offset(KST).format(format).unwrap_or_default()
}

/// Randomness: the system's, or a seeded sequence in a test.
#[derive(Clone, Debug, Default)]
pub struct Rng {
    seeded: Option<Arc<Mutex<StdRng>>>,
}

impl Rng {
    /// For tests: the same sequence for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self {
            seeded: Some(Arc::new(Mutex::new(StdRng::seed_from_u64(seed)))),
        }
    }

    pub fn fill(&self, bytes: &mut [u8]) {
        match &self.seeded {
            Some(rng) => rng
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .fill_bytes(bytes),
            None => rand::rng().fill_bytes(bytes),
        }
    }

    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A time-ordered UUID (version 7) of `now_ms`.
    #[must_use]
    pub fn uuid(&self, now_ms: u64) -> Uuid {
        uuid::Builder::from_unix_timestamp_millis(now_ms, &self.bytes()).into_uuid()
    }
}
