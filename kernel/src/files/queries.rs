//! A person's own files: the list "my media", and one file.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Files;
use super::messages::{FILE_NOT_FOUND, refusal};
use super::model::{ModelFacts, VrmFacts};
use crate::error::{Localized, Result};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;

/// A file as its owner sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    pub file_id: Uuid,
    /// The address without the variant; nothing is there before the file is ready.
    pub url: String,
    /// `uploading`, `checking`, `ready` or `refused`.
    pub state: String,
    /// The code of the refusal.
    pub reason: Option<String>,
    /// The text of the refusal, in both languages.
    pub reason_text: Option<Localized>,
    /// `image`, `video`, `audio`, `model` or `vrm`; null until enough bytes were received.
    pub kind: Option<String>,
    pub media_type: Option<String>,
    /// The name on the device from which it was uploaded.
    pub name: String,
    /// Its share of the owner's storage.
    pub bytes: i64,
    /// Pixels, of an image.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// Facts about a model that is ready.
    pub model: Option<ModelFacts>,
    /// Facts about an avatar that is ready, with its licence.
    pub vrm: Option<VrmFacts>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    /// Where it is used, at most 20 places.
    pub uses: Vec<FileUse>,
    /// The number of uses.
    pub use_count: i64,
}

/// One use of a file.
#[derive(Clone, Debug, Serialize, serde::Deserialize, JsonSchema)]
pub struct FileUse {
    /// The plugin, or `kernel`.
    pub plugin: String,
    /// As chosen by the plugin, for example `post:<id>`.
    pub reference: String,
}

/// Files with their uses; the uses of each file are limited.
const SELECT: &str =
    "select f.id, f.state, f.refusal, f.kind, f.media_type, f.name, f.charged, f.width, f.height, f.created_at,
         f.refusal_value, f.model, f.vrm,
         coalesce((select jsonb_agg(jsonb_build_object('plugin', u.plugin, 'reference', u.reference))
                   from (select u.plugin, u.reference from kernel.file_use u where u.file_id = f.id
                         order by u.plugin, u.reference limit 20) u), '[]') as uses,
         (select count(*) from kernel.file_use u where u.file_id = f.id) as use_count
     from kernel.file f";

impl Files {
    /// A page of a person's files, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(&self, owner: Uuid, window: &Window<PageCursor>) -> Result<Rows<FileView>> {
        let statement = format!(
            "{SELECT} where f.account_id = $1 and (f.created_at, f.id) < ($2, $3)
             order by f.created_at desc, f.id desc limit $4 offset $5"
        );
        let rows = window
            .read(self.pool(), &statement, |query, after| {
                let after = after.copied().unwrap_or(PageCursor::LAST);
                query.bind(owner).bind(after.at).bind(after.id)
            })
            .await?;
        rows.read(|row| self.view(row))
    }

    /// One file of its owner.
    ///
    /// # Errors
    /// `file_not_found`.
    pub async fn view_of(&self, owner: Uuid, id: Uuid) -> Result<FileView> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "{SELECT} where f.id = $1 and f.account_id = $2"
        )))
        .bind(id)
        .bind(owner)
        .fetch_optional(self.pool())
        .await?
        .ok_or(FILE_NOT_FOUND)?;
        self.view(&row)
    }

    /// The bytes of a person's files, and the quota.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn usage(&self, owner: Uuid) -> Result<(i64, i64)> {
        let bytes: Option<i64> =
            sqlx::query_scalar("select bytes from kernel.file_usage where account_id = $1")
                .bind(owner)
                .fetch_optional(self.pool())
                .await?;
        Ok((bytes.unwrap_or_default(), self.0.quota_bytes))
    }

    fn view(&self, row: &PgRow) -> Result<FileView> {
        let id: Uuid = row.try_get("id")?;
        let reason: Option<String> = row.try_get("refusal")?;
        let uses: sqlx::types::Json<Vec<FileUse>> = row.try_get("uses")?;
        let refused_value: Option<String> = row.try_get("refusal_value")?;
        let model: Option<sqlx::types::Json<ModelFacts>> = row.try_get("model")?;
        let vrm: Option<sqlx::types::Json<VrmFacts>> = row.try_get("vrm")?;
        let columns = Columns::from_row(row)?;
        Ok(FileView {
            file_id: id,
            url: self.url(id),
            reason_text: reason.as_deref().map(|code| {
                let row = refusal(code);
                let value = refused_value.as_deref().unwrap_or_default();
                let text = |text: &str| text.replace("{value}", value);
                Localized::new(text(row.ko), text(row.en))
            }),
            reason,
            state: columns.state,
            kind: columns.kind,
            media_type: columns.media_type,
            name: columns.name,
            bytes: columns.charged,
            width: columns.width,
            height: columns.height,
            model: model.map(|facts| facts.0),
            vrm: vrm.map(|facts| facts.0),
            created_at: columns.created_at,
            uses: uses.0,
            use_count: row.try_get("use_count")?,
        })
    }
}

/// Columns that are shown as they are.
#[derive(FromRow)]
struct Columns {
    state: String,
    kind: Option<String>,
    media_type: Option<String>,
    name: String,
    charged: i64,
    width: Option<i32>,
    height: Option<i32>,
    created_at: OffsetDateTime,
}
