//! Proving again who one is: what is sensitive asks that it was a moment ago.

use serde_json::json;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::audit::{Entry, kind};
use super::{Identity, Origin, Person};
use crate::error::Result;
use crate::postgres::begin;

impl Identity {
    /// When the password was last changed.
    ///
    /// # Errors
    /// The database's.
    pub async fn password_changed_at(&self, account: Uuid) -> Result<OffsetDateTime> {
        let row = sqlx::query("select password_changed_at from kernel.account where id = $1")
            .bind(account)
            .fetch_one(&self.pool)
            .await?;
        Ok(row.get(0))
    }

    /// With the password.
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
        self.forget(person.session);
        Ok(at)
    }

    /// Notes that a session's owner has just proven themselves.
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
        self.record(connection, entry).await?;
        Ok(now)
    }
}
