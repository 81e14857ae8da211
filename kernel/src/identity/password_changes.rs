//! Password change with the current password, and password reset with a code or link sent by mail. Both end every
//! session.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use sqlx::{FromRow, PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_mail::AccountMail;
use super::accounts::{Account, Accounts};
use super::audit::{AuditLog, Entry, kind};
use super::login_throttle::LoginThrottle;
use super::messages::{
    PASSWORD_CURRENT, PASSWORD_SAME, RESET_CONFIRMED, RESET_INVALID, RESET_NOT_EXIST,
};
use super::reauthentication::Reauthentication;
use super::sessions::Sessions;
use super::sign_ups::SignUps;
use super::verification_codes::{CODE_LIFETIME, MAX_TRIES, SentCodes, VerificationCodes};
use super::{Captcha, Email, Method, Origin, Password, Passwords, Renewed};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::config::Auth;
use crate::error::{Error, Problem, Result};
use crate::mailer::{self, Message};
use crate::postgres::begin;
use crate::secret::{Secret, constant_time_eq, hex};

/// A reset whose code or link was correct.
#[derive(Debug)]
pub struct Confirmed {
    pub email: String,
    /// The proof that the password change must contain.
    pub grant: String,
    pub expires_in_s: i64,
}

#[derive(FromRow)]
struct Reset {
    id: Uuid,
    code_hash: Vec<u8>,
    token_hash: Vec<u8>,
    expires_at: OffsetDateTime,
    tries: i32,
    used_at: Option<OffsetDateTime>,
}

/// Password reset by mail, and password change by its owner.
#[derive(Clone)]
pub struct PasswordChanges {
    pub(super) base_url: String,
    pub(super) captcha: Captcha,
    pub(super) clock: Clock,
    pub(super) config: Auth,
    pub(super) rng: Rng,
    pub(super) passwords: Passwords,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) mail: AccountMail,
    pub(super) accounts: Accounts,
    pub(super) audit: AuditLog,
    pub(super) throttle: LoginThrottle,
    pub(super) reauthentication: Reauthentication,
    pub(super) sessions: Sessions,
    pub(super) codes: VerificationCodes,
    pub(super) sign_ups: SignUps,
}

impl PasswordChanges {
    /// Mails a code and a link for a new password.
    ///
    /// # Errors
    /// Captcha problems, `not_exist`, `resend_too_soon`, `resend_limit`.
    pub async fn request_reset(
        &self,
        email: &str,
        captcha: Option<&str>,
        origin: &Origin,
    ) -> Result<()> {
        let email = Email::parse(email).map_err(|message| Problem::field("email", message))?;
        let mut connection = self.pool.acquire().await?;
        self.captcha.spend(&mut connection, captcha).await?;
        drop(connection);
        if !self.config.generic_errors {
            return self.mail_reset(&email, origin).await;
        }
        // Neither the content nor the time of the response may depend on the account, so the work runs in its own task.
        let (identity, origin) = (self.clone(), origin.clone());
        tokio::spawn(async move {
            match identity.mail_reset(&email, &origin).await {
                // No such account, or a mail was sent recently.
                Ok(()) | Err(Error::Problem(_)) => {}
                Err(error) => tracing::warn!(%error, "the mail of a password reset was not queued"),
            }
        });
        Ok(())
    }

    async fn mail_reset(&self, email: &Email, origin: &Origin) -> Result<()> {
        let account = self.accounts.find(email).await?.ok_or(RESET_NOT_EXIST)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        self.send_reset(&mut transaction, &account).await?;
        let entry = Entry {
            account: account.id,
            kind: kind::RESET_REQUESTED,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(&mut transaction, entry).await?;
        self.mail.commit_mail(transaction).await
    }

    async fn send_reset(&self, connection: &mut PgConnection, account: &Account) -> Result<()> {
        let (now, today) = (self.clock.now(), self.clock.today_kst());
        // Concurrent requests wait for this lock, so that one mail is sent.
        sqlx::query("select 1 from kernel.account where id = $1 for update")
            .bind(account.id)
            .execute(&mut *connection)
            .await?;
        let sent: Option<SentCodes> = sqlx::query_as(
            "select sent_at, sent_on, sent_count from kernel.password_reset where account_id = $1",
        )
        .bind(account.id)
        .fetch_optional(&mut *connection)
        .await?;
        let count = self.codes.count_sent(sent)?;
        let code = format!("{:06}", self.codes.draw_code());
        let token = URL_SAFE_NO_PAD.encode(self.rng.bytes::<32>());
        sqlx::query(
            "insert into kernel.password_reset
                 (account_id, id, code_hash, token_hash, expires_at, sent_at, sent_on, sent_count)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (account_id) do update set id = excluded.id, code_hash = excluded.code_hash,
                 token_hash = excluded.token_hash, expires_at = excluded.expires_at, tries = 0,
                 sent_at = excluded.sent_at, sent_on = excluded.sent_on,
                 sent_count = excluded.sent_count, used_at = null",
        )
        .bind(account.id)
        .bind(self.rng.uuid(self.clock.now_ms()))
        .bind(self.reset_hash(account.id, "code", &code))
        .bind(self.reset_hash(account.id, "token", &token))
        .bind(now + CODE_LIFETIME)
        .bind(now)
        .bind(today)
        .bind(count)
        .execute(&mut *connection)
        .await?;
        // In the URL fragment, which browsers do not send: it appears in no log and no referrer.
        let link = format!(
            "{}/#resetEmail={}&reset={token}",
            self.base_url,
            query_escaped(&account.email)
        );
        let message = Message::password_reset(&account.email, &code, &link, account.language);
        mailer::queue(connection, &self.rng, &self.clock, &message).await
    }

    /// Checks a code (six digits) or a link's token; attempts with codes are counted.
    ///
    /// # Errors
    /// `not_exist`, `already_confirmed`, `invalid`.
    pub async fn confirm_reset(&self, email: &str, given: &str) -> Result<Confirmed> {
        let (id, account) = self.reset_account(email).await?;
        let is_code = given.len() == 6 && given.bytes().all(|byte| byte.is_ascii_digit());
        // The statement that reads also counts, so that concurrent attempts are all counted.
        let reset: Option<Reset> = sqlx::query_as(
            "update kernel.password_reset set tries = tries + $2::int where account_id = $1
             returning id, code_hash, token_hash, expires_at, tries, used_at",
        )
        .bind(id)
        .bind(i32::from(is_code))
        .fetch_optional(&self.pool)
        .await?;
        let account = account?;
        let reset = reset.ok_or(RESET_INVALID)?;
        let now = self.clock.now();
        let (expected, kind) = if is_code {
            (&reset.code_hash, "code")
        } else {
            (&reset.token_hash, "token")
        };
        let right = constant_time_eq(expected, &self.reset_hash(account.id, kind, given));
        let over = reset.expires_at <= now || (is_code && reset.tries > MAX_TRIES);
        if !right || over {
            return Err(RESET_INVALID.into());
        }
        if reset.used_at.is_some() {
            return Err(RESET_CONFIRMED.into());
        }
        Ok(Confirmed {
            email: account.email,
            grant: self.reset_grant(account.id, reset.id),
            expires_in_s: (reset.expires_at - now).whole_seconds(),
        })
    }

    /// Sets the new password. This also verifies an unverified address.
    ///
    /// # Errors
    /// `not_exist`, `already_confirmed`, `invalid`, the field `new_password`.
    pub async fn finish_reset(
        &self,
        email: &str,
        grant: &str,
        new: &str,
        origin: &Origin,
    ) -> Result<()> {
        let password = new_password(new)?;
        let (id, account) = self.reset_account(email).await?;
        // Before the costly hash: only the holder of a valid grant can cause one.
        let reset: Option<Reset> = sqlx::query_as(
            "select id, code_hash, token_hash, expires_at, tries, used_at
             from kernel.password_reset where account_id = $1",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        let account = account?;
        let reset = reset.ok_or(RESET_INVALID)?;
        let expected = self.reset_grant(account.id, reset.id);
        if !constant_time_eq(expected.as_bytes(), grant.as_bytes()) {
            return Err(RESET_INVALID.into());
        }
        if reset.used_at.is_some() {
            return Err(RESET_CONFIRMED.into());
        }
        if reset.expires_at <= self.clock.now() {
            return Err(RESET_INVALID.into());
        }
        let hash = self.passwords.hash(password.as_str()).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let used = sqlx::query(
            "update kernel.password_reset set used_at = $3
             where account_id = $1 and id = $2 and used_at is null",
        )
        .bind(account.id)
        .bind(reset.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        if used.rows_affected() == 0 {
            return Err(RESET_CONFIRMED.into());
        }
        self.set_password(&mut transaction, account.id, None, &hash)
            .await?;
        sqlx::query(
            "update kernel.account set verified_at = coalesce(verified_at, $2) where id = $1",
        )
        .bind(account.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        self.sign_ups
            .delete_all(&mut transaction, account.id)
            .await?;
        // The owner has proven access to the mailbox: earlier failures no longer count.
        let key = account.email.to_ascii_lowercase();
        self.throttle
            .delete_failures(&mut transaction, self.throttle.login_key(&key, None))
            .await?;
        self.password_event(&mut transaction, account.id, kind::PASSWORD_RESET, origin)
            .await?;
        self.mail.commit_mail(transaction).await?;
        self.sessions.forget_person(account.id);
        Ok(())
    }

    /// Changes the password with the current one. Every session ends; this device gets a new session.
    ///
    /// # Errors
    /// The fields `current_password` and `new_password`, `login_delayed`.
    pub async fn change_password(
        &self,
        person: &Person,
        current: &str,
        new: &str,
        origin: &Origin,
    ) -> Result<Renewed> {
        let password = new_password(new)?;
        let known = self
            .reauthentication
            .check_password(person, current, "current_password")
            .await?;
        if current == new {
            return Err(Problem::field("new_password", PASSWORD_SAME.text()).into());
        }
        let hash = self.passwords.hash(password.as_str()).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let changed = self
            .set_password(&mut transaction, person.id, Some(&known), &hash)
            .await?;
        if !changed {
            // A concurrent request changed the password: the verified one is out of date.
            return Err(Problem::field("current_password", PASSWORD_CURRENT.text()).into());
        }
        self.password_event(&mut transaction, person.id, kind::PASSWORD_CHANGED, origin)
            .await?;
        let tokens = self
            .sessions
            .start_session(&mut transaction, person.id, Method::Password, origin)
            .await?;
        self.mail.commit_mail(transaction).await?;
        self.sessions.forget_person(person.id);
        Ok(tokens)
    }

    /// Replaces the password hash and ends every session. With `known`, only if the stored hash still equals it;
    /// returns false otherwise.
    async fn set_password(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        known: Option<&str>,
        hash: &str,
    ) -> Result<bool> {
        let changed = sqlx::query(
            "update kernel.account set password_hash = $3, password_changed_at = $4
             where id = $1 and ($2::text is null or password_hash = $2) and erased_at is null",
        )
        .bind(account)
        .bind(known)
        .bind(hash)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        if changed.rows_affected() == 0 {
            return Ok(false);
        }
        self.sessions
            .end_sessions(connection, account, None)
            .await?;
        Ok(true)
    }

    async fn password_event(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        kind: &str,
        origin: &Origin,
    ) -> Result<()> {
        let entry = Entry {
            account,
            kind,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(connection, entry).await?;
        self.mail
            .notify(connection, account, |to, language| {
                Message::password_changed(to, &origin.ip, language)
            })
            .await
    }

    /// The account whose password is being reset. For an unknown address it returns an error and an id without an
    /// account: the caller runs the same queries in both cases before it returns the error, so that both take the same
    /// time.
    async fn reset_account(&self, email: &str) -> Result<(Uuid, Result<Account>)> {
        let email = Email::parse(email).map_err(|message| Problem::field("email", message))?;
        Ok(match self.accounts.find(&email).await? {
            Some(account) => (account.id, Ok(account)),
            None => {
                let unknown = self
                    .accounts
                    .mask_account_existence(RESET_NOT_EXIST, RESET_INVALID);
                (Uuid::nil(), Err(unknown.into()))
            }
        })
    }

    fn reset_hash(&self, account: Uuid, kind: &str, text: &str) -> Vec<u8> {
        self.secret
            .derive("password resets")
            .mac(&[account.as_bytes(), kind.as_bytes(), text.as_bytes()])
            .to_vec()
    }

    /// A proof that a reset's code was correct; it is computed and not stored.
    fn reset_grant(&self, account: Uuid, reset: Uuid) -> String {
        hex(&self
            .secret
            .derive("password reset grants")
            .mac(&[account.as_bytes(), reset.as_bytes()]))
    }
}

fn new_password(text: &str) -> Result<Password> {
    Password::parse(text).map_err(|message| Problem::field("new_password", message).into())
}

/// Escapes an email for a query or fragment; the email syntax leaves few characters to escape.
fn query_escaped(email: &str) -> String {
    email.replace('%', "%25").replace('+', "%2B")
}
