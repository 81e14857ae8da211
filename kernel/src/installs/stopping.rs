//! The end of an install and its return, and stops: by an operator, or by the kernel after failures.

use serde_json::json;
use time::Duration;
use uuid::Uuid;

use super::activation::RowChange;
use super::messages::{INSTALL_EXISTS, INSTALL_NOT_FOUND};
use super::notices::{Stop, StopCause};
use super::spec::Spec;
use super::store::InstallRow;
use super::views::InstallView;
use super::{Installs, ManagedScope};
use crate::error::Result;
use crate::postgres::begin;
use crate::secret::hex;

impl Installs {
    /// Ends an install: it stops, its WIT goes to the owner of the resource, and its data are deleted after the time that its
    /// package names, 30 to 90 days. Calls that have moved WIT end first, because they have locked the row.
    ///
    /// # Errors
    /// `plugin_not_installed`, the ledger's.
    pub async fn uninstall(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        if row.is_trial {
            self.end_trial(&row, Some(scope.person.id)).await?;
            let ended = InstallRow {
                state: "uninstalled".into(),
                ..row
            };
            return self.view(&ended).await;
        }
        let now = self.platform.clock.now();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let ended = sqlx::query(
            "update kernel.install
             set state = 'uninstalled', disabled_because = null, retained_until = $3, changed_at = $2
             where id = $1 and state <> 'uninstalled'",
        )
        .bind(id)
        .bind(now)
        .bind(now + Duration::days(i64::from(row.retain_days)))
        .execute(&mut *transaction)
        .await?;
        if ended.rows_affected() == 0 {
            return Err(INSTALL_NOT_FOUND.into());
        }
        let returned = self.return_funds(&mut transaction, &row).await?;
        let details = json!({
            "version": row.version, "returnedHundredths": returned.hundredths, "to": returned.nickname(),
        });
        self.event(&row, "uninstalled", Some(scope.person.id))
            .with(details)
            .record(&mut transaction)
            .await?;
        self.publish_end(&mut transaction, id).await?;
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        self.wake(&returned);
        self.reload().await?;
        self.find(scope, id).await
    }

    /// Undoes an uninstall while the data are still there.
    ///
    /// # Errors
    /// `plugin_not_installed` after the data were deleted; `plugin_installed_already` if it was installed anew;
    /// `plugin_limit_reached`, `plugin_restart_later`.
    pub async fn restore(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallView> {
        let row = self.any_row(scope, id).await?;
        if row.state != "uninstalled" {
            return self.view(&row).await;
        }
        if row.is_trial {
            return Err(INSTALL_NOT_FOUND.into());
        }
        if self.installed_plugin(scope, &row.plugin).await?.is_some() {
            return Err(INSTALL_EXISTS.into());
        }
        self.check_room(scope).await?;
        self.check_restart(&row).await?;
        self.package(&hex(&row.digest)).await?;
        let details = json!({ "version": row.version });
        self.activate(
            Some(scope.person.id),
            Spec::of_row(&row),
            RowChange::of(&row, row.earlier()),
            ("restored", details),
            None,
        )
        .await?;
        self.find(scope, id).await
    }

    /// Stops an install. `actor` is absent for what the kernel does by itself.
    pub(super) async fn disable(
        &self,
        row: &InstallRow,
        actor: Option<Uuid>,
        because: &str,
    ) -> Result<()> {
        self.record_disabled(row, actor, because).await?;
        self.reload().await
    }

    /// As [`Installs::disable`]; the registry does not follow yet.
    pub(super) async fn record_disabled(
        &self,
        row: &InstallRow,
        actor: Option<Uuid>,
        because: &str,
    ) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let disabled = sqlx::query(
            "update kernel.install set state = 'disabled', disabled_because = $2, changed_at = $3
             where id = $1 and state = 'enabled'",
        )
        .bind(&row.id)
        .bind(because)
        .bind(self.platform.clock.now())
        .execute(&mut *transaction)
        .await?;
        if disabled.rows_affected() == 1 {
            let kind = if actor.is_some() {
                "disabled"
            } else {
                "failed"
            };
            self.event(row, kind, actor)
                .record(&mut transaction)
                .await?;
            if actor.is_none() {
                let stop = Stop::of_install(&row.id, StopCause::Failures);
                self.publish_stop(&mut transaction, &stop).await?;
            }
        }
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        Ok(())
    }
}
