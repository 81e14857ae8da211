//! Slows down guessing without locking an account permanently. Each failure delays the next attempt. After five
//! failures a captcha is required. After a hundred in a day the account accepts only what guessing cannot defeat: a
//! known device, a passkey, or a password reset by mail.
//!
//! Failures are counted by account and not only by network, so that an attack from many networks is slowed down too.
//! Each known device has its own counter, so that attackers cannot lock out the owner.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::{FromRow, PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use super::Captcha;
use super::messages::{LOGIN_DELAYED, LOGIN_LOCKED};
use crate::clock::{Clock, KST, Rng};
use crate::error::{Problem, Result};
use crate::secret::Secret;

/// The delay in seconds after the first, second, … failure; the last value applies to all later ones.
const DELAYS_S: [i64; 4] = [1, 3, 5, 10];
/// Failures after which a captcha is required.
const CAPTCHA_AFTER: i32 = 5;
/// Failures of one network in a day after which a captcha is required for every account.
const CAPTCHA_AFTER_OF_NETWORK: i32 = 30;
/// Failures in a day after which the password is accepted from known devices only.
const LOCK_AFTER: i32 = 100;
/// Failures older than this do not count.
const REMEMBERED: Duration = Duration::hours(24);

/// The key that attempts are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThrottleKey([u8; 32]);

/// The context of a login attempt, apart from its network address.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoginContext<'a> {
    /// The device mark that was issued when the account signed in on this device.
    pub device: Option<&'a str>,
    /// The captcha ticket.
    pub captcha: Option<&'a str>,
}

/// When a captcha is required, and the ticket of a solved one.
pub(super) struct CaptchaRule<'a> {
    /// The network whose failures also count; `None` for a known device.
    pub(super) network: Option<&'a str>,
    pub(super) ticket: Option<&'a str>,
}

/// An admitted attempt; it counts as a failure until [`LoginThrottle::reset_failures`].
pub(super) struct Attempt {
    key: ThrottleKey,
    /// Failures today, this attempt included.
    pub(super) today: i32,
}

impl Attempt {
    /// Whether this failure reaches the limit that locks the account.
    pub(super) fn locks(&self) -> bool {
        self.today == LOCK_AFTER
    }
}

/// A row of `kernel.login_guard`.
#[derive(FromRow)]
struct Counter {
    failures: i32,
    next_at: OffsetDateTime,
    day: time::Date,
    day_failures: i32,
    at: OffsetDateTime,
}

#[derive(Clone, Copy)]
struct FailedAttempts {
    failures: i32,
    today: i32,
    next_at: OffsetDateTime,
}

/// Slows down password and code guessing, by account, device and network.
#[derive(Clone)]
pub struct LoginThrottle {
    pub(super) captcha: Captcha,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
}

impl LoginThrottle {
    /// The counter key of a login: the mark of a known device, or else the email.
    pub(super) fn login_key(&self, email_key: &str, known_device: Option<&str>) -> ThrottleKey {
        match known_device {
            Some(mark) => self.throttle_key("device", mark.as_bytes()),
            None => self.throttle_key("login", email_key.as_bytes()),
        }
    }

    pub(super) fn throttle_key(&self, what: &str, of: &[u8]) -> ThrottleKey {
        ThrottleKey(
            self.secret
                .derive("login guard")
                .mac(&[what.as_bytes(), of]),
        )
    }

    /// Issues a mark for a device on which an account has signed in.
    #[must_use]
    pub fn device_mark(&self, email: &str) -> String {
        let nonce = URL_SAFE_NO_PAD.encode(self.rng.bytes::<16>());
        let tag = self.device_tag(&email.to_ascii_lowercase(), &nonce);
        format!("{nonce}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    /// Whether the mark of a device belongs to this account.
    #[must_use]
    pub fn knows_device(&self, email: &str, mark: &str) -> bool {
        let Some((nonce, tag)) = mark.split_once('.') else {
            return false;
        };
        let expected = self.device_tag(&email.to_ascii_lowercase(), nonce);
        URL_SAFE_NO_PAD
            .decode(tag)
            .is_ok_and(|tag| crate::secret::constant_time_eq(&expected, &tag))
    }

    fn device_tag(&self, email_key: &str, nonce: &str) -> [u8; 32] {
        self.secret
            .derive("known devices")
            .mac(&[email_key.as_bytes(), nonce.as_bytes()])
    }

    /// Admits an attempt and counts it, before any costly work.
    ///
    /// # Errors
    /// `login_delayed`, `login_locked`; with a captcha rule also `captcha_required` and `captcha_failed`.
    pub(super) async fn admit(
        &self,
        key: ThrottleKey,
        captcha: Option<CaptchaRule<'_>>,
    ) -> Result<Attempt> {
        let mut connection = self.pool.acquire().await?;
        let failed = self.failures(&mut connection, key).await?;
        self.check(failed)?;
        if let Some(rule) = captcha {
            let of_network = match rule.network {
                Some(network) => {
                    let key = self.network_key(network);
                    self.failures(&mut connection, key).await?.today
                }
                None => 0,
            };
            if failed.failures >= CAPTCHA_AFTER || of_network >= CAPTCHA_AFTER_OF_NETWORK {
                self.captcha.spend(&mut connection, rule.ticket).await?;
            }
        }
        match self.count(&mut connection, key, true).await? {
            Some(today) => Ok(Attempt { key, today }),
            // A concurrent attempt was admitted first.
            None => {
                let failed = self.failures(&mut connection, key).await?;
                self.check(failed)?;
                Err(LOGIN_DELAYED.retry_after(1).into())
            }
        }
    }

    fn check(&self, failed: FailedAttempts) -> Result<(), Problem> {
        let now = self.clock.now();
        if failed.today >= LOCK_AFTER {
            let midnight = (self.clock.today_kst() + Duration::days(1)).midnight();
            let wait = midnight.assume_offset(KST) - now;
            return Err(LOGIN_LOCKED.retry_after(seconds(wait)));
        }
        let wait = failed.next_at - now;
        if wait.is_positive() {
            return Err(LOGIN_DELAYED.retry_after(seconds(wait)));
        }
        Ok(())
    }

    /// The admitted attempt succeeded: resets the failure counter.
    pub(super) async fn reset_failures(
        &self,
        connection: &mut PgConnection,
        attempt: &Attempt,
    ) -> Result<()> {
        self.delete_failures(connection, attempt.key).await
    }

    /// The admitted attempt was rejected before verification: it does not count as a failure. Earlier failures stay,
    /// because a caller that keeps the hashing queue full could otherwise erase them.
    pub(super) async fn refund_attempt(&self, attempt: &Attempt) -> Result<()> {
        sqlx::query(
            "update kernel.login_guard set failures = greatest(failures - 1, 0),
                 day_failures = greatest(day_failures - 1, 0)
             where key = $1",
        )
        .bind(&attempt.key.0[..])
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub(super) async fn delete_failures(
        &self,
        connection: &mut PgConnection,
        key: ThrottleKey,
    ) -> Result<()> {
        sqlx::query("delete from kernel.login_guard where key = $1")
            .bind(&key.0[..])
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Counts a failure for the network of the attempt.
    pub(super) async fn record_network_failure(&self, network: &str) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        self.count(&mut connection, self.network_key(network), false)
            .await?;
        Ok(())
    }

    fn network_key(&self, network: &str) -> ThrottleKey {
        self.throttle_key("network", network.as_bytes())
    }

    async fn failures(
        &self,
        connection: &mut PgConnection,
        key: ThrottleKey,
    ) -> Result<FailedAttempts> {
        let now = self.clock.now();
        let counter: Option<Counter> = sqlx::query_as(
            "select failures, next_at, day, day_failures, at from kernel.login_guard where key = $1",
        )
        .bind(&key.0[..])
        .fetch_optional(connection)
        .await?;
        let none = FailedAttempts {
            failures: 0,
            today: 0,
            next_at: now,
        };
        Ok(counter.map_or(none, |counter| {
            let is_recent = now - counter.at < REMEMBERED;
            let is_today = counter.day == self.clock.today_kst();
            FailedAttempts {
                failures: if is_recent { counter.failures } else { 0 },
                today: if is_today { counter.day_failures } else { 0 },
                next_at: counter.next_at,
            }
        }))
    }

    /// Counts a failure in one statement and returns the number of failures today. With `in_turn`, returns `None` and
    /// counts nothing while the delay has not passed.
    pub(super) async fn count(
        &self,
        connection: &mut PgConnection,
        key: ThrottleKey,
        in_turn: bool,
    ) -> Result<Option<i32>> {
        Ok(sqlx::query_scalar(
            "insert into kernel.login_guard as g (key, failures, next_at, day, day_failures, at)
             values ($1, 1, $2::timestamptz + make_interval(secs => ($6::int[])[1]), $3, 1, $2)
             on conflict (key) do update set
                 failures = case when g.at > $2 - interval '24 hours' then g.failures + 1 else 1 end,
                 next_at = $2::timestamptz + make_interval(secs => ($6::int[])[
                     least(case when g.at > $2 - interval '24 hours' then g.failures + 1 else 1 end,
                           array_length($6, 1))]),
                 day = $3,
                 day_failures = case when g.day = $3 then g.day_failures + 1 else 1 end,
                 at = $2
             where not $4 or (g.next_at <= $2 and (g.day <> $3 or g.day_failures < $5))
             returning day_failures",
        )
        .bind(&key.0[..])
        .bind(self.clock.now())
        .bind(self.clock.today_kst())
        .bind(in_turn)
        .bind(LOCK_AFTER)
        .bind(DELAYS_S.map(|seconds| i32::try_from(seconds).unwrap_or(i32::MAX)))
        .fetch_optional(connection)
        .await?)
    }
}

fn seconds(wait: Duration) -> u64 {
    u64::try_from(wait.whole_seconds()).unwrap_or(0) + 1
}
