//! Mail to the owner of an account: queued in the caller's transaction, sent after its commit.

use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::{Language, Result};
use crate::mailer::{self, Mailer, Message};

/// Mail to an account, in its language, sent after the commit.
#[derive(Clone)]
pub struct AccountMail {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) mailer: Mailer,
}

impl AccountMail {
    /// Queues a mail to an account's address, in its language, in the caller's transaction.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn notify(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        message: impl FnOnce(&str, Language) -> Message,
    ) -> Result<()> {
        let found: Option<(String, String)> =
            sqlx::query_as("select email, language from kernel.account where id = $1")
                .bind(account)
                .fetch_optional(&mut *connection)
                .await?;
        let Some((email, language)) = found else {
            return Ok(());
        };
        let language = Language::parse(&language).unwrap_or_default();
        let message = message(&email, language);
        mailer::queue(connection, &self.rng, &self.clock, &message).await
    }

    /// Commits and wakes the mailer, so that a code goes out at once.
    pub(crate) async fn commit_mail(&self, transaction: Transaction<'_, Postgres>) -> Result<()> {
        transaction.commit().await?;
        self.mailer.queued.notify_one();
        Ok(())
    }
}
