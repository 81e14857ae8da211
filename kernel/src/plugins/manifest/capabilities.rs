//! What a manifest asks for: tables, WIT, people, events and so on, each with its limits.

use serde::{Deserialize, Serialize};

use crate::unit_of_work::SqlLimits;

/// What a plugin may call; nothing where it says nothing.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Capabilities {
    pub sql: Option<Sql>,
    /// May see how much WIT an account has.
    pub balance: bool,
    /// What it may move of WIT; whole WIT each. Whoever moves may also see.
    pub ledger: Vec<LedgerGrant>,
    pub users: bool,
    pub authz: bool,
    pub events: bool,
    pub live: bool,
    pub timers: bool,
    /// May have statements signed with the platform's key.
    pub signing: bool,
    /// May send mails to people; system plugins only.
    pub email: bool,
    /// May send notifications to people's devices; system plugins only.
    pub push: bool,
    pub services: Vec<UsedService>,
}

/// What a plugin may do with WIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LedgerOp {
    /// The caller pays the plugin.
    Charge,
    /// The caller pays somebody.
    Give,
    /// The plugin pays somebody.
    Reward,
    /// The platform gives to somebody: system plugins, within a budget for each day.
    Issue,
    /// The caller promises.
    Hold,
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
        }
    }
}

/// A grant with its limits in whole WIT; what is left out is not limited, but the single movement always is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerGrant {
    pub op: LedgerOp,
    /// The most that one movement may carry.
    pub per_op: u32,
    /// Of one person on one day of Korea: whoever pays, or whoever is rewarded.
    pub player_day: Option<u32>,
    /// In one world on one day.
    pub world_day: Option<u32>,
    /// Everywhere on one day.
    pub platform_day: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sql {
    /// The most that its tables and their indexes may take on disk (`plugins::quota`).
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
    /// Without a provider a call of it is answered with `unavailable`; a service that is not optional has to have one
    /// among the installed plugins.
    #[serde(default)]
    pub optional: bool,
}
