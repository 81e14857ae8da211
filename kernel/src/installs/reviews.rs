//! Reviews of the platform: packages that wait for a look of an administrator, and the countersignature of those that passed.
//! A package that was not reviewed can be installed; operators read which it is.

use serde_json::json;
use sqlx::{FromRow, PgConnection};

use super::Installs;
use super::countersignature::{Countersignature, countersign};
use super::messages::{PACKAGE_NOT_FOUND, PACKAGE_STOPPED};
use super::oversight::StoredPackage;
use super::store::record_for_packages;
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::kind;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::secret::{hex, unhex};

/// What decides about a review, in the row of the package.
#[derive(FromRow)]
struct ReviewState {
    #[sqlx(flatten)]
    review: Countersignature,
    is_stopped: bool,
}

impl Installs {
    /// Countersigns a package: operators read that the platform has reviewed it. Recorded in the audit log of the administrator, as
    /// the withdrawal. Idempotent.
    ///
    /// # Errors
    /// `package_not_found`, `package_stopped`.
    pub async fn review_package(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        origin: &Origin,
    ) -> Result<StoredPackage> {
        self.mark_review((by, origin), digest, true).await
    }

    /// Takes a countersignature back. The package waits in the queue again. Idempotent.
    ///
    /// # Errors
    /// `package_not_found`.
    pub async fn withdraw_review(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        origin: &Origin,
    ) -> Result<StoredPackage> {
        self.mark_review((by, origin), digest, false).await
    }

    async fn mark_review(
        &self,
        (by, origin): (&Authorized<'_, Administer>, &Origin),
        digest: &str,
        reviewed: bool,
    ) -> Result<StoredPackage> {
        let digest = unhex(digest).ok_or(PACKAGE_NOT_FOUND)?;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let state: Option<ReviewState> = sqlx::query_as(
            "select p.review_kid, p.review_signature, p.stopped_at is not null or maker.stopped_at is not null as is_stopped
             from kernel.package p join kernel.publisher maker on maker.name = p.publisher
             where p.digest = $1 for update of p",
        )
        .bind(&digest)
        .fetch_optional(&mut *transaction)
        .await?;
        let state = state.ok_or(PACKAGE_NOT_FOUND)?;
        if reviewed && state.is_stopped {
            return Err(PACKAGE_STOPPED.into());
        }
        let is_change = match reviewed {
            // An invalid countersignature is shown as none, so a review replaces it.
            true => !state.review.is_valid(&self.platform.statements, &digest),
            false => state.review.is_present(),
        };
        if is_change {
            self.write_review(&mut transaction, by, &digest, reviewed)
                .await?;
        }
        let package = StoredPackage::find(&mut transaction, &digest).await?;
        if is_change {
            let logged = match reviewed {
                true => kind::PLUGIN_REVIEWED,
                false => kind::PLUGIN_REVIEW_WITHDRAWN,
            };
            self.record_package(&mut transaction, (by, origin), logged, (&package, None))
                .await?;
        }
        transaction.commit().await?;
        tracing::info!(digest = hex(&digest), by = %by.person.id, reviewed, "a package was reviewed, or its review was withdrawn");
        self.seen(package)
    }

    async fn write_review(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        digest: &[u8],
        reviewed: bool,
    ) -> Result<()> {
        let now = self.platform.clock.now();
        let signed = reviewed.then(|| countersign(&self.platform.statements, digest));
        sqlx::query(
            "update kernel.package
             set reviewed_at = $2, reviewed_by = $3, review_kid = $4, review_signature = $5, needs_review = needs_review or $6
             where digest = $1",
        )
        .bind(digest)
        .bind(reviewed.then_some(now))
        .bind(reviewed.then_some(by.person.id))
        .bind(signed.as_ref().map(|signed| &signed.kid))
        .bind(signed.as_ref().map(|signed| &signed.signature))
        .bind(!reviewed)
        .execute(&mut *connection)
        .await?;
        let kind = if reviewed {
            "reviewed"
        } else {
            "review_withdrawn"
        };
        let these = ("p.digest = $1", digest);
        record_for_packages(connection, these, kind, now, json!({})).await?;
        Ok(())
    }
}
