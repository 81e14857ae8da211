//! Installs, upgrades, rollbacks and grants. A change that runs code of the plugin is one
//! transaction with its migrations and its health check. The registry follows after the commit.

use std::sync::Arc;
use std::time::Duration as StdDuration;

use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use sqlx::types::Json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::activation::{
    Activation, FINISHED, MAX_INSTALLS, ROLLED_BACK, RowChange, count_installs,
    delete_ungranted_timers,
};
use super::agreement::Agreement;
use super::grant::Grant;
use super::messages::{
    DATA_REQUIRED, GRANT_TOO_WIDE, INSTALL_CHANGED, INSTALL_EXISTS, INSTALL_FAILED,
    INSTALLS_TOO_LARGE, NO_EARLIER_VERSION, PACKAGE_NOT_FOUND, PACKAGE_STOPPED, TOO_MANY_INSTALLS,
    UPDATE_RESTS, WANTS_MORE,
};
use super::place_lines::new_places;
use super::requests::{Change, NewVersion, Order};
use super::settings::with_settings;
use super::spec::Spec;
use super::store::{InstallRow, NewEvent, PackageRow};
use super::views::InstallView;
use super::{Installs, ManagedScope};
use crate::clock::kst_minute;
use crate::error::{BUSY, Error, Localized, Problem, Result};
use crate::plugins::{ActivationError, RowsError, activate};
use crate::postgres::begin;
use crate::secret::{hex, unhex};

/// How long an activation waits for others.
const ACTIVATION_WAIT: StdDuration = StdDuration::from_secs(10);
/// How long a trial runs.
const TRIAL_LENGTH: Duration = Duration::days(7);
/// How long a version rests after its upload before it is an update: a harmful one is likely found in this time.
const REST: Duration = Duration::hours(24);

impl Installs {
    /// Installs an uploaded package.
    ///
    /// # Errors
    /// `package_not_found`, `package_stopped`, `plugin_installed_already`, `plugin_limit_reached`, `publisher_unconfirmed`,
    /// a grant that is too wide, `plugin_install_failed`.
    pub async fn install(&self, scope: &ManagedScope<'_>, order: &Order) -> Result<InstallView> {
        let package = self.package(&order.package).await?;
        let granted = order.grant.completed(&package.requested);
        self.check_objects(&granted)?;
        check_grant(&granted, &package)?;
        let earlier = self.installed_plugin(scope, &package.plugin).await?;
        if earlier.is_some() && !order.trial {
            return Err(INSTALL_EXISTS.into());
        }
        self.check_room(scope).await?;
        let agreement = match order.trial {
            true => None,
            false => {
                let publisher = self.publisher(scope.key(), &package.publisher).await?;
                Some(publisher.agreement(order.agreed_key.as_deref())?)
            }
        };
        let id = self.new_install_id();
        let mut spec = Spec::new(&id, scope.parts(), &package.digest, granted);
        spec.is_trial = order.trial;
        let change = RowChange::Insert {
            plugin: package.plugin,
            by: scope.person.id,
            trial_until: order
                .trial
                .then(|| self.platform.clock.now() + TRIAL_LENGTH),
        };
        let kind = if order.trial { "tried" } else { "installed" };
        let details = json!({ "version": package.version });
        let by = Some(scope.person.id);
        self.activate(by, spec, change, (kind, details), agreement)
            .await?;
        self.find(scope, &id).await
    }

    /// Changes an install to another version of its plugin. The earlier version stays for a rollback.
    ///
    /// # Errors
    /// `plugin_wants_more` if it asks for more, or appears in a new place, and no grant is given; `plugin_update_rests`; otherwise as
    /// [`Installs::install`].
    pub async fn upgrade(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        version: &NewVersion,
    ) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        let package = self.package(&version.package).await?;
        if package.plugin != row.plugin {
            return Err(PACKAGE_NOT_FOUND.into());
        }
        if package.digest == row.digest {
            return self.view(&row).await;
        }
        let agreement = match row.is_trial {
            true => None,
            false => {
                let publisher = self.publisher(scope.key(), &package.publisher).await?;
                let rests_until = self.rests_until(package.uploaded_at);
                if let Some(until) = rests_until.filter(|_| !version.is_early) {
                    return Err(rests(until));
                }
                Some(publisher.agreement(version.agreed_key.as_deref())?)
            }
        };
        let granted = match &version.grant {
            Some(grant) => grant.completed(&package.requested),
            None if row.covers(&package.requested, &package.slots) => {
                row.granted.intersection(&package.requested)
            }
            None => return Err(self.wants_more(&row, &package)),
        };
        let by = Some(scope.person.id);
        let details = json!({ "early": version.is_early });
        self.change_version(&row, &package, granted, (by, details), agreement)
            .await?;
        self.find(scope, id).await
    }

    /// Changes an install to another version. The actor is absent if it updates by itself.
    pub(super) async fn change_version(
        &self,
        row: &InstallRow,
        package: &PackageRow,
        granted: Grant,
        (by, mut details): (Option<Uuid>, Value),
        agreement: Option<Agreement>,
    ) -> Result<()> {
        self.check_objects(&granted)?;
        check_grant(&granted, package)?;
        let spec = Spec {
            digest: package.digest.clone(),
            granted,
            ..Spec::of_row(row)
        };
        details["from"] = json!(row.version);
        details["version"] = json!(package.version);
        let previous = Some((row.digest.clone(), row.granted.0.clone()));
        let change = RowChange::of(row, previous);
        self.activate(by, spec, change, ("upgraded", details), agreement)
            .await
    }

    /// Goes back to the version before the last upgrade. The data stay as the newer version has changed them. It may do what
    /// it was granted before, without what was withdrawn since then.
    ///
    /// # Errors
    /// `plugin_no_earlier_version`; `plugin_needs_data`; `plugin_install_failed` if the earlier version does not work with the data.
    pub async fn roll_back(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        let (Some(digest), Some(granted)) = (&row.previous, &row.previous_granted) else {
            return Err(NO_EARLIER_VERSION.into());
        };
        let package = self.package(&hex(digest)).await?;
        let granted = granted.narrowed_to(&row.granted, &row.requested);
        check_grant(&granted, &package)?;
        let spec = Spec {
            digest: digest.clone(),
            granted,
            ..Spec::of_row(&row)
        };
        let details = json!({ "from": row.version, "version": package.version });
        self.activate(
            Some(scope.person.id),
            spec,
            RowChange::of(&row, None),
            (ROLLED_BACK, details),
            None,
        )
        .await?;
        self.find(scope, id).await
    }

    /// Finishes the last upgrade: runs the migrations that remove what the version before needed, and gives up going back to
    /// it. Nothing if none waits.
    ///
    /// # Errors
    /// `plugin_needs_data`, `plugin_install_failed` if the version does not work with the changed data, `plugin_state_changed`.
    pub async fn finish(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        if !row.is_unfinished {
            return self.view(&row).await;
        }
        if row.state != "enabled" {
            return Err(INSTALL_CHANGED.into());
        }
        let details = json!({ "version": row.version });
        self.activate(
            Some(scope.person.id),
            Spec::of_row(&row),
            RowChange::of(&row, None),
            (FINISHED, details),
            None,
        )
        .await?;
        self.find(scope, id).await
    }

    /// Says whether an install updates by itself, or stops it, runs it again, replaces its granted permissions, or sets settings.
    ///
    /// # Errors
    /// As [`Installs::install`]; `plugin_state_changed`, `plugin_restart_later`.
    pub async fn change(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        change: &Change,
    ) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        if let Some(auto_update) = change.auto_update {
            self.set_auto_update(&row, auto_update, scope.person.id)
                .await?;
            return self.find(scope, id).await;
        }
        if change.enabled == Some(false) {
            if row.state == "enabled" {
                self.disable(&row, Some(scope.person.id), "operator")
                    .await?;
            }
            return self.find(scope, id).await;
        }
        let granted = match &change.grant {
            Some(grant) => grant.completed(&row.requested),
            None => row.granted.0.clone(),
        };
        let settings = match &change.settings {
            Some(entered) => with_settings(&row.fields, &row.settings, entered)?,
            None => row.settings.clone(),
        };
        let has_settings = settings != row.settings;
        let has_grant = granted != row.granted.0;
        let runs = row.state == "enabled" || change.enabled == Some(true);
        if !has_grant && !has_settings && runs == (row.state == "enabled") {
            return self.view(&row).await;
        }
        let package = self.package(&hex(&row.digest)).await?;
        self.check_objects(&granted)?;
        check_grant(&granted, &package)?;
        if !runs {
            return Err(INSTALL_CHANGED.into());
        }
        if row.state == "enabled" && !has_settings && granted.fits_in(&row.granted) {
            self.narrow(&row, granted, scope.person.id).await?;
            return self.find(scope, id).await;
        }
        self.check_restart(&row).await?;
        let (kind, details) = match (has_grant, has_settings) {
            (true, _) => ("granted", json!({ "granted": granted })),
            (false, true) => ("configured", json!({ "settings": settings })),
            (false, false) => ("enabled", json!({})),
        };
        let spec = Spec {
            granted,
            settings,
            ..Spec::of_row(&row)
        };
        let change = RowChange::of(&row, row.earlier());
        let by = Some(scope.person.id);
        self.activate(by, spec, change, (kind, details), None)
            .await?;
        self.find(scope, id).await
    }

    /// Takes permissions away from a running install. It runs no code of the plugin and waits for no activation, so that nothing
    /// can delay it.
    async fn narrow(&self, row: &InstallRow, granted: Grant, by: Uuid) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let changed = sqlx::query(
            "update kernel.install set granted = $2, changed_at = $3
             where id = $1 and state = 'enabled' and digest = $4 and changed_at = $5",
        )
        .bind(&row.id)
        .bind(Json(&granted))
        .bind(self.platform.clock.now())
        .bind(&row.digest)
        .bind(row.changed_at)
        .execute(&mut *transaction)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(INSTALL_CHANGED.into());
        }
        delete_ungranted_timers(&mut transaction, &row.id, &granted).await?;
        self.event(row, "granted", Some(by))
            .with(json!({ "granted": granted }))
            .record(&mut transaction)
            .await?;
        transaction.commit().await?;
        self.reload().await
    }

    /// Loads the version, and writes the change if its migrations and its health check succeed.
    pub(super) async fn activate(
        &self,
        actor: Option<Uuid>,
        spec: Spec,
        change: RowChange,
        (kind, details): (&'static str, Value),
        agreement: Option<Agreement>,
    ) -> Result<()> {
        let scope = (spec.kind.clone(), spec.scope_id.clone());
        if let Some(wait) = self.slow_activations.wait(&scope) {
            return Err(BUSY.retry_after(wait.as_secs() + 1).into());
        }
        let turn = tokio::time::timeout(ACTIVATION_WAIT, self.activations.acquire()).await;
        let _turn = turn.map_err(|_| BUSY.retry_after(1))?;
        let _measured = self.slow_activations.measure(scope);
        let loaded = self.load(&spec).await.map_err(|reason| failed(&reason))?;
        let (plugin, migrations) = (Arc::new(loaded.plugin), loaded.migrations);
        let activation = Activation {
            spec,
            change,
            kind,
            details,
            agreement,
            event: self.new_id(),
            at: self.platform.clock.now(),
            actor,
        };
        let activated = activate(&self.platform, &plugin, &migrations, &activation).await;
        if let Err(ActivationError::Refused(reason)) = &activated {
            self.record_check(&activation.spec.id, reason).await?;
        }
        activated.map_err(|error| match error {
            ActivationError::Refused(reason) => failed(&reason),
            ActivationError::Record(RowsError::Changed) => INSTALL_CHANGED.into(),
            ActivationError::Record(RowsError::Full) => TOO_MANY_INSTALLS.into(),
            ActivationError::Record(RowsError::TooLarge) => INSTALLS_TOO_LARGE.into(),
            ActivationError::Record(RowsError::Database(sqlx::Error::Database(error)))
                if matches!(error.constraint(), Some("install_once" | "trial_once")) =>
            {
                INSTALL_EXISTS.into()
            }
            ActivationError::Record(RowsError::Database(error)) => error.into(),
        })?;
        self.reload_with(activation.spec, plugin).await
    }

    /// Whether the resource has room for another install or trial. The activation counts again under a lock; this saves its work.
    ///
    /// # Errors
    /// `plugin_limit_reached`.
    pub(super) async fn check_room(&self, scope: &ManagedScope<'_>) -> Result<()> {
        let target = (scope.target.kind.as_str(), scope.target.id.as_str());
        match count_installs(&self.platform.pools.app, target).await? < MAX_INSTALLS {
            true => Ok(()),
            false => Err(TOO_MANY_INSTALLS.into()),
        }
    }

    /// Records why an install did not start; its change was rolled back. Nothing for a new one.
    pub(super) async fn record_check(&self, id: &str, reason: &str) -> Result<()> {
        let reason: String = reason.replace('\0', "").chars().take(500).collect();
        sqlx::query("update kernel.install set checked_at = $2, check_failed = $3 where id = $1")
            .bind(id)
            .bind(self.platform.clock.now())
            .bind(reason)
            .execute(&self.platform.pools.app)
            .await?;
        Ok(())
    }

    pub(super) async fn package(&self, digest: &str) -> Result<PackageRow> {
        let digest = unhex(digest).ok_or(PACKAGE_NOT_FOUND)?;
        let mut connection = self.platform.pools.app.acquire().await?;
        let package = PackageRow::find(&mut connection, &digest).await?;
        let package = package.ok_or(PACKAGE_NOT_FOUND)?;
        match package.stopped_at {
            Some(_) => Err(PACKAGE_STOPPED.into()),
            None => Ok(package),
        }
    }

    /// Versions that were uploaded until then have rested.
    pub(super) fn rested_before(&self) -> OffsetDateTime {
        self.platform.clock.now() - REST
    }

    /// Until when a version rests after its upload, if it still does.
    pub(super) fn rests_until(&self, uploaded_at: OffsetDateTime) -> Option<OffsetDateTime> {
        let until = uploaded_at + REST;
        (self.platform.clock.now() < until).then_some(until)
    }

    /// `x-` and 60 random bits, in the alphabet of base32.
    fn new_install_id(&self) -> String {
        const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let random: [u8; 12] = self.platform.rng.bytes();
        let letters = random.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
        format!("x-{}", letters.iter().collect::<String>())
    }

    pub(super) fn new_id(&self) -> Uuid {
        self.platform.rng.uuid(self.platform.clock.now_ms())
    }

    /// An event of an install, now.
    pub(super) fn event<'a>(
        &self,
        row: &'a InstallRow,
        kind: &'a str,
        actor: Option<Uuid>,
    ) -> NewEvent<'a> {
        NewEvent {
            install: &row.id,
            scope: (&row.scope_kind, &row.scope_id),
            kind,
            at: self.platform.clock.now(),
            id: self.new_id(),
            actor,
            details: json!({}),
        }
    }

    /// The refusal of an upgrade, with the lines that need the operator's consent.
    fn wants_more(&self, row: &InstallRow, package: &PackageRow) -> Error {
        let beyond = package.requested.beyond(&row.requested);
        let mut problem = Problem::from(WANTS_MORE);
        let lines = self.permission_lines(&beyond, package.mib());
        for line in lines.into_iter().chain(new_places(&package.slots, row)) {
            problem.message.ko += &format!(" {}", line.ko);
            problem.message.en += &format!(" {}", line.en);
        }
        problem.into()
    }

    /// The install of a plugin in the resource, if there is one.
    pub(super) async fn installed_plugin(
        &self,
        scope: &ManagedScope<'_>,
        plugin: &str,
    ) -> Result<Option<InstallRow>> {
        let select = InstallRow::SELECT;
        let statement = format!(
            "{select} where i.scope_kind = $1 and i.scope_id = $2 and i.plugin = $3 and i.state <> 'uninstalled'
                 and not i.is_trial"
        );
        let row = sqlx::query_as(AssertSqlSafe(statement))
            .bind(&scope.target.kind)
            .bind(&scope.target.id)
            .bind(plugin)
            .fetch_optional(&self.platform.pools.app)
            .await?;
        Ok(row)
    }
}

fn check_grant(grant: &Grant, package: &PackageRow) -> Result<()> {
    if let Some(field) = grant.empty_limit() {
        let text = Localized::new("1 이상이어야 합니다.", "The limits must be at least 1.");
        return Err(Problem::field(field, text).into());
    }
    if !grant.fits_in(&package.requested) {
        return Err(GRANT_TOO_WIDE.into());
    }
    if package.has_migrations && !grant.sql {
        return Err(DATA_REQUIRED.into());
    }
    Ok(())
}

/// Whether a change that was refused with this code may succeed later without an operator.
pub(super) fn is_transient(code: &str) -> bool {
    [INSTALL_CHANGED.code, BUSY.code, PACKAGE_STOPPED.code].contains(&code)
}

/// The refusal of a version that was uploaded a short time ago.
fn rests(until: OffsetDateTime) -> Error {
    let mut problem = Problem::from(UPDATE_RESTS);
    let until = kst_minute(until);
    problem.message.ko += &format!(" {until}(한국 시간)부터는 그냥 적용됩니다.");
    problem.message.en += &format!(" It applies without this choice from {until}, Korean time.");
    problem.into()
}

fn failed(reason: &str) -> Error {
    let reason = reason.trim_end_matches('.');
    Problem {
        message: Localized::new(
            format!("플러그인을 시작할 수 없어 아무것도 바꾸지 않았습니다. 만든 사람에게 알려 주세요. ({reason})"),
            format!("The plugin could not start, and nothing was changed. Tell the author: {reason}."),
        ),
        ..INSTALL_FAILED.into()
    }
    .into()
}
