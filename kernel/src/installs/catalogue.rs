//! The catalogue: what operators can install without a file. The highest countersigned version of each plugin that the platform has
//! not stopped. What was not reviewed is installed by its file only.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{FromRow, Row};
use time::OffsetDateTime;

use super::countersignature::Countersignature;
use super::grant::{Grant, Permission};
use super::oversight::{beginning_with, escaped};
use super::texts::TextView;
use super::{Installs, ManagedScope};
use crate::error::Result;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::secret::hex;

/// Worlds are counted up to this number.
const COUNTED: i64 = 1000;

/// The order of the versions of a plugin: releases above versions under development, then by their numbers; what has none is the lowest.
macro_rules! rank {
    ($package:literal) => {
        concat!(
            "(",
            $package,
            ".version !~ '-', case when ",
            $package,
            ".version ~ '^[0-9]+([.][0-9]+)*([-+]|$)' then string_to_array(substring(",
            $package,
            ".version from '^[0-9.]+'), '.')::numeric[] else '{}' end, ",
            $package,
            ".uploaded_at, ",
            $package,
            ".id)"
        )
    };
}

/// A plugin of the catalogue, in its highest reviewed version.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CataloguePlugin {
    /// The digest of its package; names it in the review.
    pub package: String,
    /// `publisher.name`.
    pub plugin: String,
    pub version: String,
    pub name: TextView,
    /// What it is for, in the words of its author.
    pub description: Option<TextView>,
    /// What it asks for.
    pub permissions: Vec<Permission>,
    /// Where it appears, as in a review.
    pub slots: Vec<String>,
    /// Worlds that have installed it, up to 1,000.
    pub worlds: i64,
    /// Its calls of 30 days, and those among them that failed.
    pub calls: i64,
    pub failures: i64,
    /// This world has installed it, in any version.
    pub is_installed: bool,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub uploaded_at: OffsetDateTime,
    #[serde(skip)]
    pub position: PageCursor,
}

impl Installs {
    /// The catalogue, the latest versions first. `search` is a part of a name, or the beginning of a plugin's id.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn catalogue(
        &self,
        scope: &ManagedScope<'_>,
        search: Option<&str>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<CataloguePlugin>> {
        self.write_records().await?;
        let statement = concat!(
            "select p.id, p.digest, p.plugin, p.version, p.name_ko, p.name_en, p.description_ko, p.description_en,
                 p.requested, p.sql_mib, p.slots, p.uploaded_at, p.review_kid, p.review_signature,
                 exists (select from kernel.install i where i.scope_kind = $1 and i.scope_id = $2 and i.plugin = p.plugin
                     and i.state <> 'uninstalled' and not i.is_trial) as is_installed,
                 (select count(*) from (
                     select from kernel.install i where i.plugin = p.plugin and i.state <> 'uninstalled' and not i.is_trial
                     limit $3
                 ) counted) as worlds,
                 coalesce((select sum(u.calls) from kernel.plugin_usage u where u.plugin = p.plugin and u.day > $4), 0)::bigint
                     as calls,
                 coalesce((select sum(u.failures) from kernel.plugin_usage u where u.plugin = p.plugin and u.day > $4), 0)::bigint
                     as failures
             from kernel.package p join kernel.publisher maker on maker.name = p.publisher
             where p.reviewed_at is not null and p.stopped_at is null and maker.stopped_at is null
               and not exists (
                   select from kernel.package newer where newer.plugin = p.plugin and newer.reviewed_at is not null
                     and newer.stopped_at is null and ",
            rank!("newer"),
            " > ",
            rank!("p"),
            "
               )
               and ($5::text is null or p.name_ko ilike $5 or p.name_en ilike $5 or p.plugin like $6)
               and (p.uploaded_at, p.id) < ($7, $8)
             order by p.uploaded_at desc, p.id desc limit $9 offset $10"
        );
        let part = search.map(|text| format!("%{}%", escaped(text)));
        let beginning = search.map(beginning_with);
        let since = self.platform.clock.today_kst() - time::Duration::days(30);
        let (kind, id, _) = scope.parts();
        let rows = window.read(&self.platform.pools.app, statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query
                .bind(kind.to_owned())
                .bind(id.to_owned())
                .bind(COUNTED)
                .bind(since)
                .bind(part.clone())
                .bind(beginning.clone())
                .bind(before.at)
                .bind(before.id)
        });
        let rows = rows.await?.read(|row| self.listed(row))?;
        Ok(Rows {
            items: rows.items.into_iter().flatten().collect(),
            total: rows.total,
        })
    }

    /// None if the countersignature is invalid: a row that was written past the kernel is no review.
    fn listed(&self, row: &PgRow) -> Result<Option<CataloguePlugin>> {
        let digest: Vec<u8> = row.try_get("digest")?;
        let requested: Json<Grant> = row.try_get("requested")?;
        let mib: i32 = row.try_get("sql_mib")?;
        let review = Countersignature::from_row(row)?;
        if !review.is_valid(&self.platform.statements, &digest) {
            return Ok(None);
        }
        let at: OffsetDateTime = row.try_get("uploaded_at")?;
        let text = |ko: &str, en: &str| -> sqlx::Result<Option<TextView>> {
            let (ko, en): (Option<String>, Option<String>) = (row.try_get(ko)?, row.try_get(en)?);
            Ok(ko.zip(en).map(|(ko, en)| TextView { ko, en }))
        };
        Ok(Some(CataloguePlugin {
            package: hex(&digest),
            plugin: row.try_get("plugin")?,
            version: row.try_get("version")?,
            name: TextView {
                ko: row.try_get("name_ko")?,
                en: row.try_get("name_en")?,
            },
            description: text("description_ko", "description_en")?,
            permissions: self.permission_lines(&requested, u32::try_from(mib).unwrap_or_default()),
            slots: row.try_get("slots")?,
            worlds: row.try_get("worlds")?,
            calls: row.try_get("calls")?,
            failures: row.try_get("failures")?,
            is_installed: row.try_get("is_installed")?,
            uploaded_at: at,
            position: PageCursor {
                at,
                id: row.try_get("id")?,
            },
        }))
    }
}
