//! Everything a plugin can reach during a call, in one value.
//!
//! [`Ctx`] holds no state: it is a place to find things. What a plugin did not ask for in its manifest
//! is refused by the kernel, not here.

mod caller;
mod host;
mod ledger;
mod messages;

pub use caller::{Caller, Language, Person};
pub use host::{
    Authz, Decision, Declaration, Log, LogLevel, Metrics, Pair, Profile, Random, Resource,
    Settings, Signed, Signing, Users,
};
pub use ledger::{
    Entry, Funds, Hold, INSUFFICIENT_WIT, Ledger, LedgerError, LedgerErrorKind, Leg, Party, Wit,
};
pub use messages::{Events, Live, Notice, Notify, Reachable, Services, Text, Timers, When};

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

/// Which plugin this is, and in which version.
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

    /// The world that the request speaks of, where its route names one.
    pub fn world(&self) -> Option<String> {
        context::world()
    }

    /// Which plugin this is.
    pub fn install(&self) -> Installation {
        context::install()
    }

    /// The language to answer in. Errors and views carry both languages anyway.
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

    /// Public facts about people.
    pub fn users(&self) -> Users {
        Users(())
    }

    /// Questions to Cedar, and roles on the plugin's own resources.
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

    /// Statements that hold without the platform.
    pub fn signing(&self) -> Signing {
        Signing(())
    }

    /// Reaches people without an open screen.
    pub fn notify(&self) -> Notify {
        Notify(())
    }

    /// Be called again later.
    pub fn timers(&self) -> Timers {
        Timers(())
    }

    /// Other plugins' services.
    pub fn services(&self) -> Services {
        Services(())
    }

    /// The settings that the operator has made for this plugin.
    pub fn settings(&self) -> Settings {
        Settings(())
    }

    /// Unpredictable bytes and new identifiers.
    pub fn random(&self) -> Random {
        Random(())
    }

    /// Lines for the operator.
    pub fn log(&self) -> Log {
        Log(())
    }

    /// Figures for the operator.
    pub fn metrics(&self) -> Metrics {
        Metrics(())
    }
}

impl Default for Ctx {
    fn default() -> Self {
        Self::new()
    }
}
