//! What a reviewer of the platform looks at before the countersignature: the files of a package, what it asks for, what has changed
//! since the last reviewed version, its key, what was measured; and the archive itself.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::grant::{Grant, Permission};
use super::measures::Measures;
use super::messages::PACKAGE_NOT_FOUND;
use super::oversight::StoredPackage;
use super::{Installs, TextView};
use crate::error::{Error, Result};
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::permissions::{Administer, Authorized};
use crate::plugins::{Package, PackageFile};
use crate::postgres::begin;
use crate::secret::{hex, unhex};

/// A package in detail, for its review.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageDetails {
    pub package: StoredPackage,
    pub description: Option<TextView>,
    /// The id of the key that has signed it.
    pub key_id: String,
    /// The keys of the publisher before it, the first one first.
    pub earlier_keys: Vec<String>,
    /// The size of the archive.
    pub bytes: usize,
    /// Its files in the order of their paths.
    pub files: Vec<FileView>,
    /// Where it appears, as in a review of operators.
    pub slots: Vec<String>,
    /// What it asks for in addition to the last reviewed version of the plugin, and what it no longer asks for.
    pub changes: Option<PackageChanges>,
    pub measures: Measures,
}

/// A file of a package.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FileView {
    pub path: String,
    pub bytes: usize,
    /// In hexadecimal.
    pub sha256: String,
    /// `added` or `changed` since the last reviewed version; absent if it is the same, or without such a version.
    pub change: Option<&'static str>,
}

/// A package compared with the last reviewed version of the plugin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageChanges {
    /// That version.
    pub version: String,
    pub added_permissions: Vec<Permission>,
    pub removed_permissions: Vec<Permission>,
    pub added_slots: Vec<String>,
    /// Files that it no longer has.
    pub removed_files: Vec<String>,
}

/// The last reviewed version.
#[derive(sqlx::FromRow)]
struct Reviewed {
    version: String,
    archive: Vec<u8>,
    requested: sqlx::types::Json<Grant>,
    slots: Vec<String>,
    sql_mib: i32,
}

impl Installs {
    /// A package in detail. Its archive is read and verified.
    ///
    /// # Errors
    /// `package_not_found`.
    pub async fn package_details(
        &self,
        _by: &Authorized<'_, Administer>,
        digest: &str,
    ) -> Result<PackageDetails> {
        let _turn = self.uploads.acquire().await.map_err(Error::internal)?;
        let digest = unhex(digest).ok_or(PACKAGE_NOT_FOUND)?;
        let mut connection = self.platform.pools.app.acquire().await?;
        let row = super::store::PackageRow::find(&mut connection, &digest).await?;
        let row = row.ok_or(PACKAGE_NOT_FOUND)?;
        let archive = archive_of(&mut connection, &digest).await?;
        let before: Option<Reviewed> = sqlx::query_as(
            "select version, archive, requested, slots, sql_mib from kernel.package
             where plugin = $1 and digest <> $2 and reviewed_at is not null and stopped_at is null
             order by reviewed_at desc, id desc limit 1",
        )
        .bind(&row.plugin)
        .bind(&digest)
        .fetch_optional(&mut *connection)
        .await?;
        let package = StoredPackage::find(&mut connection, &digest).await?;
        drop(connection);
        let bytes = archive.len();
        let opened = open(archive).await?;
        let mut keys = opened.keys.ids();
        let key = keys.pop().unwrap_or_default();
        let earlier = match &before {
            Some(before) => open(before.archive.clone()).await?.files(),
            None => Vec::new(),
        };
        let earlier: BTreeMap<String, String> = earlier
            .into_iter()
            .map(|file| (file.path, file.sha256))
            .collect();
        let files = opened.files();
        let removed_files = earlier
            .keys()
            .filter(|path| !files.iter().any(|file| file.path == **path));
        let removed_files: Vec<String> = removed_files.cloned().collect();
        let changes = before.as_ref().map(|before| {
            let (now, then) = (&row.requested, &before.requested);
            let then_mib = u32::try_from(before.sql_mib).unwrap_or_default();
            let places = row.slots.iter().filter(|at| !before.slots.contains(at));
            PackageChanges {
                version: before.version.clone(),
                added_permissions: self.permission_lines(&now.beyond(then), row.mib()),
                removed_permissions: self.permission_lines(&then.beyond(now), then_mib),
                added_slots: places.cloned().collect(),
                removed_files,
            }
        });
        let change_of = |file: &PackageFile| match earlier.get(&file.path) {
            _ if changes.is_none() => None,
            None => Some("added"),
            Some(sha256) if *sha256 != file.sha256 => Some("changed"),
            Some(_) => None,
        };
        let files = files.into_iter().map(|file| FileView {
            change: change_of(&file),
            path: file.path,
            bytes: file.bytes,
            sha256: file.sha256,
        });
        self.write_records().await?;
        Ok(PackageDetails {
            files: files.collect(),
            package: self.seen(package)?,
            description: row.description(),
            key_id: key,
            earlier_keys: keys,
            bytes,
            slots: row.slots.clone(),
            changes,
            measures: self.measures(&row.plugin).await?,
        })
    }

    /// The archive of a package and its name. Recorded in the audit log of the administrator.
    ///
    /// # Errors
    /// `package_not_found`.
    pub async fn package_archive(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        origin: &Origin,
    ) -> Result<(String, Vec<u8>)> {
        let digest = unhex(digest).ok_or(PACKAGE_NOT_FOUND)?;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let row = super::store::PackageRow::find(&mut transaction, &digest).await?;
        let row = row.ok_or(PACKAGE_NOT_FOUND)?;
        let archive = archive_of(&mut transaction, &digest).await?;
        let entry = Entry {
            account: by.person.id,
            kind: kind::PLUGIN_DOWNLOADED,
            by: None,
            origin,
            details: json!({ "plugin": row.plugin, "version": row.version, "digest": hex(&digest) }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        Ok((format!("{}-{}.verse", row.plugin, row.version), archive))
    }
}

async fn archive_of(connection: &mut sqlx::PgConnection, digest: &[u8]) -> Result<Vec<u8>> {
    let archive = sqlx::query_scalar("select archive from kernel.package where digest = $1")
        .bind(digest)
        .fetch_one(connection)
        .await?;
    Ok(archive)
}

async fn open(archive: Vec<u8>) -> Result<Package> {
    let opened = tokio::task::spawn_blocking(move || Package::open(&archive));
    let opened = opened.await.map_err(Error::internal)?;
    opened.map_err(Error::internal)
}
