//! The second factor: one-use codes of an authenticator app (RFC 6238), and recovery codes if the app is lost.

use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use totp_rs::{Builder, Totp};
use uuid::Uuid;

use super::Origin;
use super::account_mail::AccountMail;
use super::audit::{AuditLog, Entry, kind};
use super::messages::{
    CODE_WRONG, SECOND_FACTOR_USED, SECOND_FACTOR_WRONG, TOTP_ALREADY_ON, TOTP_IS_OFF,
    TOTP_NOT_STARTED,
};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Catalogue, Error, Problem, Result};
use crate::mailer::Message;
use crate::postgres::begin;
use crate::secret::Secret;

/// How many codes may be tried with one ticket.
pub(super) const MAX_TRIES: i32 = 5;

/// The data that an authenticator app needs.
#[derive(Debug)]
pub struct TotpSetup {
    pub secret: String,
    pub uri: String,
    /// Rows of the QR code of `uri`: `1` is dark.
    pub qr: Vec<String>,
}

/// The state of an account's second factor.
#[derive(Debug, Default)]
pub struct TotpState {
    pub since: Option<OffsetDateTime>,
    pub recovery_codes_left: i64,
}

/// Authenticator apps and recovery codes.
#[derive(Clone)]
pub struct SecondFactors {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) mail: AccountMail,
    pub(super) audit: AuditLog,
}

/// What became of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeUse {
    /// It was right, and is used up now.
    Used,
    /// It was right once.
    UsedBefore,
    Wrong,
}

impl CodeUse {
    /// The problem of a code that opens nothing.
    pub(super) fn problem(self) -> Option<Catalogue> {
        match self {
            Self::Used => None,
            Self::UsedBefore => Some(SECOND_FACTOR_USED),
            Self::Wrong => Some(SECOND_FACTOR_WRONG),
        }
    }
}

impl SecondFactors {
    /// Whether a login with a password requires a code.
    pub(super) async fn asks_second_factor(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
    ) -> Result<bool> {
        let row = sqlx::query(
            "select 1 from kernel.totp where account_id = $1 and confirmed_at is not null",
        )
        .bind(account)
        .fetch_optional(connection)
        .await?;
        Ok(row.is_some())
    }

    /// Uses up a code of the app or a recovery code.
    pub(super) async fn use_code(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        code: &str,
        origin: &Origin,
    ) -> Result<CodeUse> {
        let code: String = code
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .take(20)
            .collect::<String>()
            .to_lowercase();
        if code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.use_totp(connection, account, &code).await;
        }
        let used = sqlx::query(
            "update kernel.recovery_code set used_at = $3
             where account_id = $1 and hash = $2 and used_at is null",
        )
        .bind(account)
        .bind(self.recovery_hash(account, &code))
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        if used.rows_affected() == 0 {
            let is_known = sqlx::query_scalar(
                "select exists (select 1 from kernel.recovery_code where account_id = $1 and hash = $2)",
            )
            .bind(account)
            .bind(self.recovery_hash(account, &code))
            .fetch_one(&mut *connection)
            .await?;
            return Ok(if is_known {
                CodeUse::UsedBefore
            } else {
                CodeUse::Wrong
            });
        }
        let entry = Entry {
            account,
            kind: kind::RECOVERY_CODE_USED,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(connection, entry).await?;
        self.notify_owner(
            connection,
            account,
            (
                "복구 코드로 로그인했습니다.",
                "A recovery code was used to log in.",
            ),
            origin,
        )
        .await?;
        Ok(CodeUse::Used)
    }

    async fn use_totp(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        code: &str,
    ) -> Result<CodeUse> {
        let secret: Option<Vec<u8>> = sqlx::query_scalar(
            "select secret from kernel.totp where account_id = $1 and confirmed_at is not null",
        )
        .bind(account)
        .fetch_optional(&mut *connection)
        .await?;
        let Some(secret) = secret else {
            return Ok(CodeUse::Wrong);
        };
        let Some(step) = self.step_of(account, &secret, code)? else {
            return Ok(CodeUse::Wrong);
        };
        // Each time step is accepted once, also for concurrent requests with the same code.
        let fresh = sqlx::query(
            "update kernel.totp set last_step = $2 where account_id = $1 and last_step < $2",
        )
        .bind(account)
        .bind(step)
        .execute(connection)
        .await?;
        Ok(match fresh.rows_affected() {
            1 => CodeUse::Used,
            _ => CodeUse::UsedBefore,
        })
    }

    /// The time step of a code, if it is the current or the previous one.
    fn step_of(&self, account: Uuid, sealed: &[u8], code: &str) -> Result<Option<i64>> {
        let secret = self
            .secret
            .derive("totp secrets")
            .open(account.as_bytes(), sealed)
            .and_then(|secret| secret.try_into().ok())
            .ok_or_else(|| Error::internal("an authenticator secret cannot be decrypted"))?;
        let now = u64::try_from(self.clock.now().unix_timestamp()).unwrap_or_default();
        let step = totp(secret, "witverse")?.check(code, now);
        Ok(step.and_then(|step| i64::try_from(step).ok()))
    }

    /// Starts the setup of an app and replaces an unconfirmed earlier setup.
    ///
    /// # Errors
    /// `totp_already_on`.
    pub async fn start_totp(&self, person: &Person) -> Result<TotpSetup> {
        let secret: [u8; 20] = self.rng.bytes();
        let sealed = self.secret.derive("totp secrets").seal(
            self.rng.bytes(),
            person.id.as_bytes(),
            &secret,
        );
        let started = sqlx::query(
            "insert into kernel.totp as t (account_id, secret, created_at) values ($1, $2, $3)
             on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at
             where t.confirmed_at is null",
        )
        .bind(person.id)
        .bind(sealed)
        .bind(self.clock.now())
        .execute(&self.pool)
        .await?;
        if started.rows_affected() == 0 {
            return Err(TOTP_ALREADY_ON.into());
        }
        let totp = totp(secret, &person.email)?;
        let uri = totp.to_url().map_err(Error::internal)?;
        Ok(TotpSetup {
            secret: totp.secret().to_base32(),
            qr: qr_rows(&uri)?,
            uri,
        })
    }

    /// Turns the second factor on, after the app has produced a correct code.
    ///
    /// # Errors
    /// `totp_not_started`, `totp_already_on`, the field `code`.
    pub async fn confirm_totp(
        &self,
        person: &Person,
        code: &str,
        origin: &Origin,
    ) -> Result<Vec<String>> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let (secret, confirmed_at): (Vec<u8>, Option<OffsetDateTime>) = sqlx::query_as(
            "select secret, confirmed_at from kernel.totp where account_id = $1 for update",
        )
        .bind(person.id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(TOTP_NOT_STARTED)?;
        if confirmed_at.is_some() {
            return Err(TOTP_ALREADY_ON.into());
        }
        let step = self
            .step_of(person.id, &secret, code.trim())?
            .ok_or_else(|| Problem::field("code", CODE_WRONG.text()))?;
        sqlx::query(
            "update kernel.totp set confirmed_at = $2, last_step = $3 where account_id = $1",
        )
        .bind(person.id)
        .bind(self.clock.now())
        .bind(step)
        .execute(&mut *transaction)
        .await?;
        let codes = self.new_recovery_codes(&mut transaction, person.id).await?;
        self.security_event(
            &mut transaction,
            person,
            kind::TOTP_ON,
            (
                "인증 앱을 이용한 2단계 인증을 켰습니다.",
                "Two-step verification with an authenticator app was turned on.",
            ),
            origin,
        )
        .await?;
        self.mail.commit_mail(transaction).await?;
        Ok(codes)
    }

    /// Turns the second factor off, recovery codes included.
    ///
    /// # Errors
    /// `totp_off`.
    pub async fn stop_totp(&self, person: &Person, origin: &Origin) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let stopped = sqlx::query(
            "delete from kernel.totp where account_id = $1 and confirmed_at is not null",
        )
        .bind(person.id)
        .execute(&mut *transaction)
        .await?;
        if stopped.rows_affected() == 0 {
            return Err(TOTP_IS_OFF.into());
        }
        sqlx::query("delete from kernel.recovery_code where account_id = $1")
            .bind(person.id)
            .execute(&mut *transaction)
            .await?;
        self.security_event(
            &mut transaction,
            person,
            kind::TOTP_OFF,
            (
                "인증 앱을 이용한 2단계 인증을 껐습니다.",
                "Two-step verification with an authenticator app was turned off.",
            ),
            origin,
        )
        .await?;
        self.mail.commit_mail(transaction).await
    }

    /// The state of an account's second factor.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn totp_state(&self, account: Uuid) -> Result<TotpState> {
        let state: Option<(OffsetDateTime, i64)> = sqlx::query_as(
            "select t.confirmed_at,
                    (select count(*) from kernel.recovery_code c
                     where c.account_id = t.account_id and c.used_at is null) as remaining
             from kernel.totp t where t.account_id = $1 and t.confirmed_at is not null",
        )
        .bind(account)
        .fetch_optional(&self.pool)
        .await?;
        Ok(
            state.map_or_else(TotpState::default, |(since, recovery_codes_left)| {
                TotpState {
                    since: Some(since),
                    recovery_codes_left,
                }
            }),
        )
    }

    /// Records a change of the login methods, and informs the owner by mail.
    pub(super) async fn security_event(
        &self,
        connection: &mut PgConnection,
        person: &Person,
        what: &str,
        text: (&str, &str),
        origin: &Origin,
    ) -> Result<()> {
        let entry = Entry {
            account: person.id,
            kind: what,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(connection, entry).await?;
        self.notify_owner(connection, person.id, text, origin).await
    }

    async fn notify_owner(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        text: (&str, &str),
        origin: &Origin,
    ) -> Result<()> {
        self.mail
            .notify(connection, account, |to, language| {
                Message::security_changed(to, text, &origin.ip, language)
            })
            .await
    }
}

fn totp(secret: [u8; 20], account: &str) -> Result<Totp> {
    Builder::new()
        .with_secret(secret)
        .with_account_name(account)
        .with_issuer(Some("Witverse"))
        .build()
        .map_err(Error::internal)
}

/// The rows of a text's QR code, without the quiet zone: `1` is dark.
///
/// # Errors
/// The text is too long for a QR code.
pub fn qr_rows(text: &str) -> Result<Vec<String>> {
    let code = qrcodegen::QrCode::encode_text(text, qrcodegen::QrCodeEcc::Medium)
        .map_err(Error::internal)?;
    Ok((0..code.size())
        .map(|y| {
            (0..code.size())
                .map(|x| if code.get_module(x, y) { '1' } else { '0' })
                .collect()
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::{qr_rows, totp};

    #[test]
    fn codes_are_those_of_rfc_6238() {
        let totp = totp(*b"12345678901234567890", "a@b.co").expect("an app");
        // The last six digits of the RFC's eight, for SHA-1.
        for (time, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_234_567_890, "005924"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(totp.check(code, time), Some(time / 30), "{time}");
            assert_eq!(totp.check(code, time + 90), None, "too late");
        }
        let uri = totp.to_url().expect("an address");
        assert!(
            uri.starts_with("otpauth://totp/Witverse:a%40b.co?secret=GEZDGNBVGY3TQOJQ"),
            "{uri}"
        );
    }

    #[test]
    fn a_qr_code_is_a_square_with_its_finders() {
        let rows = qr_rows("otpauth://totp/Witverse:a@b.co?secret=ABC").expect("rows");
        assert!(rows.iter().all(|row| row.len() == rows.len()));
        assert!(rows[0].starts_with("11111110"), "{}", rows[0]);
    }
}
