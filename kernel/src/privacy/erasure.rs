//! Erasure of accounts: requested, cancellable for seven days, then permanent. An id without personal data remains,
//! because ledger entries, worlds and moderation decisions refer to it.

use serde_json::json;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Privacy;
use crate::actor::Person;
use crate::clock::kst_day;
use crate::error::{Language, Result};
use crate::identity::audit::{Entry, kind};
use crate::identity::{DELETION_NOT_PENDING, Origin};
use crate::mailer::{self, Message};
use crate::plugins::{publish_deleted_files, publish_erasure};
use crate::postgres::begin;

/// How long an owner can cancel the erasure.
pub const REGRET: Duration = Duration::days(7);

impl Privacy {
    /// Schedules an account for erasure and ends its other sessions. Signing in stays possible, to cancel it.
    /// Idempotent: the first date stays.
    ///
    /// # Errors
    /// `last_admin`: at least one administrator must remain.
    pub async fn request_deletion(
        &self,
        person: &Person,
        origin: &Origin,
    ) -> Result<OffsetDateTime> {
        let now = self.platform.clock.now();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        // Roles before accounts: the lock order of the kernel.
        self.identity
            .roles
            .require_other_admin(&mut transaction, person.id)
            .await?;
        let (at, is_new): (OffsetDateTime, bool) = sqlx::query_as(
            "update kernel.account set deletion_at = coalesce(deletion_at, $2)
             where id = $1 and erased_at is null returning deletion_at, deletion_at = $2 as fresh",
        )
        .bind(person.id)
        .bind(now + REGRET)
        .fetch_one(&mut *transaction)
        .await?;
        if !is_new {
            return Ok(at);
        }
        self.identity
            .sessions
            .end_sessions(&mut transaction, person.id, Some(person.session))
            .await?;
        let entry = Entry {
            account: person.id,
            kind: kind::DELETION_REQUESTED,
            by: None,
            origin,
            details: json!({}),
        };
        self.identity.audit.record(&mut transaction, entry).await?;
        self.identity
            .mail
            .notify(&mut transaction, person.id, |to, language| {
                Message::deletion_requested(to, &kst_day(at), language)
            })
            .await?;
        self.identity.mail.commit_mail(transaction).await?;
        self.identity.sessions.forget_person(person.id);
        Ok(at)
    }

    /// Cancels the erasure.
    ///
    /// # Errors
    /// `deletion_not_pending`.
    pub async fn cancel_deletion(&self, person: &Person, origin: &Origin) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let kept = sqlx::query(
            "update kernel.account set deletion_at = null
             where id = $1 and deletion_at is not null and erased_at is null",
        )
        .bind(person.id)
        .execute(&mut *transaction)
        .await?;
        if kept.rows_affected() == 0 {
            return Err(DELETION_NOT_PENDING.into());
        }
        let entry = Entry {
            account: person.id,
            kind: kind::DELETION_CANCELLED,
            by: None,
            origin,
            details: json!({}),
        };
        self.identity.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.identity.sessions.forget_person(person.id);
        Ok(())
    }

    /// Erases one account that is due; false if none is due.
    pub(super) async fn erase_next(&self) -> Result<bool> {
        let now = self.platform.clock.now();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let due: Option<(Uuid, String, String, Option<String>)> = sqlx::query_as(
            "select id, email, language, nickname from kernel.account
             where deletion_at <= $1 order by deletion_at limit 1 for update skip locked",
        )
        .bind(now)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some((account, email, language, nickname)) = due else {
            return Ok(false);
        };
        let language = Language::parse(&language).unwrap_or_default();
        let message = Message::account_erased(&email, language);
        mailer::queue(
            &mut transaction,
            &self.platform.rng,
            &self.platform.clock,
            &message,
        )
        .await?;
        if let Some(nickname) = nickname.as_deref() {
            self.identity
                .accounts
                .retire_nickname(&mut transaction, nickname)
                .await?;
        }
        let plugins = self.platform.registry.current();
        publish_deleted_files(&mut transaction, &plugins, &self.platform.clock, account).await?;
        erase(&mut transaction, account, now).await?;
        publish_erasure(
            &mut transaction,
            &plugins,
            (&self.platform.rng, &self.platform.clock),
            account,
        )
        .await?;
        self.identity.mail.commit_mail(transaction).await?;
        self.identity.sessions.forget_person(account);
        self.platform.signals.deliveries.notify_one();
        tracing::info!(%account, "an account was erased");
        Ok(true)
    }
}

/// Deletes all data that belong to the person only.
async fn erase(connection: &mut PgConnection, account: Uuid, now: OffsetDateTime) -> Result<()> {
    for statement in [
        "delete from kernel.session where account_id = $1",
        "delete from kernel.sign_up where account_id = $1",
        "delete from kernel.sign_up_mail where account_id = $1",
        "delete from kernel.password_reset where account_id = $1",
        "delete from kernel.ticket where account_id = $1",
        "delete from kernel.passkey where account_id = $1",
        "delete from kernel.totp where account_id = $1",
        "delete from kernel.recovery_code where account_id = $1",
        "delete from kernel.wallet where account_id = $1",
        "delete from kernel.push_subscription where account_id = $1",
        "delete from kernel.role_binding where account_id = $1",
        "delete from kernel.block where $1 in (blocker, blocked)",
        "delete from kernel.mute where $1 in (muter, muted)",
        // Kept files are part of things that others own. The name was chosen on the person's device.
        "update kernel.file set account_id = null, name = ''
         where account_id = $1 and kept and state = 'ready'
           and exists (select 1 from kernel.file_use u where u.file_id = file.id)",
        // Their bytes are collected afterwards.
        "delete from kernel.file where account_id = $1",
        // In the lock order of `kernel_api.write_own_file`.
        "select 1 from kernel.install_file_usage u
         where u.install in (select f.install from kernel.install_file f where f.person = $1)
         order by u.install for update",
        "delete from kernel.install_file where person = $1",
        "delete from kernel.file_usage where account_id = $1",
        "delete from kernel.live_event where account_id = $1",
        "delete from kernel.data_export where account_id = $1",
        "delete from kernel.idempotency where actor = replace($1::text, '-', '')",
        "update kernel.audit_entry set personal = null where account_id = $1",
        "update kernel.sanction set appeal_text = null where account_id = $1",
        "update kernel.report set room_chat = (
             select coalesce(jsonb_agg(m.message order by m.place)
                 filter (where m.message ->> 'account' is distinct from $1::text), '[]')
             from jsonb_array_elements(room_chat) with ordinality m (message, place))
         where room_chat @> jsonb_build_array(jsonb_build_object('account', $1::text))",
    ] {
        sqlx::query(statement)
            .bind(account)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "update kernel.account set email = '', email_key = 'erased:' || id, password_hash = '',
             nickname = null, image = null, image_source = null, language = 'ko', deletion_at = null, erased_at = $2
         where id = $1",
    )
    .bind(account)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
