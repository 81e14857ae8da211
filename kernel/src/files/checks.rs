//! The check of a complete upload: scanners, then pictures of an image, the levels of a model, the avatar of a VRM, or the
//! container of a video or a sound. Afterwards the file is ready, or refused with a reason. A check that fails for another cause is repeated.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::{Date, Duration};
use tokio::sync::watch;
use uuid::Uuid;

use super::image_worker::{Converted, Pictures, Refusal};
use super::media_type::{MediaType, Purpose};
use super::messages::{FILE_CHECK_FAILED, FILE_UNREADABLE};
use super::model::{ModelFacts, VrmFacts, vrm};
use super::scanner::Candidate;
use super::{Files, POLL, container, remove_part, tracks};
use crate::error::{Error, Result};
use crate::postgres::begin;

/// How long an attempt may take; afterwards another one begins.
pub(super) const LEASE: Duration = Duration::minutes(5);
/// The pause after a failed attempt, doubled with each further one.
pub(super) const FIRST_PAUSE: Duration = Duration::seconds(2);
pub(super) const MAX_ATTEMPTS: i32 = 10;

/// How long the files of one person are checked on a day; later ones wait for the next day. A picture of 50 megapixels takes
/// seconds.
pub(super) const BUDGET_MS: i64 = 300_000;

/// A file that was claimed for its check.
#[derive(Debug, sqlx::FromRow)]
struct Claimed {
    id: Uuid,
    account_id: Uuid,
    digest: Vec<u8>,
    length: i64,
    media_type: String,
    purpose: String,
    checks: i32,
}

/// A variant whose blob was stored.
struct NewVariant {
    name: String,
    digest: [u8; 32],
    bytes: i64,
    media_type: &'static str,
    size: Option<(u32, u32)>,
}

/// What a file became.
struct Checked {
    /// Of a film or a sound: which of both it is shows its tracks only.
    media: Option<MediaType>,
    /// Of an image.
    size: Option<(u32, u32)>,
    /// Of a model.
    facts: Option<ModelFacts>,
    /// Of an avatar.
    avatar: Option<VrmFacts>,
    variants: Vec<NewVariant>,
}

impl Files {
    pub(super) async fn check_until(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let (of_people, of_installs) = (self.check_next().await, self.check_next_own().await);
            let mut is_done = true;
            for checked in [of_people, of_installs] {
                match checked {
                    Ok(found) => is_done &= !found,
                    Err(error) => tracing::warn!(%error, "the next file could not be checked"),
                }
            }
            if !is_done {
                continue;
            }
            tokio::select! {
                () = self.0.received.notified() => {}
                () = self.0.platform.signals.files.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Checks one file; false if none waits. Next is the person whose files were checked for the shortest time today, so
    /// that nobody waits for more than one file of another person.
    async fn check_next(&self) -> Result<bool> {
        let now = self.now();
        let today = self.0.platform.clock.today_kst();
        let claimed: Option<Claimed> = sqlx::query_as(
            "update kernel.file set check_at = $2, checks = checks + 1
             where id = (
                 select f.id from kernel.file f
                 cross join lateral (
                     select coalesce(sum(u.check_ms), 0) as check_ms from kernel.file_usage u
                     where u.account_id = f.account_id and u.checked_on = $3
                 ) spent
                 where f.state = 'checking' and f.check_at <= $1 and spent.check_ms < $4
                 order by spent.check_ms, f.check_at, f.id limit 1 for update of f skip locked)
             returning id, account_id, digest, length, media_type, purpose, checks",
        )
        .bind(now)
        .bind(now + LEASE)
        .bind(today)
        .bind(BUDGET_MS)
        .fetch_optional(self.pool())
        .await?;
        let Some(file) = claimed else {
            return Ok(false);
        };
        let begun = Instant::now();
        let checked = self.check(&file).await;
        self.add_check_time(&file, today, begun.elapsed()).await?;
        match checked {
            Ok(Ok(checked)) => self.accept(&file, checked).await?,
            Ok(Err(reason)) => {
                let code = reason.row.code;
                tracing::info!(file = %file.id, reason = code, "a file was refused");
                self.refuse_with(file.id, reason, self.now()).await?;
            }
            Err(error) => self.postpone(&file, &error).await?,
        }
        self.announce(&file).await?;
        Ok(true)
    }

    async fn add_check_time(
        &self,
        file: &Claimed,
        today: Date,
        spent: std::time::Duration,
    ) -> Result<()> {
        sqlx::query(
            "update kernel.file_usage
             set check_ms = $3 + case when checked_on = $2 then check_ms else 0 end, checked_on = $2
             where account_id = $1",
        )
        .bind(file.account_id)
        .bind(today)
        .bind(milliseconds(spent))
        .execute(self.pool())
        .await?;
        Ok(())
    }

    /// The inner error is the reason of a refusal.
    async fn check(&self, file: &Claimed) -> Result<Result<Checked, Refusal>> {
        let path = self.part_of(file.id);
        let Some(media) = MediaType::parse(&file.media_type) else {
            return Ok(Err(FILE_UNREADABLE.into()));
        };
        for scanner in &self.0.scanners {
            let candidate = Candidate {
                file: file.id,
                owner: file.account_id,
                digest: &file.digest,
                path: &path,
            };
            if let Some(reason) = scanner.scan(candidate).await? {
                return Ok(Err(reason.into()));
            }
        }
        match media.original() {
            Some(_) => self.store_original(file, media, path).await,
            None if media.is_image() => match self.0.images.pictures_of(&path).await? {
                Ok(pictures) => Ok(Ok(self.store_pictures(pictures).await?)),
                Err(reason) => Ok(Err(reason.into())),
            },
            None if media == MediaType::Vrm => match self.0.images.avatar_of(&path).await? {
                Ok(avatar) => Ok(Ok(self.store_avatar(avatar).await?)),
                Err(refusal) => Ok(Err(refusal)),
            },
            None => match self.0.images.model_of(&path).await? {
                Ok(model) => Ok(Ok(self.store_model(model).await?)),
                Err(refusal) => Ok(Err(refusal)),
            },
        }
    }

    /// Stores the bytes of a variant; returns their digest and number.
    async fn store(&self, bytes: Vec<u8>) -> Result<([u8; 32], i64)> {
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let length = i64::try_from(bytes.len()).map_err(Error::internal)?;
        self.claim_blob(&digest, length).await?;
        self.0.storage.put(&digest, bytes).await?;
        Ok((digest, length))
    }

    async fn store_model(&self, (facts, parts): Converted) -> Result<Checked> {
        let mut variants = Vec::new();
        for part in parts {
            let (digest, bytes) = self.store(part.bytes).await?;
            let media = match part.name.ends_with(".webp") {
                true => MediaType::WebP,
                false => MediaType::Glb,
            };
            variants.push(NewVariant {
                name: part.name,
                digest,
                bytes,
                media_type: media.as_str(),
                size: None,
            });
        }
        Ok(Checked {
            media: None,
            size: None,
            facts: Some(facts),
            avatar: None,
            variants,
        })
    }

    async fn store_avatar(&self, (facts, file): (VrmFacts, Vec<u8>)) -> Result<Checked> {
        let (digest, bytes) = self.store(file).await?;
        Ok(Checked {
            media: None,
            size: None,
            facts: None,
            avatar: Some(facts),
            variants: vec![NewVariant {
                name: vrm::NAME.to_owned(),
                digest,
                bytes,
                media_type: MediaType::Glb.as_str(),
                size: None,
            }],
        })
    }

    async fn store_pictures(&self, pictures: Pictures) -> Result<Checked> {
        let mut variants = Vec::new();
        for (size, bytes) in pictures.pictures {
            let (digest, length) = self.store(bytes).await?;
            variants.push(NewVariant {
                name: format!("{}.webp", size.width),
                digest,
                bytes: length,
                media_type: MediaType::WebP.as_str(),
                size: Some((size.width, size.height)),
            });
        }
        Ok(Checked {
            media: None,
            size: Some((pictures.width, pictures.height)),
            facts: None,
            avatar: None,
            variants,
        })
    }

    async fn store_original(
        &self,
        file: &Claimed,
        media: MediaType,
        path: PathBuf,
    ) -> Result<Result<Checked, Refusal>> {
        let opened = path.clone();
        let settled = tokio::task::spawn_blocking(move || {
            let mut file = std::fs::File::open(opened)?;
            match container::is_well_formed(&mut file, media)? {
                Ok(()) => tracks::settle(&mut file, media),
                Err(reason) => Ok(Err(reason.into())),
            }
        });
        let settled = settled.await.map_err(Error::internal)?;
        let media = match settled.map_err(Error::internal)? {
            Ok(media) => media,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let purpose = Purpose::parse(&file.purpose).unwrap_or(Purpose::Any);
        if let Err(reason) = purpose.check_whole(media) {
            return Ok(Err(reason.into()));
        }
        let name = media.original().unwrap_or_default();
        let digest: [u8; 32] = file.digest.as_slice().try_into().map_err(Error::internal)?;
        self.claim_blob(&digest, file.length).await?;
        self.0.storage.put_file(&digest, &path).await?;
        Ok(Ok(Checked {
            media: None,
            size: None,
            facts: None,
            avatar: None,
            variants: vec![NewVariant {
                name: name.to_owned(),
                digest,
                bytes: file.length,
                media_type: media.as_str(),
                size: None,
            }],
        }))
    }

    /// Records a blob before its bytes are stored. It is then collected if this kernel stops before it is used, and an
    /// unused one is not collected now.
    async fn claim_blob(&self, digest: &[u8; 32], bytes: i64) -> Result<()> {
        sqlx::query(
            "insert into kernel.blob (digest, bytes, stored_at) values ($1, $2, $3)
             on conflict (digest) do update set stored_at = excluded.stored_at",
        )
        .bind(digest.as_slice())
        .bind(bytes)
        .bind(self.now())
        .execute(self.pool())
        .await?;
        Ok(())
    }

    /// Makes the file ready. Does nothing if it was deleted in the meantime.
    async fn accept(&self, file: &Claimed, checked: Checked) -> Result<()> {
        let bytes: i64 = checked.variants.iter().map(|variant| variant.bytes).sum();
        let (width, height) = checked.size.unzip();
        let mut transaction = begin(self.pool(), "begin").await?;
        let updated = sqlx::query(
            "update kernel.file set state = 'ready', check_at = null, width = $2, height = $3, charged = $4,
                 changed_at = $5, model = $6, vrm = $7, kind = coalesce($8, kind), media_type = coalesce($9, media_type)
             where id = $1 and state = 'checking'",
        )
        .bind(file.id)
        .bind(width.and_then(|side| i32::try_from(side).ok()))
        .bind(height.and_then(|side| i32::try_from(side).ok()))
        .bind(bytes)
        .bind(self.now())
        .bind(checked.facts.map(sqlx::types::Json))
        .bind(checked.avatar.map(sqlx::types::Json))
        .bind(checked.media.map(MediaType::kind))
        .bind(checked.media.map(MediaType::as_str))
        .execute(&mut *transaction)
        .await?;
        if updated.rows_affected() == 1 {
            insert_variants(&mut transaction, file.id, checked.variants).await?;
        }
        transaction.commit().await?;
        remove_part(&self.part_of(file.id)).await;
        Ok(())
    }

    async fn postpone(&self, file: &Claimed, error: &Error) -> Result<()> {
        tracing::warn!(file = %file.id, attempt = file.checks, %error, "the check of a file failed");
        if file.checks >= MAX_ATTEMPTS {
            return self.refuse(file.id, FILE_CHECK_FAILED, self.now()).await;
        }
        let pause = FIRST_PAUSE * 2_i32.saturating_pow(file.checks.unsigned_abs());
        sqlx::query("update kernel.file set check_at = $2 where id = $1 and state = 'checking'")
            .bind(file.id)
            .bind(self.now() + pause)
            .execute(self.pool())
            .await?;
        Ok(())
    }

    /// Tells the owner's open screens that the state may have changed.
    async fn announce(&self, file: &Claimed) -> Result<()> {
        sqlx::query("select kernel.push_live($1, 'kernel.files.checked', $2, $3)")
            .bind(file.account_id)
            .bind(json!({ "fileId": file.id }))
            .bind(self.now())
            .execute(self.pool())
            .await?;
        self.0.platform.signals.live.wake(file.account_id);
        Ok(())
    }
}

/// In the order of their blobs, which the trigger locks.
async fn insert_variants(
    connection: &mut PgConnection,
    file: Uuid,
    mut variants: Vec<NewVariant>,
) -> Result<()> {
    variants.sort_by_key(|variant| variant.digest);
    for variant in variants {
        let (width, height) = variant.size.unzip();
        sqlx::query(
            "insert into kernel.file_variant (file_id, name, blob, media_type, width, height)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(file)
        .bind(variant.name)
        .bind(variant.digest.as_slice())
        .bind(variant.media_type)
        .bind(width.and_then(|side| i32::try_from(side).ok()))
        .bind(height.and_then(|side| i32::try_from(side).ok()))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// At least one, so that small files take turns as well.
pub(super) fn milliseconds(spent: std::time::Duration) -> i64 {
    i64::try_from(spent.as_millis()).unwrap_or(i64::MAX).max(1)
}
