//! The capabilities that a manifest requests: tables, WIT, people, events and others, each with its limits.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::clock::KST;
use crate::unit_of_work::{GrantLimits, SqlLimits};

/// The host calls that a plugin may make; a capability that is left out is denied.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Capabilities {
    pub sql: Option<Sql>,
    /// Permits reading an account's balance.
    pub balance: bool,
    /// Grants for moving WIT, in whole WIT. A plugin with a grant may also read balances.
    pub ledger: Vec<LedgerGrant>,
    /// Permits counting what people pay to the plugin as spent in a world; for plugins that sell. System plugins only.
    pub spending: bool,
    pub users: bool,
    pub authz: bool,
    pub events: bool,
    pub live: bool,
    pub timers: bool,
    /// Permits reading and changing the rooms of the service `<plugin>.rooms@1`.
    pub rooms: bool,
    /// Gives the page of a block's game the chat of the block; for plugins that operators install.
    pub chat: bool,
    /// Permits signing statements with the platform's key.
    pub signing: bool,
    /// Permits the use of files that people uploaded, or files of its own.
    pub files: FileAccess,
    /// Files that the plugin uses are kept: their uploader cannot delete them, and they outlive the account. System
    /// plugins only, with `files`.
    pub kept_files: bool,
    /// Permits making an image of the plugin the caller's picture; system plugins only.
    pub profile_images: bool,
    /// Permits taking payments by card for the plugin's orders; system plugins only.
    pub payments: bool,
    /// Permits encrypting what the plugin stores about people; system plugins only.
    pub sealing: bool,
    /// Permits asking carriers where parcels are; system plugins only.
    pub tracking: bool,
    /// Permits sending mail to people; system plugins only.
    pub email: bool,
    /// Permits sending push notifications to people's devices; system plugins only.
    pub push: bool,
    /// Permits checking values against the forms of installed plugins; system plugins only.
    pub install_forms: bool,
    pub services: Vec<UsedService>,
}

impl Capabilities {
    /// Whether the permission with this name is among them, as `context.granted` names it.
    #[must_use]
    pub fn has(&self, permission: &str) -> bool {
        let may = |op| self.ledger.iter().any(|grant| grant.op == op);
        match permission {
            "sql" => self.sql.is_some(),
            "balance" => self.balance || !self.ledger.is_empty(),
            "users" => self.users,
            "timers" => self.timers,
            "rooms" => self.rooms,
            "reward" => may(LedgerOp::Reward),
            "charge" => may(LedgerOp::Charge),
            "files" => self.files.own().is_some() || self.files.has_uploads(),
            _ => false,
        }
    }
}

/// What a plugin does with files. `true` is for system plugins, a table for plugins that operators install.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(
    untagged,
    expecting = "files is neither true nor a table like { mib = 8, read = \"see\" }"
)]
pub enum FileAccess {
    /// Whether it may use files that people uploaded.
    Uploads(bool),
    Own(OwnFiles),
}

/// The files of an install: at most so many MiB, stored under its own id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OwnFiles {
    pub mib: u32,
    /// The action that decides who may download them, one of a `GET` route. Without it they are for the plugin alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
}

impl Default for FileAccess {
    fn default() -> Self {
        Self::Uploads(false)
    }
}

impl FileAccess {
    /// Whether the plugin may use files that people uploaded.
    #[must_use]
    pub fn has_uploads(&self) -> bool {
        matches!(self, Self::Uploads(true))
    }

    /// The files of its own.
    #[must_use]
    pub fn own(&self) -> Option<&OwnFiles> {
        match self {
            Self::Uploads(_) => None,
            Self::Own(own) => Some(own),
        }
    }
}

/// An operation on WIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LedgerOp {
    /// The caller pays the plugin.
    Charge,
    /// The caller pays a person.
    Give,
    /// The plugin pays a person.
    Reward,
    /// The platform pays a person: system plugins only, within a daily budget.
    Issue,
    /// WIT of the caller is held for a later capture.
    Hold,
    /// The caller permits the plugin to collect WIT from them later: system plugins only.
    Mandate,
}

impl LedgerOp {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Give => "give",
            Self::Reward => "reward",
            Self::Issue => "issue",
            Self::Hold => "hold",
            Self::Mandate => "mandate",
        }
    }
}

/// A grant with its limits in whole WIT. A limit that is left out does not apply; `per_op` is required.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerGrant {
    pub op: LedgerOp,
    /// The largest amount of one movement.
    pub per_op: u32,
    /// The limit of one person (the payer, or the receiver of a reward) on one day in Korean time.
    pub player_day: Option<u32>,
    /// The limit of one world on one day.
    pub world_day: Option<u32>,
    /// The limit of the whole platform on one day.
    pub platform_day: Option<u32>,
}

impl LedgerGrant {
    /// The limits of a movement at this time, in hundredths. `person` is the one whose daily limit is used up.
    #[must_use]
    pub fn limits(&self, person: Uuid, world: Option<&str>, at: OffsetDateTime) -> GrantLimits {
        let hundredths = |wit: Option<u32>| wit.map(|wit| i64::from(wit) * 100);
        GrantLimits {
            op: self.op.as_str(),
            person,
            world: world.unwrap_or("-").to_owned(),
            day: at.to_offset(KST).date(),
            person_day: hundredths(self.player_day),
            world_day: hundredths(self.world_day),
            platform_day: hundredths(self.platform_day),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sql {
    /// The quota of the plugin's tables and indexes on disk, in MiB (`plugins::quota`).
    pub mib: u32,
    pub statement_ms: u32,
}

impl Default for Sql {
    fn default() -> Self {
        Self {
            mib: 256,
            statement_ms: 250,
        }
    }
}

impl Sql {
    #[must_use]
    pub fn limits(self) -> SqlLimits {
        SqlLimits {
            statement_ms: self.statement_ms,
            ..SqlLimits::default()
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UsedService {
    #[serde(rename = "use")]
    pub service: String,
    /// If true and no plugin provides the service, a call returns `unavailable`. A service that is not optional must
    /// have a provider among the installed plugins.
    #[serde(default)]
    pub optional: bool,
    /// What a plugin that operators install wants to do with the service. The operator allows or withholds each scope. A
    /// system plugin has no scopes and may call every function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
}
