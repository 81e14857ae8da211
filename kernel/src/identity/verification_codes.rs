//! Codes in mails: six digits, valid for ten minutes and five attempts, sent at most every five minutes and ten times a
//! day. The tables store only MACs; a code itself is only in its mail.

use sqlx::FromRow;
use time::{Duration, OffsetDateTime};

use super::messages::{RESEND_LIMIT, RESEND_TOO_SOON};
use crate::clock::{Clock, Rng};
use crate::error::Result;

pub(crate) const CODE_LIFETIME: Duration = Duration::minutes(10);
pub(crate) const RESEND_AFTER: Duration = Duration::seconds(300);
pub(super) const MAX_TRIES: i32 = 5;
const MAX_SENT_A_DAY: i32 = 10;

/// When the last code was sent, and how many were sent on that day.
#[derive(Clone, Copy, FromRow)]
pub(super) struct SentCodes {
    sent_at: OffsetDateTime,
    sent_on: time::Date,
    sent_count: i32,
}

/// Draws codes, and limits how many are sent.
#[derive(Clone)]
pub(super) struct VerificationCodes {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
}

impl VerificationCodes {
    /// How many codes were sent today, this one included.
    ///
    /// # Errors
    /// `resend_too_soon` or `resend_limit`.
    pub(super) fn count_sent(&self, before: Option<SentCodes>) -> Result<i32> {
        let Some(before) = before else {
            return Ok(1);
        };
        let wait = before.sent_at + RESEND_AFTER - self.clock.now();
        if wait.is_positive() {
            let seconds = u64::try_from(wait.whole_seconds()).unwrap_or(0) + 1;
            return Err(RESEND_TOO_SOON.retry_after(seconds).into());
        }
        let count = match before.sent_on == self.clock.today_kst() {
            true => before.sent_count + 1,
            false => 1,
        };
        if count > MAX_SENT_A_DAY {
            return Err(RESEND_LIMIT.into());
        }
        Ok(count)
    }

    /// Draws a number below one million without bias: values beyond the last whole multiple are drawn again.
    pub(super) fn draw_code(&self) -> u32 {
        const LIMIT: u32 = u32::MAX - u32::MAX % 1_000_000;
        loop {
            let draw = u32::from_be_bytes(self.rng.bytes());
            if draw < LIMIT {
                return draw % 1_000_000;
            }
        }
    }
}
