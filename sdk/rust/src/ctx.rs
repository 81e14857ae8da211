//! The operations that a plugin can call.
//!
//! [`Ctx`] holds no state. The kernel, not this crate, refuses operations that the manifest does not declare.

mod caller;
mod files;
mod host;
mod installs;
mod ledger;
mod messages;
mod own_files;
mod payments;
mod rooms;
mod tracking;

pub use caller::{Caller, Language, Person};
pub use files::{
    FILE_LIMIT, FILE_NOT_FOUND, FILE_REFUSED, FILE_WRONG_KIND, FileInfo, FileKind, FileView, Files,
};
pub use host::{
    Authz, Decision, Declaration, JsonWebKeySet, Log, LogLevel, Metrics, Pair, Profile, Random,
    Resource, Settings, Signed, Signing, Users,
};
pub use installs::{CallingInstall, FilledForm, InstallForms};
pub use ledger::{
    Entry, Funds, Hold, INSUFFICIENT_WIT, Ledger, LedgerError, LedgerErrorKind, Leg, Party,
    Payment, TRANSFER_UNAVAILABLE, Wit,
};
pub use messages::{Events, Live, Notice, Notify, Reachable, Services, Text, Timers, When};
pub use own_files::{
    OWN_FILE_INVALID, OWN_FILE_LIMIT, OWN_FILE_NOT_FOUND, OwnFile, OwnFileError, OwnFileState,
    OwnFiles,
};
pub use payments::{
    NewPayment, PAYMENT_STATE, PaymentError, PaymentInfo, PaymentState, Payments, Sealing,
};
pub use rooms::{Presence, Rooms, State, StateConflict};
pub use tracking::Tracking;

use crate::bindings::witverse::plugin::{clock, context};
use crate::error::{Error, UNAUTHENTICATED};
use crate::sql::Sql;
use crate::time::Timestamp;

/// The context of the current call: the caller, and the operations that the plugin may use.
///
/// ```no_run
/// use witverse_sdk::{Ctx, Error, http::Payload, params};
///
/// fn my_note(ctx: &Ctx, (): ()) -> Result<Payload<Option<String>>, Error> {
///     let me = ctx.caller()?;
///     let note = ctx
///         .sql()
///         .optional::<(String,)>("select text from note where account_id = $1", &params![&me.id])?;
///     Ok(Payload(note.map(|(text,)| text)))
/// }
/// ```
#[derive(Debug)]
pub struct Ctx(());

/// The plugin's id and version.
pub use context::Installation;

impl Ctx {
    #[doc(hidden)]
    pub fn new() -> Self {
        Self(())
    }

    /// The signed-in person; 401 `unauthenticated` for any other caller.
    pub fn caller(&self) -> Result<Person, Error> {
        match self.actor() {
            Caller::Person(person) => Ok(person),
            _ => Err(UNAUTHENTICATED.into()),
        }
    }

    /// The caller: a person, a visitor, another plugin or the kernel.
    pub fn actor(&self) -> Caller {
        context::caller().into()
    }

    /// The world that the request refers to, if its route names one.
    pub fn world(&self) -> Option<String> {
        context::world()
    }

    /// The plugin's id.
    pub fn install(&self) -> Installation {
        context::install()
    }

    /// In a call of a service: the calling plugin, if operators have installed it.
    pub fn calling_install(&self) -> Option<CallingInstall> {
        context::calling_install().map(Into::into)
    }

    /// The preferred language of the caller. Errors and views contain both languages in any case.
    pub fn language(&self) -> Language {
        context::locale()
    }

    /// Milliseconds left before the call is stopped.
    pub fn deadline_ms(&self) -> u64 {
        context::deadline_ms()
    }

    /// The time of this call: it is constant during the call.
    pub fn now(&self) -> Timestamp {
        Timestamp::from_millis(i64::try_from(clock::now_ms()).unwrap_or(i64::MAX))
    }

    /// The plugin's tables.
    pub fn sql(&self) -> Sql {
        Sql(())
    }

    /// WIT: balances and movements.
    pub fn ledger(&self) -> Ledger {
        Ledger(())
    }

    /// Public data about people.
    pub fn users(&self) -> Users {
        Users(())
    }

    /// Cedar decisions, and roles on the plugin's own resources.
    pub fn authz(&self) -> Authz {
        Authz(())
    }

    /// Publishes events for other plugins.
    pub fn events(&self) -> Events {
        Events(())
    }

    /// Pushes to a person's open screens.
    pub fn live(&self) -> Live {
        Live(())
    }

    /// The plugin's rooms in real time.
    pub fn rooms(&self) -> Rooms {
        Rooms(())
    }

    /// Signed statements, which can be verified without the platform.
    pub fn signing(&self) -> Signing {
        Signing(())
    }

    /// Card payments for what the plugin sells.
    pub fn payments(&self) -> Payments {
        Payments(())
    }

    /// Encryption of what the plugin stores about people.
    pub fn sealing(&self) -> Sealing {
        Sealing(())
    }

    /// Where parcels are, by the operator's tracking service.
    pub fn tracking(&self) -> Tracking {
        Tracking(())
    }

    /// Forms of installed plugins; for system plugins.
    pub fn install_forms(&self) -> InstallForms {
        InstallForms(())
    }

    /// Files that people uploaded.
    pub fn files(&self) -> Files {
        Files(())
    }

    /// Whether the plugin has a permission now: `users`, `timers`, `rooms` and others. Operators can withhold each. Calls
    /// without an error in their result end the call without it: those of [`Ctx::users`], [`Timers::cancel`] and
    /// [`Rooms::state`].
    pub fn granted(&self, permission: &str) -> bool {
        context::granted(permission)
    }

    /// Files of the plugin itself; for plugins that operators install.
    pub fn own_files(&self) -> OwnFiles {
        OwnFiles(())
    }

    /// Mail and device notifications.
    pub fn notify(&self) -> Notify {
        Notify(())
    }

    /// Timers: later calls of this plugin.
    pub fn timers(&self) -> Timers {
        Timers(())
    }

    /// Other plugins' services.
    pub fn services(&self) -> Services {
        Services(())
    }

    /// The operator's settings for this plugin.
    pub fn settings(&self) -> Settings {
        Settings(())
    }

    /// Random bytes and new identifiers.
    pub fn random(&self) -> Random {
        Random(())
    }

    /// Log lines for the operator.
    pub fn log(&self) -> Log {
        Log(())
    }

    /// Metrics for the operator.
    pub fn metrics(&self) -> Metrics {
        Metrics(())
    }
}

impl Default for Ctx {
    fn default() -> Self {
        Self::new()
    }
}
