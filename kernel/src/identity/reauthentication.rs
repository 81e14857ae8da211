//! Sudo: a recent proof of identity, which sensitive operations require.

use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::audit::{AuditLog, Entry, kind};
use super::login_throttle::LoginThrottle;
use super::messages::{PASSKEY_REFUSED, PASSWORD_CURRENT};
use super::passkeys::Passkeys;
use super::sessions::Sessions;
use super::tickets::TicketKind;
use super::{Origin, Passwords};
use crate::actor::Person;
use crate::clock::Clock;
use crate::error::{Error, Problem, Result};
use crate::postgres::begin;

/// Records and checks a recent proof of identity.
#[derive(Clone)]
pub struct Reauthentication {
    pub(super) clock: Clock,
    pub(super) passwords: Passwords,
    pub(super) pool: PgPool,
    pub(super) audit: AuditLog,
    pub(super) throttle: LoginThrottle,
    pub(super) passkeys: Passkeys,
    pub(super) sessions: Sessions,
}

impl Reauthentication {
    /// The time of the last password change.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn password_changed_at(&self, account: Uuid) -> Result<OffsetDateTime> {
        Ok(
            sqlx::query_scalar("select password_changed_at from kernel.account where id = $1")
                .bind(account)
                .fetch_one(&self.pool)
                .await?,
        )
    }

    /// Reauthenticates with the password.
    ///
    /// # Errors
    /// The field `password`, `login_delayed`.
    pub async fn reauthenticate(
        &self,
        person: &Person,
        password: &str,
        origin: &Origin,
    ) -> Result<OffsetDateTime> {
        self.check_password(person, password, "password").await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let at = self.authenticated(&mut transaction, person, origin).await?;
        transaction.commit().await?;
        self.sessions.forget(person.session);
        Ok(at)
    }

    /// Records that the session's owner has proven their identity now.
    pub(super) async fn authenticated(
        &self,
        connection: &mut PgConnection,
        person: &Person,
        origin: &Origin,
    ) -> Result<OffsetDateTime> {
        let now = self.clock.now();
        sqlx::query("update kernel.session set authenticated_at = $2 where id = $1")
            .bind(person.session)
            .bind(now)
            .execute(&mut *connection)
            .await?;
        let entry = Entry {
            account: person.id,
            kind: kind::REAUTHENTICATED,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(connection, entry).await?;
        Ok(now)
    }

    /// Reauthenticates with a passkey of the person.
    ///
    /// # Errors
    /// `ticket_invalid`, `passkey_refused`.
    pub async fn reauthenticate_with_passkey(
        &self,
        person: &Person,
        ticket: &str,
        credential: &Value,
        origin: &Origin,
    ) -> Result<OffsetDateTime> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let account = self
            .passkeys
            .answered(
                &mut transaction,
                TicketKind::PasskeySudo,
                ticket,
                credential,
            )
            .await?;
        if account != person.id {
            return Err(PASSKEY_REFUSED.into());
        }
        let at = self.authenticated(&mut transaction, person, origin).await?;
        transaction.commit().await?;
        self.sessions.forget(person.session);
        Ok(at)
    }

    /// Checks a signed-in person's password under the login throttle, and returns its hash.
    pub(super) async fn check_password(
        &self,
        person: &Person,
        given: &str,
        name: &str,
    ) -> Result<String> {
        let wrong = || Error::from(Problem::field(name, PASSWORD_CURRENT.text()));
        if given.is_empty() || given.len() > 1024 {
            return Err(wrong());
        }
        let key = self
            .throttle
            .throttle_key("signed in", person.id.as_bytes());
        let attempt = self.throttle.admit(key, None).await?;
        let hash: String =
            sqlx::query_scalar("select password_hash from kernel.account where id = $1")
                .bind(person.id)
                .fetch_one(&self.pool)
                .await?;
        if !self.passwords.verify(given, Some(&hash)).await? {
            return Err(wrong());
        }
        let mut connection = self.pool.acquire().await?;
        self.throttle
            .reset_failures(&mut connection, &attempt)
            .await?;
        Ok(hash)
    }
}
