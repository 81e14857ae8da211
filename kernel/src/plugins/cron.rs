//! Cron expressions of timers, and how precise timers are.

use chrono::{DateTime, FixedOffset};
use croner::parser::{CronParser, Seconds};

use crate::clock::KST;

/// The interval between polls for due timers and deliveries, in milliseconds. Timers that are due earlier need a
/// wake-up.
pub(super) const POLL_MS: u64 = 1000;

/// The next occurrence after `now_ms` of a five-field cron expression in Korean time; `None` for an invalid one.
#[must_use]
pub(super) fn next_cron_ms(cron: &str, now_ms: u64) -> Option<u64> {
    let cron = CronParser::builder()
        .seconds(Seconds::Disallowed)
        .build()
        .parse(cron)
        .ok()?;
    let kst = FixedOffset::east_opt(KST.whole_seconds())?;
    let now = DateTime::from_timestamp_millis(i64::try_from(now_ms).ok()?)?.with_timezone(&kst);
    let next = cron.find_next_occurrence(&now, false).ok()?;
    u64::try_from(next.timestamp_millis()).ok()
}
