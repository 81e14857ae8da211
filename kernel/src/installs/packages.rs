//! Uploaded packages: verified, compiled and stored; and the keys of their publishers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::types::Json;
use sqlx::{Connection, PgConnection};

use super::faults;
use super::grant::Grant;
use super::messages::{
    KEY_REPLACED, KEY_REVOKED, PACKAGE_STOPPED, PACKAGES_FULL, PUBLISHER_STOPPED, PUBLISHER_TAKEN,
    VERSION_TAKEN,
};
use super::place_lines::new_places;
use super::spec::Spec;
use super::store::PackageRow;
use super::texts::TextView;
use super::views::PackageReview;
use super::{Installs, ManagedScope};
use crate::error::{Error, Localized, Problem, Result, UNAVAILABLE};
use crate::plugins::{
    Bundle, Contents, KeyChain, Kind, Manifest, PACKAGE_RULES, Package, PackageClaims,
    PackageVerdict, SettingField, check_services, on_large_stack,
};
use crate::postgres::begin;
use crate::secret::hex;
use crate::web_files::compressed_copies;

/// Packages of one uploader that no install uses.
const MAX_UNUSED: i64 = 30;
/// Their archives together.
const MAX_UNUSED_BYTES: i64 = 200 << 20;
/// How long a package that is not installed is kept.
const UNUSED_KEPT: time::Duration = time::Duration::days(7);
/// How long one that waits for a review of the platform is kept.
const REVIEW_WAIT: time::Duration = time::Duration::days(60);
/// In place of the id of an install, while a package is only checked.
const NOT_INSTALLED: &str = "x-aaaaaaaaaaaa";

/// A package that was verified, unpacked and accepted.
struct Verified {
    digest: [u8; 32],
    keys: KeyChain,
    manifest: Manifest,
    name: Localized,
    description: Option<Localized>,
    settings: Vec<SettingField>,
    resident_bytes: usize,
    /// The compiled component, if nothing that is stored has this component yet.
    new_component: Option<PathBuf>,
}

impl Installs {
    /// Verifies an archive and stores it. Nothing runs before it is installed. Idempotent.
    ///
    /// # Errors
    /// `package_invalid`, `publisher_key_unknown`, `publisher_key_replaced`, `package_version_taken`, `package_stopped`,
    /// `package_storage_full`.
    pub async fn upload(
        &self,
        scope: &ManagedScope<'_>,
        archive: Vec<u8>,
    ) -> Result<PackageReview> {
        let _turn = self.uploads.acquire().await.map_err(|_| UNAVAILABLE)?;
        let archive = Arc::new(archive);
        let opened = self.open(archive.clone()).await?;
        let checked = self.check(scope, &opened).await;
        let (admitted, new_component) = match checked {
            Ok((verified, bundle)) => {
                let admitted = self.admit(scope, &verified, bundle, &archive).await;
                (admitted, verified.new_component)
            }
            Err(refused) => (Err(refused), None),
        };
        if admitted.is_err() {
            self.discard(&opened.digest, new_component).await?;
        }
        admitted
    }

    /// Reads an unpacked package. What costs little is checked first.
    async fn check(&self, scope: &ManagedScope<'_>, opened: &Opened) -> Result<(Verified, Bundle)> {
        self.check_version_is_free(opened).await?;
        self.verify(scope.key().0, opened).await
    }

    /// Stores a package if it can be loaded and its key is accepted.
    async fn admit(
        &self,
        scope: &ManagedScope<'_>,
        verified: &Verified,
        bundle: Bundle,
        archive: &[u8],
    ) -> Result<PackageReview> {
        let publisher = publisher_of(&verified.manifest);
        if self.platform.registry.current().get(&publisher).is_some() {
            return Err(PUBLISHER_TAKEN.into());
        }
        // Compiles the component and checks the policies, as the install will.
        let spec = Spec::new(
            NOT_INSTALLED,
            scope.parts(),
            &verified.digest,
            Grant::requested(&verified.manifest),
        );
        {
            let plugins = self.platform.registry.current();
            let system: Vec<&Bundle> = plugins.system().map(|plugin| &plugin.bundle).collect();
            check_services(&verified.manifest, &system)
                .map_err(|reason| faults::of_services(&reason))?;
        }
        self.load_bundle(&spec, bundle)
            .await
            .map_err(|reason| faults::of_component(&reason))?;

        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        self.admit_key(&mut transaction, &publisher, &verified.keys)
            .await?;
        let row = self
            .store(&mut transaction, scope, verified, &publisher, archive)
            .await?;
        if row.stopped_at.is_some() {
            return Err(PACKAGE_STOPPED.into());
        }
        transaction.commit().await?;
        self.review(scope, &row).await
    }

    /// Deletes the unpacked files of a package that is not stored, and its component if it was compiled for it.
    async fn discard(&self, digest: &[u8; 32], component: Option<PathBuf>) -> Result<()> {
        let mut connection = self.platform.pools.app.acquire().await?;
        if PackageRow::find(&mut connection, digest).await?.is_none() {
            self.delete_files(digest).await;
            if let Some(component) = component {
                delete_compiled(&component).await;
            }
        }
        Ok(())
    }

    async fn delete_files(&self, digest: &[u8]) {
        let folder = self.folder.join(hex(digest));
        for folder in [compressed_copies(&folder), folder] {
            if let Err(error) = tokio::fs::remove_dir_all(&folder).await
                && error.kind() != std::io::ErrorKind::NotFound
            {
                tracing::warn!(folder = %folder.display(), %error, "the files of a package were not deleted");
            }
        }
    }

    /// Deletes the compiled component of an unpacked package. One that another package has too is compiled again at the next start.
    async fn delete_component(&self, digest: &[u8]) {
        let folder = self.folder.join(hex(digest));
        let (runtime, cache) = (self.runtime.clone(), self.cache.clone());
        let compiled = tokio::task::spawn_blocking(move || {
            let component = Bundle::component_of(&folder).ok()?;
            Some(runtime.compiled_file(&cache, &component))
        });
        if let Ok(Some(file)) = compiled.await {
            delete_compiled(&file).await;
        }
    }

    /// Opens and unpacks an archive on a thread for blocking work. Nothing of its files is interpreted.
    async fn open(&self, archive: Arc<Vec<u8>>) -> Result<Opened> {
        let folder = self.folder.clone();
        let task = tokio::task::spawn_blocking(move || {
            let package = Package::open(&archive).map_err(|error| faults::of_archive(&error))?;
            let folder = folder.join(hex(&package.digest));
            if !folder.is_dir() {
                package.unpack(&folder).map_err(Error::internal)?;
            }
            Ok(Opened {
                digest: package.digest,
                keys: package.keys,
                contents: package.contents,
                folder,
            })
        });
        task.await.map_err(Error::internal)?
    }

    /// Has the files of a package checked in a process of its own, and reads them.
    async fn verify(&self, kind: &str, opened: &Opened) -> Result<(Verified, Bundle)> {
        let claims = PackageClaims {
            host: self.host_fragment(kind).map_err(Error::internal)?,
            plugin: opened.contents.plugin.clone(),
            version: opened.contents.version.clone(),
        };
        let verdict = self.checker.check(&opened.folder, claims).await;
        match verdict.map_err(Error::internal)? {
            PackageVerdict::Accepted => {}
            PackageVerdict::BadBundle(reason) => return Err(faults::of_bundle(&reason)),
            PackageVerdict::BadPolicies(reason) => return Err(faults::of_component(&reason)),
        }
        let folder = opened.folder.clone();
        let (runtime, cache) = (self.runtime.clone(), self.cache.clone());
        let read = on_large_stack(move || {
            let bundle = read_uploaded(&folder)?;
            let compiled = runtime.compiled_file(&cache, &bundle.component);
            Ok::<_, Error>((bundle, Some(compiled).filter(|file| !file.is_file())))
        });
        let (bundle, new_component) = read.await.map_err(Error::internal)??;
        let verified = Verified {
            digest: opened.digest,
            keys: opened.keys.clone(),
            manifest: bundle.manifest.clone(),
            name: bundle.name.clone(),
            description: bundle.description.clone(),
            settings: bundle.settings.clone(),
            resident_bytes: bundle.resident_bytes(),
            new_component,
        };
        Ok((verified, bundle))
    }

    /// Refuses another content of a version that exists, before it is compiled. The unique key decides when it is stored.
    async fn check_version_is_free(&self, opened: &Opened) -> Result<()> {
        let is_taken: bool = sqlx::query_scalar(
            "select exists (select from kernel.package where plugin = $1 and version = $2 and digest <> $3)",
        )
        .bind(&opened.contents.plugin)
        .bind(&opened.contents.version)
        .bind(&opened.digest[..])
        .fetch_one(&self.platform.pools.app)
        .await?;
        match is_taken {
            true => Err(VERSION_TAKEN.into()),
            false => Ok(()),
        }
    }

    /// Accepts the publisher's key: the first one of a new publisher, the known one, or one that it endorses.
    async fn admit_key(
        &self,
        connection: &mut PgConnection,
        publisher: &str,
        keys: &KeyChain,
    ) -> Result<()> {
        let now = self.platform.clock.now();
        let signer = keys.last();
        if self.is_revoked(connection, publisher, &signer).await? {
            return Err(KEY_REVOKED.into());
        }
        let add_key = "insert into kernel.publisher_key (publisher, public_key, known_since) values ($1, $2, $3)
             on conflict do nothing";
        sqlx::query(
            "insert into kernel.publisher (name, public_key, known_since) values ($1, $2, $3) on conflict do nothing",
        )
        .bind(publisher)
        .bind(&signer.bytes()[..])
        .bind(now)
        .execute(&mut *connection)
        .await?;
        let (known, stopped): (Vec<u8>, Option<String>) = sqlx::query_as(
            "select public_key, stopped_because from kernel.publisher where name = $1 for update",
        )
        .bind(publisher)
        .fetch_one(&mut *connection)
        .await?;
        if let Some(reason) = stopped {
            let mut problem = Problem::from(PUBLISHER_STOPPED);
            problem.message.ko += &format!(" {reason}");
            problem.message.en += &format!(" {reason}");
            return Err(problem.into());
        }
        let known = crate::plugins::PublicKey::from_bytes(&known)
            .ok_or_else(|| Error::internal("a stored key is invalid"))?;
        // An endorsement by a revoked key counts only if the platform has seen it before: the leaked key could endorse any.
        if known != signer && self.is_revoked(connection, publisher, &known).await? {
            return Err(KEY_REVOKED.into());
        }
        if known != signer && !keys.contains(&known) {
            let was_used: bool = sqlx::query_scalar(
                "select exists (select 1 from kernel.publisher_key where publisher = $1 and public_key = $2)",
            )
            .bind(publisher)
            .bind(&signer.bytes()[..])
            .fetch_one(connection)
            .await?;
            return Err(if was_used {
                KEY_REPLACED
            } else {
                PUBLISHER_TAKEN
            }
            .into());
        }
        sqlx::query(add_key)
            .bind(publisher)
            .bind(&signer.bytes()[..])
            .bind(now)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "update kernel.publisher set public_key = $2 where name = $1 and public_key <> $2",
        )
        .bind(publisher)
        .bind(&signer.bytes()[..])
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn store(
        &self,
        connection: &mut PgConnection,
        scope: &ManagedScope<'_>,
        verified: &Verified,
        publisher: &str,
        archive: &[u8],
    ) -> Result<PackageRow> {
        self.check_storage(connection, scope, verified, archive.len())
            .await?;
        let manifest = &verified.manifest;
        let sql = manifest.capabilities.sql.unwrap_or_default();
        let slots = manifest.ui.slots.iter().map(|slot| slot.at.as_str());
        // The platform looks at what moves WIT, and at what comes from a publisher of whom it has reviewed nothing.
        sqlx::query(
            "insert into kernel.package (digest, publisher, plugin, version, archive, name_ko, name_en, requested,
                 sql_mib, has_migrations, has_pages, settings, uploaded_by, uploaded_at, slots, hears_erasure, retain_days,
                 public_key, description_ko, description_en, checked_rules, resident_bytes, needs_review)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18, $19, $20, $21, $22, $23,
                 $16 or not exists (
                     select from kernel.package p where p.publisher = $2 and p.reviewed_at is not null
                 ))
             on conflict do nothing",
        )
        .bind(&verified.digest[..])
        .bind(publisher)
        .bind(manifest.plugin.id.as_str())
        .bind(&manifest.plugin.version)
        .bind(archive)
        .bind(&verified.name.ko)
        .bind(&verified.name.en)
        .bind(Json(Grant::requested(manifest)))
        .bind(i32::try_from(sql.mib).unwrap_or(i32::MAX))
        .bind(manifest.migrations.to > 0)
        .bind(!manifest.ui.routes.is_empty())
        .bind(Json(&verified.settings))
        .bind(scope.person.id)
        .bind(self.platform.clock.now())
        .bind(slots.collect::<Vec<_>>())
        .bind(!manifest.capabilities.ledger.is_empty())
        .bind(manifest.hears_erasure())
        .bind(i32::from(manifest.data.retain_days))
        .bind(&verified.keys.last().bytes()[..])
        .bind(verified.description.as_ref().map(|text| &text.ko))
        .bind(verified.description.as_ref().map(|text| &text.en))
        .bind(PACKAGE_RULES)
        .bind(i32::try_from(verified.resident_bytes).unwrap_or(i32::MAX))
        .execute(&mut *connection)
        .await?;
        let stored = PackageRow::find(connection, &verified.digest).await?;
        // Another content has this version.
        Ok(stored.ok_or(VERSION_TAKEN)?)
    }

    /// Refuses a new package if the uploader has too many that nothing uses. Uploads of one person wait for each other here.
    async fn check_storage(
        &self,
        connection: &mut PgConnection,
        scope: &ManagedScope<'_>,
        verified: &Verified,
        bytes: usize,
    ) -> Result<()> {
        sqlx::query("select from kernel.account where id = $1 for no key update")
            .bind(scope.person.id)
            .execute(&mut *connection)
            .await?;
        if PackageRow::find(connection, &verified.digest)
            .await?
            .is_some()
        {
            return Ok(());
        }
        // The length of an archive is known without reading it. What the platform has reviewed or stopped is kept by it.
        let (packages, stored): (i64, i64) = sqlx::query_as(
            "select count(*), coalesce(sum(octet_length(p.archive)), 0)::bigint from kernel.package p
             where p.uploaded_by = $1 and p.reviewed_at is null and p.stopped_at is null
               and not exists (select from kernel.install i where i.digest = p.digest or i.previous = p.digest)",
        )
        .bind(scope.person.id)
        .fetch_one(connection)
        .await?;
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        match packages >= MAX_UNUSED || stored.saturating_add(bytes) > MAX_UNUSED_BYTES {
            true => Err(PACKAGES_FULL.into()),
            false => Ok(()),
        }
    }

    pub(super) async fn review(
        &self,
        scope: &ManagedScope<'_>,
        package: &PackageRow,
    ) -> Result<PackageReview> {
        self.write_records().await?;
        let publisher = self.publisher(scope.key(), &package.publisher).await?;
        let installed = self.installed_plugin(scope, &package.plugin).await?;
        let requested = package.requested.0.clone();
        let permissions = self.permission_lines(&requested, package.mib());
        let additional = installed.as_ref().map_or_else(Vec::new, |row| {
            let beyond = requested.beyond(&row.requested.0);
            let lines = self.permission_lines(&beyond, package.mib());
            lines
                .into_iter()
                .chain(new_places(&package.slots, row))
                .collect()
        });
        Ok(PackageReview {
            digest: hex(&package.digest),
            plugin: package.plugin.clone(),
            version: package.version.clone(),
            name: TextView {
                ko: package.name_ko.clone(),
                en: package.name_en.clone(),
            },
            description: package.description(),
            publisher: publisher.view()?,
            requested,
            permissions,
            slots: package.slots.clone(),
            is_reviewed: package
                .review
                .is_valid(&self.platform.statements, &package.digest),
            measures: self.measures(&package.plugin).await?,
            rests_until: self
                .rests_until(package.uploaded_at)
                .filter(|_| installed.is_some()),
            installed: match &installed {
                Some(row) => Some(self.view(row).await?),
                None => None,
            },
            additional,
        })
    }

    /// Deletes packages that were uploaded long ago and are not installed. Those that wait for a review have longer.
    pub(super) async fn delete_unused_packages(&self) -> Result<()> {
        let mut connection = self.platform.pools.app.acquire().await?;
        let mut transaction = connection.begin().await?;
        let unused: Vec<Vec<u8>> = sqlx::query_scalar(
            "delete from kernel.package p
             where p.uploaded_at < case when p.needs_review then $2 else $1 end
               and p.stopped_at is null and p.reviewed_at is null
               and not exists (select 1 from kernel.install i where i.digest = p.digest or i.previous = p.digest)
             returning p.digest",
        )
        .bind(self.platform.clock.now() - UNUSED_KEPT)
        .bind(self.platform.clock.now() - REVIEW_WAIT)
        .fetch_all(&mut *transaction)
        .await?;
        transaction.commit().await?;
        for digest in unused {
            self.delete_component(&digest).await;
            self.delete_files(&digest).await;
        }
        Ok(())
    }
}

async fn delete_compiled(file: &Path) {
    if let Err(error) = tokio::fs::remove_file(file).await
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(file = %file.display(), %error, "a compiled component was not deleted");
    }
}

/// A package whose archive was verified and unpacked.
struct Opened {
    digest: [u8; 32],
    keys: KeyChain,
    contents: Contents,
    folder: PathBuf,
}

/// Reads an accepted bundle, which must be a plugin for operators.
fn read_uploaded(folder: &Path) -> Result<Bundle> {
    let read = Bundle::read(folder);
    let bundle = read.map_err(|error| faults::of_bundle(error.reason()))?;
    if bundle.manifest.plugin.kind == Kind::System {
        let why =
            "plugin.kind is \"system\"; the plugins of the platform are not installed this way";
        return Err(faults::of_bundle(why));
    }
    let allowed = bundle.check_package();
    allowed.map_err(|reason| faults::of_bundle(&reason))?;
    Ok(bundle)
}

fn publisher_of(manifest: &Manifest) -> String {
    let id = manifest.plugin.id.as_str();
    id.split('.').next().unwrap_or(id).to_owned()
}
