//! Plugins of third parties: signed packages, and their installs in resources of operators, for example in a world.
//!
//! An install is a plugin of its own for the rest of the kernel: its id names its schema, roles, WIT account, timers and
//! routes (`/api/x/<install>/…`), so two worlds that use the same plugin share nothing. Its capabilities are those that
//! the manifest asks for and the operator has granted. Its routes decide about the resource that it was installed into,
//! and only people who may enter that resource reach them.
//!
//! Changes of one install are serialized by locks on its row. A package that cannot be loaded leaves the kernel and the
//! other installs running.

mod activation;
mod agreement;
mod auto_updates;
mod background;
mod catalogue;
mod charges;
mod countersignature;
mod export;
mod faults;
mod funds;
mod grant;
mod inspection;
mod keys;
mod lifecycle;
mod list;
mod loading;
mod measures;
mod messages;
mod notices;
mod oversight;
mod packages;
mod permission_lines;
mod place_lines;
mod places;
mod publishers;
mod records;
mod requests;
mod restarts;
mod reviews;
mod service_objects;
mod service_scopes;
mod settings;
mod slow_activations;
mod spec;
mod stopping;
mod store;
mod texts;
mod trials;
mod updates;
mod uses;
mod views;

pub use catalogue::CataloguePlugin;
pub use charges::{Charge, NewCharge};
pub use export::InstallContents;
pub use funds::Payment;
pub use grant::{Grant, Permission, WitLimits};
pub use inspection::{FileView, PackageChanges, PackageDetails};
pub use measures::{MeasuredUse, Measures};
pub use messages::*;
pub use oversight::StoredPackage;
pub use places::ProfilePage;
pub use publishers::{KnownKey, KnownPublisher};
pub use records::{LogView, UsageView};
pub use requests::{Change, NewVersion, Order};
pub use service_objects::ServiceObjects;
pub use service_scopes::ServiceScopes;
pub use texts::TextView;
pub use trials::{PlayersView, TrialPlayer};
pub use uses::{NamedUses, OpenHolds};
pub use views::{
    EventView, InstallView, PackageReview, PageView, PluginPages, PublisherView, SettingView,
    SlotView,
};

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{Mutex, Semaphore, mpsc};
use witverse_runtime::AotCache;

use slow_activations::SlowActivations;
use spec::Loaded;

use crate::actor::{Actor, Person};
use crate::error::{FORBIDDEN, NOT_FOUND, Result, UNAUTHENTICATED};
use crate::identity::audit::AuditLog;
use crate::permissions::{Permit, Target};
use crate::plugins::{
    AllRecords, FailureReports, PackageChecker, Platform, PluginId, PluginRuntime, find_resource,
    manages_installs,
};

/// Uploads that are verified at the same time. Each needs the size of its archive and of its files.
const UPLOADS_AT_ONCE: usize = 2;
/// Exports that are written at the same time. Each needs a connection and a file.
const EXPORTS_AT_ONCE: usize = 2;
/// Activations at the same time. Each opens connections of its own and computes for some 30 ms.
const ACTIVATIONS_AT_ONCE: usize = 1;

/// Packages and installs.
pub struct Installs {
    platform: Arc<Platform>,
    runtime: Arc<PluginRuntime>,
    audit: AuditLog,
    cache: AotCache,
    checker: PackageChecker,
    /// Unpacked packages, by their digests.
    folder: PathBuf,
    failure_reports: FailureReports,
    failed: Mutex<mpsc::UnboundedReceiver<PluginId>>,
    uploads: Semaphore,
    exports: Semaphore,
    activations: Semaphore,
    slow_activations: SlowActivations,
    /// Usage and log lines that are not written yet.
    records: AllRecords,
    loaded: Mutex<Loaded>,
}

/// The dependencies of [`Installs`].
pub struct Parts {
    pub platform: Arc<Platform>,
    pub runtime: Arc<PluginRuntime>,
    pub audit: AuditLog,
    pub cache: AotCache,
    pub checker: PackageChecker,
    pub folder: PathBuf,
}

/// A resource whose plugins the caller may manage.
pub struct ManagedScope<'a> {
    pub person: &'a Person,
    _permit: Permit,
    target: Target,
    name: Option<String>,
}

impl ManagedScope<'_> {
    /// Kind and id of the resource.
    fn key(&self) -> (&str, &str) {
        (&self.target.kind, &self.target.id)
    }

    /// Kind, id and alias of the resource.
    fn parts(&self) -> (&str, &str, Option<&str>) {
        let Target { kind, id, .. } = &self.target;
        (kind, id, self.name.as_deref())
    }
}

impl Installs {
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let (failure_reports, failed) = mpsc::unbounded_channel();
        let clock = parts.platform.clock.clone();
        Self {
            platform: parts.platform,
            runtime: parts.runtime,
            audit: parts.audit,
            cache: parts.cache,
            checker: parts.checker,
            folder: parts.folder,
            failure_reports,
            failed: Mutex::new(failed),
            uploads: Semaphore::new(UPLOADS_AT_ONCE),
            exports: Semaphore::new(EXPORTS_AT_ONCE),
            activations: Semaphore::new(ACTIVATIONS_AT_ONCE),
            slow_activations: SlowActivations::default(),
            records: AllRecords::new(clock),
            loaded: Mutex::default(),
        }
    }

    /// The kind of resources that plugins are installed into: the first one whose manifest allows it.
    #[must_use]
    pub fn host_kind(&self) -> Option<String> {
        self.platform.registry.current().install_host()
    }

    /// The resource of a kind, if the actor may use the plugins in it. `key` is its id or alias.
    ///
    /// # Errors
    /// `not_found`, `unauthenticated`, or why the actor may not enter.
    pub async fn entered(&self, actor: &Actor, kind: &str, key: &str) -> Result<Target> {
        let plugins = self.platform.registry.current();
        let found = find_resource(&self.platform, &plugins, kind, key).await?;
        let target = found.ok_or(NOT_FOUND)?;
        let actions = plugins
            .resource_kind(kind)
            .and_then(|known| known.installs.as_ref())
            .ok_or(NOT_FOUND)?;
        let owner = plugins.owner_of_kind(kind).ok_or(NOT_FOUND)?;
        let action = owner.action(&actions.enter);
        let Err(denied) = self.platform.permissions.permit(actor, &action, &target) else {
            return Ok(target);
        };
        if matches!(actor, Actor::Visitor) {
            return Err(UNAUTHENTICATED.into());
        }
        let mut reasons = denied.problems.iter();
        let reason = reasons.find_map(|code| owner.bundle.problem(403, code));
        Err(reason.unwrap_or_else(|| FORBIDDEN.into()).into())
    }

    /// The resource of a trial, if the actor may manage the plugins in it: nobody else learns of the trial.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn tried(&self, actor: &Actor, kind: &str, id: &str) -> Result<Target> {
        let plugins = self.platform.registry.current();
        let target = find_resource(&self.platform, &plugins, kind, id).await?;
        let target = target.ok_or(NOT_FOUND)?;
        match self.manages(actor, &target) {
            true => Ok(target),
            false => Err(NOT_FOUND.into()),
        }
    }

    /// Whether the actor may manage the plugins in a resource.
    fn manages(&self, actor: &Actor, target: &Target) -> bool {
        let plugins = self.platform.registry.current();
        manages_installs(&self.platform, &plugins, actor, target)
    }

    /// The resource of a kind, if the person may manage the plugins in it.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, the database's.
    pub async fn managed<'a>(
        &self,
        person: &'a Arc<Person>,
        kind: &str,
        id: &str,
    ) -> Result<ManagedScope<'a>> {
        let plugins = self.platform.registry.current();
        let target = find_resource(&self.platform, &plugins, kind, id)
            .await?
            .ok_or(NOT_FOUND)?;
        let actions = plugins
            .resource_kind(kind)
            .and_then(|known| known.installs.as_ref())
            .ok_or(NOT_FOUND)?;
        let owner = plugins.owner_of_kind(kind).ok_or(NOT_FOUND)?;
        let actor = Actor::Person(person.clone());
        let action = owner.action(&actions.manage);
        let permit = self
            .platform
            .permissions
            .permit(&actor, &action, &target)
            .map_err(|_| MANAGERS_ONLY)?;
        let name =
            sqlx::query_scalar("select alias from kernel.resource where kind = $1 and id = $2")
                .bind(&target.kind)
                .bind(&target.id)
                .fetch_one(&self.platform.pools.app)
                .await?;
        Ok(ManagedScope {
            person,
            _permit: permit,
            target,
            name,
        })
    }
}
