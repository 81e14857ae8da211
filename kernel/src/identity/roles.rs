//! Role bindings on the platform: grants and revokes them. At least one administrator always remains. The role `admin`
//! is granted by an appointment only, which another administrator approves (`appointments.rs`).

use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Origin;
use super::account_mail::AccountMail;
use super::audit::{AuditLog, Entry, kind};
use super::messages::{LAST_ADMIN, NO_SUCH_PERSON};
use super::sessions::Sessions;
use crate::actor::PlatformRole;
use crate::clock::{Clock, Rng};
use crate::error::Result;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;

/// Role bindings (`account`, `scope`, `role`).
#[derive(Clone)]
pub struct Roles {
    pub(super) base_url: String,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) audit: AuditLog,
    pub(super) mail: AccountMail,
    pub(super) sessions: Sessions,
}

impl Roles {
    /// Grants the role `moderator`, or proposes the role `admin`. Idempotent.
    ///
    /// # Errors
    /// `user_not_found`, also for an unverified account; `only_admin`.
    pub async fn grant_role(
        &self,
        by: &Authorized<'_, Administer>,
        person: Uuid,
        role: PlatformRole,
    ) -> Result<()> {
        match role {
            PlatformRole::Admin => self.propose_administrator(by, person).await,
            PlatformRole::Moderator => self.grant_moderator(by, person).await,
        }
    }

    async fn grant_moderator(&self, by: &Authorized<'_, Administer>, person: Uuid) -> Result<()> {
        let role = PlatformRole::Moderator;
        let mut transaction = begin(&self.pool, "begin").await?;
        require_person(&mut transaction, person).await?;
        let at = self.clock.now();
        if insert_role(&mut transaction, person, role, Some(by.person.id), at).await? {
            self.record_role(&mut transaction, by, person, kind::ROLE_GRANTED, role)
                .await?;
        }
        transaction.commit().await?;
        self.sessions.forget_person(person);
        Ok(())
    }

    /// Revokes a role. Idempotent.
    ///
    /// # Errors
    /// `user_not_found`, `last_admin`.
    pub async fn revoke_role(
        &self,
        by: &Authorized<'_, Administer>,
        person: Uuid,
        role: PlatformRole,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let known = sqlx::query("select 1 from kernel.account where id = $1 and erased_at is null")
            .bind(person)
            .fetch_optional(&mut *transaction)
            .await?;
        known.ok_or(NO_SUCH_PERSON)?;
        if role == PlatformRole::Admin {
            self.require_other_admin(&mut transaction, person).await?;
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
        self.sessions.forget_person(person);
        Ok(())
    }

    pub(super) async fn record_role(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        person: Uuid,
        kind: &str,
        role: PlatformRole,
    ) -> Result<()> {
        let entry = Entry {
            account: person,
            kind,
            by: Some(by.person.id),
            // The person can read this entry; the administrator's address stays out of it.
            origin: &Origin::default(),
            details: json!({ "role": role }),
        };
        self.audit.record(connection, entry).await
    }

    /// Refuses to remove the last administrator. Every operation that removes an administrator takes this lock first.
    ///
    /// # Errors
    /// `last_admin`.
    pub(crate) async fn require_other_admin(
        &self,
        connection: &mut PgConnection,
        person: Uuid,
    ) -> Result<()> {
        let admins: Vec<Uuid> = sqlx::query_scalar(
            "select account_id from kernel.role_binding
             where scope = 'platform' and role = 'admin' order by account_id for update",
        )
        .fetch_all(&mut *connection)
        .await?;
        if !admins.contains(&person) {
            return Ok(());
        }
        // A separate statement, so that it sees what concurrent transactions have committed.
        let left: bool = sqlx::query_scalar(
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
        .await?;
        if left { Ok(()) } else { Err(LAST_ADMIN.into()) }
    }
}

/// Requires a verified account.
pub(super) async fn require_person(connection: &mut PgConnection, person: Uuid) -> Result<()> {
    let known = sqlx::query(
        "select 1 from kernel.account
         where id = $1 and verified_at is not null and erased_at is null for key share",
    )
    .bind(person)
    .fetch_optional(connection)
    .await?;
    known.ok_or(NO_SUCH_PERSON)?;
    Ok(())
}

/// Whether the person did not have the role before. `by` is null for the command line.
pub(super) async fn insert_role(
    connection: &mut PgConnection,
    person: Uuid,
    role: PlatformRole,
    by: Option<Uuid>,
    at: OffsetDateTime,
) -> Result<bool> {
    let granted = sqlx::query(
        "insert into kernel.role_binding (account_id, scope, role, granted_at, granted_by)
         values ($1, 'platform', $2, $3, $4) on conflict do nothing",
    )
    .bind(person)
    .bind(role.as_str())
    .bind(at)
    .bind(by)
    .execute(connection)
    .await?;
    Ok(granted.rows_affected() == 1)
}
