//! Roles on the platform as a whole: who has them, who gives and takes them. There is always somebody
//! left who can administer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::audit::{Entry, kind};
use super::messages::{LAST_ADMIN, NO_SUCH_PERSON};
use super::{Identity, Origin, Person};
use crate::error::{FORBIDDEN, Result};
use crate::permissions::Permit;
use crate::postgres::begin;

/// The action that administering takes; moderating alone does not bring it.
const ADMINISTER: &str = r#"Witverse::Action::"administer""#;

/// Who does something that only a role allows, with the proof that they may.
#[derive(Debug)]
pub struct By<'a> {
    pub person: &'a Person,
    pub permit: &'a Permit,
}

impl By<'_> {
    /// Refuses a permit that is only a moderator's.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn administering(&self) -> Result<()> {
        if self.permit.action() == ADMINISTER {
            Ok(())
        } else {
            Err(FORBIDDEN.into())
        }
    }
}

/// A role on the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Moderator,
}

impl Role {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Moderator => "moderator",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Admin, Self::Moderator]
            .into_iter()
            .find(|role| role.as_str() == text)
    }
}

impl Identity {
    /// Gives somebody a role; once more does no harm.
    ///
    /// # Errors
    /// `user_not_found`, also for an account that was never verified.
    pub async fn grant_role(&self, by: &By<'_>, person: Uuid, role: Role) -> Result<()> {
        by.administering()?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let known = sqlx::query(
            "select 1 from kernel.account
             where id = $1 and verified_at is not null and erased_at is null for key share",
        )
        .bind(person)
        .fetch_optional(&mut *transaction)
        .await?;
        known.ok_or(NO_SUCH_PERSON)?;
        let granted = sqlx::query(
            "insert into kernel.role_binding (account_id, scope, role, granted_at, granted_by)
             values ($1, 'platform', $2, $3, $4) on conflict do nothing",
        )
        .bind(person)
        .bind(role.as_str())
        .bind(self.clock.now())
        .bind(by.person.id)
        .execute(&mut *transaction)
        .await?;
        if granted.rows_affected() == 1 {
            self.record_role(&mut transaction, by, person, kind::ROLE_GRANTED, role)
                .await?;
        }
        transaction.commit().await?;
        self.forget_person(person);
        Ok(())
    }

    /// Takes a role away; once more does no harm.
    ///
    /// # Errors
    /// `user_not_found`, `last_admin`.
    pub async fn revoke_role(&self, by: &By<'_>, person: Uuid, role: Role) -> Result<()> {
        by.administering()?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let known = sqlx::query("select 1 from kernel.account where id = $1 and erased_at is null")
            .bind(person)
            .fetch_optional(&mut *transaction)
            .await?;
        known.ok_or(NO_SUCH_PERSON)?;
        if role == Role::Admin {
            self.keep_an_admin(&mut transaction, person).await?;
        }
        let revoked = sqlx::query(
            "delete from kernel.role_binding
             where account_id = $1 and scope = 'platform' and role = $2",
        )
        .bind(person)
        .bind(role.as_str())
        .execute(&mut *transaction)
        .await?;
        if revoked.rows_affected() == 1 {
            self.record_role(&mut transaction, by, person, kind::ROLE_REVOKED, role)
                .await?;
        }
        transaction.commit().await?;
        self.forget_person(person);
        Ok(())
    }

    async fn record_role(
        &self,
        connection: &mut PgConnection,
        by: &By<'_>,
        person: Uuid,
        kind: &str,
        role: Role,
    ) -> Result<()> {
        let entry = Entry {
            account: person,
            kind,
            by: Some(by.person.id),
            // Theirs to read, and where an administrator sits is not theirs to know.
            origin: &Origin::default(),
            details: json!({ "role": role }),
        };
        self.record(connection, entry).await
    }

    /// Refuses to lose an administrator where nobody else could administer. Everybody who takes one away,
    /// by whichever way, waits here for the others.
    ///
    /// # Errors
    /// `last_admin`.
    pub(crate) async fn keep_an_admin(
        &self,
        connection: &mut PgConnection,
        person: Uuid,
    ) -> Result<()> {
        let admins = sqlx::query(
            "select account_id from kernel.role_binding
             where scope = 'platform' and role = 'admin' order by account_id for update",
        )
        .fetch_all(&mut *connection)
        .await?;
        if !admins.iter().any(|row| row.get::<Uuid, _>(0) == person) {
            return Ok(());
        }
        // A statement of its own, which sees what the others have committed meanwhile.
        let left: bool = sqlx::query(
            "select exists (
                 select 1 from kernel.role_binding b join kernel.account a on a.id = b.account_id
                 where b.scope = 'platform' and b.role = 'admin' and a.id <> $1
                   and a.verified_at is not null and a.erased_at is null and a.deletion_at is null
                   and not exists (
                       select 1 from kernel.sanction x
                       where x.account_id = a.id and x.action = 'suspend' and x.lifted_at is null
                         and (x.until is null or x.until > $2)))",
        )
        .bind(person)
        .bind(self.clock.now())
        .fetch_one(connection)
        .await?
        .get(0);
        if left { Ok(()) } else { Err(LAST_ADMIN.into()) }
    }

    /// Ends every session of somebody; how many ended.
    ///
    /// # Errors
    /// `user_not_found`.
    pub async fn end_sessions_of(&self, by: &By<'_>, person: Uuid) -> Result<u64> {
        by.administering()?;
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
        self.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.forget_person(person);
        Ok(ended)
    }

    /// Adds a signing key, which takes over in a minute.
    ///
    /// # Errors
    /// The database's.
    pub async fn rotate_keys(&self, by: &By<'_>) -> Result<()> {
        by.administering()?;
        self.tokens.rotate(&self.pool).await?;
        tracing::info!(by = %by.person.id, "an administrator added a signing key");
        Ok(())
    }
}
