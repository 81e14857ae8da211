//! Verification codes: six digits, valid for ten minutes and five attempts, sent at most every five minutes and ten
//! times a day. The table stores only a MAC; the code itself is only in the mail.

use sqlx::{FromRow, PgConnection};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::VerificationCode;
use super::messages::{CODE_NOT_MATCHED, INVALID_CODE, RESEND_LIMIT, RESEND_TOO_SOON};
use crate::clock::{Clock, Rng};
use crate::error::{Language, Result};
use crate::mailer::{self, Message};
use crate::secret::Secret;

pub(crate) const CODE_LIFETIME: Duration = Duration::minutes(10);
pub(crate) const RESEND_AFTER: Duration = Duration::seconds(300);
pub(super) const MAX_TRIES: i32 = 5;
const MAX_SENT_A_DAY: i32 = 10;

/// The outcome of an attempt. Wrong attempts are counted, so their transaction commits too.
pub(super) enum Tried {
    Right,
    Wrong(crate::error::Catalogue),
}

/// When the last code was sent, and how many were sent on that day.
#[derive(Clone, Copy, FromRow)]
pub(super) struct SentCodes {
    sent_at: OffsetDateTime,
    sent_on: time::Date,
    sent_count: i32,
}

/// Six-digit codes that prove an email address: at most one valid per account.
#[derive(Clone)]
pub(super) struct VerificationCodes {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) secret: Secret,
}

impl VerificationCodes {
    /// Creates a code, replaces the earlier one, and queues its mail, all in the caller's transaction.
    ///
    /// # Errors
    /// `resend_too_soon` or `resend_limit`.
    pub(super) async fn send_code(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        email: &str,
        language: Language,
    ) -> Result<()> {
        let now = self.clock.now();
        let today = self.clock.today_kst();
        let sent: Option<SentCodes> = sqlx::query_as(
            "select sent_at, sent_on, sent_count from kernel.email_code where account_id = $1 for update",
        )
        .bind(account)
        .fetch_optional(&mut *connection)
        .await?;
        let count = self.count_sent(sent)?;
        let code = format!("{:06}", self.draw_code());
        sqlx::query(
            "insert into kernel.email_code (account_id, code_hash, expires_at, tries, sent_at, sent_on, sent_count)
             values ($1, $2, $3, 0, $4, $5, $6)
             on conflict (account_id) do update set code_hash = excluded.code_hash,
                 expires_at = excluded.expires_at, tries = 0, sent_at = excluded.sent_at,
                 sent_on = excluded.sent_on, sent_count = excluded.sent_count",
        )
        .bind(account)
        .bind(&self.code_hash(account, &code)[..])
        .bind(now + CODE_LIFETIME)
        .bind(now)
        .bind(today)
        .bind(count)
        .execute(&mut *connection)
        .await?;
        let message = Message::verification_code(email, &code, language);
        mailer::queue(connection, &self.rng, &self.clock, &message).await
    }

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

    /// Compares a code and counts the attempt.
    pub(super) async fn try_code(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        code: &VerificationCode,
    ) -> Result<Tried> {
        // One statement counts and reads, so that concurrent attempts are all counted.
        let tried: Option<(Vec<u8>, OffsetDateTime, i32)> = sqlx::query_as(
            "update kernel.email_code set tries = tries + 1 where account_id = $1
             returning code_hash, expires_at, tries",
        )
        .bind(account)
        .fetch_optional(&mut *connection)
        .await?;
        let Some((expected, expires_at, tries)) = tried else {
            return Ok(Tried::Wrong(INVALID_CODE));
        };
        if expires_at <= self.clock.now() || tries > MAX_TRIES {
            return Ok(Tried::Wrong(INVALID_CODE));
        }
        let given = self.code_hash(account, code.as_str());
        if !crate::secret::constant_time_eq(&expected, &given) {
            return Ok(Tried::Wrong(CODE_NOT_MATCHED));
        }
        sqlx::query("delete from kernel.email_code where account_id = $1")
            .bind(account)
            .execute(connection)
            .await?;
        Ok(Tried::Right)
    }

    fn code_hash(&self, account: Uuid, code: &str) -> [u8; 32] {
        self.secret
            .derive("email codes")
            .mac(&[account.as_bytes(), code.as_bytes()])
    }
}
