//! The section `[data]`: whether a plugin stores personal data, and how long an uninstall keeps them.

use serde::{Deserialize, Serialize};

use super::{Kind, Manifest};
use crate::plugins::kernel_events::ACCOUNT_ERASED;

/// The shortest, and the default, time for which an uninstall keeps the data, in days: so long it can be undone.
pub(super) const MIN_RETAIN_DAYS: u8 = 30;
/// The longest time for which an uninstall keeps the data, in days.
pub(super) const MAX_RETAIN_DAYS: u8 = 90;
/// The largest quota of the tables of a plugin that operators install, in MiB.
pub(super) const MAX_INSTALL_MIB: u32 = 512;

/// What a plugin stores.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// Whether a row can belong to a person. `true` needs the subscription to erased accounts; a plugin with tables that does
    /// not subscribe has to say `false`. Checked when a package is made or uploaded ([`Manifest::check_package`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub personal: Option<bool>,
    /// How many days an uninstall keeps the data.
    pub retain_days: u8,
}

impl Default for Data {
    fn default() -> Self {
        Self {
            personal: None,
            retain_days: MIN_RETAIN_DAYS,
        }
    }
}

impl Manifest {
    /// Whether the plugin subscribes to erased accounts.
    #[must_use]
    pub fn hears_erasure(&self) -> bool {
        let mut known = self.subscriptions.iter();
        known.any(|one| one.topic == ACCOUNT_ERASED)
    }

    fn stores_data(&self) -> bool {
        self.capabilities.sql.is_some() || self.capabilities.files.own().is_some()
    }

    /// The rules for packages of operators that do not apply to stored ones: these were accepted by the rules of their time.
    ///
    /// # Errors
    /// A sentence for the author.
    pub fn check_package(&self) -> Result<(), String> {
        if self.plugin.kind == Kind::System {
            return Ok(());
        }
        if let Some(sql) = self
            .capabilities
            .sql
            .filter(|sql| sql.mib > MAX_INSTALL_MIB)
        {
            return Err(format!(
                "capabilities.sql.mib is {}; a plugin that operators install has at most {MAX_INSTALL_MIB}",
                sql.mib
            ));
        }
        let days = self.data.retain_days;
        if days < MIN_RETAIN_DAYS {
            return Err(format!(
                "data.retain_days is {days}; an uninstall can be undone for {MIN_RETAIN_DAYS} days at least"
            ));
        }
        match (self.data.personal, self.hears_erasure()) {
            (Some(true), false) => Err(format!(
                "data.personal is true; subscribe to {ACCOUNT_ERASED} and delete the rows of the account"
            )),
            (Some(false), true) => Err(format!(
                "data.personal is false, but it subscribes to {ACCOUNT_ERASED}; leave one of them out"
            )),
            (None, false) if self.stores_data() => Err(format!(
                "data.personal is missing: it stores data; subscribe to {ACCOUNT_ERASED} and delete the rows of the account, or declare \
                 [data] personal = false if no row can belong to a person"
            )),
            _ => Ok(()),
        }
    }
}
