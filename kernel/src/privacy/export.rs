//! Data exports: requested by the owner, created in the background with a part of every plugin, kept for seven days.

use serde_json::json;
use sqlx::Row;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Privacy;
use super::archive::{Archive, kernel_files, plugin_files};
use crate::actor::Person;
use crate::error::Result;
use crate::identity::audit::{Entry, kind};
use crate::identity::{EXPORT_NOT_READY, Origin};
use crate::mailer::Message;
use crate::postgres::begin;

/// How long an export can be downloaded.
const KEPT: Duration = Duration::days(7);

/// The state of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportState {
    None,
    Preparing,
    Ready,
    Failed,
}

impl ExportState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Preparing => "preparing",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }
}

/// An export as shown to its owner.
#[derive(Debug)]
pub struct ExportView {
    pub state: ExportState,
    pub requested_at: Option<OffsetDateTime>,
    pub ready_at: Option<OffsetDateTime>,
    pub expires_at: Option<OffsetDateTime>,
    pub bytes: Option<i64>,
}

impl Privacy {
    /// Requests an export. Idempotent while an export is being created or can be downloaded.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn request_export(&self, person: &Person, origin: &Origin) -> Result<ExportView> {
        let now = self.platform.clock.now();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let asked = sqlx::query(
            "insert into kernel.data_export as e (account_id, state, requested_at)
             values ($1, 'preparing', $2)
             on conflict (account_id) do update
                 set state = 'preparing', requested_at = $2, ready_at = null, expires_at = null, archive = null
             where e.state = 'failed' or (e.state = 'ready' and e.ready_at < $2 - interval '1 hour')",
        )
        .bind(person.id)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        if asked.rows_affected() == 1 {
            let entry = Entry {
                account: person.id,
                kind: kind::EXPORT_REQUESTED,
                by: None,
                origin,
                details: json!({}),
            };
            self.identity.audit.record(&mut transaction, entry).await?;
        }
        transaction.commit().await?;
        self.asked.notify_one();
        self.export(person.id).await
    }

    /// The state of a person's export.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn export(&self, account: Uuid) -> Result<ExportView> {
        let row = sqlx::query(
            "select state, requested_at, ready_at, expires_at, octet_length(archive)::bigint as bytes
             from kernel.data_export
             where account_id = $1 and (expires_at is null or expires_at > $2)",
        )
        .bind(account)
        .bind(self.platform.clock.now())
        .fetch_optional(&self.platform.pools.app)
        .await?;
        let Some(row) = row else {
            return Ok(ExportView {
                state: ExportState::None,
                requested_at: None,
                ready_at: None,
                expires_at: None,
                bytes: None,
            });
        };
        Ok(ExportView {
            state: match row.try_get::<&str, _>("state")? {
                "ready" => ExportState::Ready,
                "failed" => ExportState::Failed,
                _ => ExportState::Preparing,
            },
            requested_at: row.try_get("requested_at")?,
            ready_at: row.try_get("ready_at")?,
            expires_at: row.try_get("expires_at")?,
            bytes: row.try_get("bytes")?,
        })
    }

    /// Returns the export, a zip file.
    ///
    /// # Errors
    /// `export_not_ready`.
    pub async fn download_export(&self, person: &Person, origin: &Origin) -> Result<Vec<u8>> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let archive = sqlx::query_scalar(
            "select archive from kernel.data_export
             where account_id = $1 and state = 'ready' and expires_at > $2",
        )
        .bind(person.id)
        .bind(self.platform.clock.now())
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(EXPORT_NOT_READY)?;
        let entry = Entry {
            account: person.id,
            kind: kind::EXPORT_DOWNLOADED,
            by: None,
            origin,
            details: json!({}),
        };
        self.identity.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        Ok(archive)
    }

    /// Creates one requested export; false if none is requested.
    pub(super) async fn make_next(&self) -> Result<bool> {
        let pool = &self.platform.pools.app;
        let mut transaction = begin(pool, "begin").await?;
        // The row stays locked until the export is complete: if this kernel stops, another one can take it.
        let account: Option<Uuid> = sqlx::query_scalar(
            "select account_id from kernel.data_export where state = 'preparing'
             order by requested_at limit 1 for update skip locked",
        )
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(account) = account else {
            return Ok(false);
        };
        let archive = match self.make(account).await {
            Ok(archive) => Some(archive),
            Err(error) => {
                tracing::error!(%account, %error, "a data export could not be created");
                None
            }
        };
        let now = self.platform.clock.now();
        sqlx::query(
            "update kernel.data_export set state = $2, ready_at = $3, expires_at = $4, archive = $5
             where account_id = $1",
        )
        .bind(account)
        .bind(if archive.is_some() { "ready" } else { "failed" })
        .bind(now)
        .bind(now + KEPT)
        .bind(&archive)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("select kernel.push_live($1, 'kernel.export.ready', $2, $3)")
            .bind(account)
            .bind(json!({ "ready": archive.is_some() }))
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        if archive.is_some() {
            let link = format!("{}/profile?tab=privacy", self.identity.base_url());
            self.identity
                .mail
                .notify(&mut transaction, account, |to, language| {
                    Message::export_ready(to, &link, language)
                })
                .await?;
        }
        self.identity.mail.commit_mail(transaction).await?;
        self.platform.signals.live.wake(account);
        Ok(true)
    }

    async fn make(&self, account: Uuid) -> Result<Vec<u8>> {
        let mut archive = Archive::default();
        for (name, content) in kernel_files(&self.platform.pools.app, account).await? {
            archive.add("account", &name, &content)?;
        }
        let plugins = self.platform.registry.current();
        for plugin in plugins.by_id.values() {
            plugin_files(&self.platform, plugin, account, &mut archive).await?;
        }
        archive.finish()
    }
}
