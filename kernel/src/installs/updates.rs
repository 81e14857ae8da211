//! Newer versions of installed plugins among the uploaded packages.

use std::cmp::Ordering;

use sqlx::FromRow;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::grant::Grant;
use super::store::InstallRow;
use super::views::{PackageReview, UpdateView};
use super::{Installs, ManagedScope};
use crate::error::Result;
use crate::secret::hex;

/// The versions that are looked at, the latest uploads.
const LATEST: i64 = 50;

impl Installs {
    /// A stored package, as [`Installs::upload`] answers it.
    ///
    /// # Errors
    /// `package_not_found`, `package_stopped`.
    pub async fn package_review(
        &self,
        scope: &ManagedScope<'_>,
        digest: &str,
    ) -> Result<PackageReview> {
        let package = self.package(digest).await?;
        self.review(scope, &package).await
    }

    /// The highest version of an installed plugin that is above the installed one and not stopped.
    pub(super) async fn update(&self, row: &InstallRow) -> Result<Option<UpdateView>> {
        if row.is_trial || row.state == "uninstalled" {
            return Ok(None);
        }
        let highest = self.newer_versions(row).await?.into_iter().next();
        Ok(highest.map(|next| UpdateView {
            package: hex(&next.digest),
            rests_until: self.rests_until(next.uploaded_at),
            waits_because: next.waits_because(row).map(|wait| wait.as_str().to_owned()),
            version: next.version,
        }))
    }

    /// The versions above the installed one that are not stopped, the highest first. A version under development (`2.0.0-beta.1`)
    /// is none, unless the installed one is too.
    pub(super) async fn newer_versions(&self, row: &InstallRow) -> Result<Vec<NewerVersion>> {
        let versions: Vec<NewerVersion> = sqlx::query_as(
            "select p.digest, p.version, p.uploaded_at, p.requested, p.slots,
                 coalesce(agreed.public_key = maker.public_key, false) as is_agreed
             from kernel.package p join kernel.publisher maker on maker.name = p.publisher
             left join kernel.publisher_agreement agreed
                 on agreed.publisher = maker.name and agreed.scope_kind = $3 and agreed.scope_id = $4
             where p.plugin = $1 and p.stopped_at is null and maker.stopped_at is null
             order by p.uploaded_at desc, p.id desc limit $2",
        )
        .bind(&row.plugin)
        .bind(LATEST)
        .bind(&row.scope_kind)
        .bind(&row.scope_id)
        .fetch_all(&self.platform.pools.app)
        .await?;
        let installed = Version::of(&row.version);
        let newer = versions.into_iter().filter(|next| {
            let version = Version::of(&next.version);
            version > installed && (version.is_release() || !installed.is_release())
        });
        let mut newer: Vec<_> = newer.collect();
        newer.sort_by(|a, b| Version::of(&b.version).cmp(&Version::of(&a.version)));
        Ok(newer)
    }
}

/// A version above the installed one.
#[derive(FromRow)]
pub(super) struct NewerVersion {
    pub digest: Vec<u8>,
    pub version: String,
    pub uploaded_at: OffsetDateTime,
    pub requested: Json<Grant>,
    slots: Vec<String>,
    /// The operators have agreed to the key that its publisher has now.
    is_agreed: bool,
}

/// Why a version is not applied without an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpdateWait {
    /// The plugin does not run.
    Stopped,
    /// The operators apply updates themselves.
    Off,
    /// It did not start, or was rolled back.
    Held,
    NewKey,
    WantsMore,
}

impl UpdateWait {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Off => "off",
            Self::Held => "held",
            Self::NewKey => "new_key",
            Self::WantsMore => "wants_more",
        }
    }
}

impl NewerVersion {
    pub(super) fn waits_because(&self, row: &InstallRow) -> Option<UpdateWait> {
        if !row.is_running() {
            return Some(UpdateWait::Stopped);
        }
        if !row.auto_update {
            return Some(UpdateWait::Off);
        }
        if row.held_version.as_ref() == Some(&self.digest) {
            return Some(UpdateWait::Held);
        }
        if !self.is_agreed {
            return Some(UpdateWait::NewKey);
        }
        let needs_consent = !row.covers(&self.requested, &self.slots);
        needs_consent.then_some(UpdateWait::WantsMore)
    }
}

/// A version in the order of semantic versioning. What is not a number counts as 0.
#[derive(PartialEq, Eq)]
struct Version<'a> {
    numbers: Vec<u64>,
    /// The part after `-`.
    stage: Option<&'a str>,
}

impl<'a> Version<'a> {
    fn of(text: &'a str) -> Self {
        let text = text.split('+').next().unwrap_or_default();
        let (numbers, stage) = match text.split_once('-') {
            Some((numbers, stage)) => (numbers, Some(stage)),
            None => (text, None),
        };
        let numbers = numbers.split('.').map(|part| part.parse().unwrap_or(0));
        Self {
            numbers: numbers.collect(),
            stage,
        }
    }

    fn is_release(&self) -> bool {
        self.stage.is_none()
    }
}

impl Ord for Version<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = self.numbers.cmp(&other.numbers);
        numbers.then_with(|| match (self.stage, other.stage) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(own), Some(other)) => stages(own, other),
        })
    }
}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Numbers are lower than words; of equal parts, the longer one is higher.
fn stages(own: &str, other: &str) -> Ordering {
    let key = |part: &str| match part.parse::<u64>() {
        Ok(number) => (0, number, String::new()),
        Err(_) => (1, 0, part.to_owned()),
    };
    let parts = |stage: &str| stage.split('.').map(key).collect::<Vec<_>>();
    parts(own).cmp(&parts(other))
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_have_the_order_of_semantic_versioning() {
        let rising = [
            "0.9.0",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-beta",
            "1.0.0-dev.2",
            "1.0.0-dev.10",
            "1.0.0",
            "1.0.1",
            "1.2.0",
            "1.10.0",
            "2.0.0",
        ];
        for pair in rising.windows(2) {
            assert!(Version::of(pair[0]) < Version::of(pair[1]), "{pair:?}");
        }
        assert!(Version::of("1.0.0+a") == Version::of("1.0.0"));
        assert!(!Version::of("1.0.0-rc.1").is_release());
    }
}
