//! Administration of sessions and of the keys that sign access tokens.

use serde_json::json;
use uuid::Uuid;

use super::audit::{Entry, kind};
use super::messages::NO_SUCH_PERSON;
use super::origin::Origin;
use super::sessions::Sessions;
use crate::error::Result;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;

impl Sessions {
    /// Ends every session of an account; returns how many ended.
    ///
    /// # Errors
    /// `user_not_found`.
    pub async fn end_sessions_of(
        &self,
        by: &Authorized<'_, Administer>,
        person: Uuid,
    ) -> Result<u64> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let known = sqlx::query("select 1 from kernel.account where id = $1 and erased_at is null")
            .bind(person)
            .fetch_optional(&mut *transaction)
            .await?;
        known.ok_or(NO_SUCH_PERSON)?;
        let ended = self.end_sessions(&mut transaction, person, None).await?;
        let entry = Entry {
            account: person,
            kind: kind::OTHERS_ENDED,
            by: Some(by.person.id),
            origin: &Origin::default(),
            details: json!({ "ended": ended }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.forget_person(person);
        Ok(ended)
    }

    /// Adds a signing key, which starts to sign after one minute.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn rotate_keys(&self, by: &Authorized<'_, Administer>) -> Result<()> {
        self.tokens.rotate(&self.pool).await?;
        tracing::info!(by = %by.person.id, "an administrator added a signing key");
        Ok(())
    }
}
