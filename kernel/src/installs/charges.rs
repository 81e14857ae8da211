//! What people pay to installed plugins. The platform's own page shows the amount and asks the person; only then this
//! holds the WIT for a few minutes, and the plugin collects it in a call of that person. A plugin has no other way to take
//! WIT, and a page in a frame cannot reach this route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Key, Refusal};

use super::Installs;
use super::messages::{CHARGE_LIMIT, CHARGES_NOT_ALLOWED, INSTALL_NOT_FOUND};
use super::places::is_trial;
use crate::actor::{Actor, Person};
use crate::error::{BUSY, Error, Localized, Problem, Result, UNAVAILABLE};
use crate::plugins::{LedgerOp, trial_player};
use crate::typed_text::line;
use crate::unit_of_work::{CommitError, GrantLimits, PlayCharge, PluginHold, UnitOfWork};
use crate::wallet_admin::{INSUFFICIENT_WIT, WALLET_IS_FROZEN};

/// How long a plugin can collect a confirmed amount.
const HELD_FOR: Duration = Duration::minutes(10);
const MAX_REASON: usize = 100;

/// A payment that a person has confirmed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCharge {
    /// Whole WIT, up to the limit that the operator has set.
    pub amount: u32,
    /// What the plugin says that it is for, 1 to 100 characters. The person's history shows it.
    pub reason: String,
    /// An id of this payment: the same id again holds nothing more.
    pub key: Uuid,
}

/// Held WIT that the plugin may collect.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Charge {
    /// The page passes it to its plugin, which collects it.
    pub id: Uuid,
    /// Whole WIT. What is not collected within ten minutes returns to the person.
    pub amount: u32,
}

impl Installs {
    /// Holds WIT of a person for a plugin. Idempotent by the key. In a trial, `player` is the number of the made-up player, 0 for
    /// the operator, and it is play money.
    ///
    /// # Errors
    /// As [`Installs::entered`]; `plugin_not_installed`, `plugin_charges_not_allowed`, `plugin_charge_limit`,
    /// `insufficient_wit`, `wallet_frozen`, an amount or a reason out of range.
    pub async fn charge(
        &self,
        person: &std::sync::Arc<Person>,
        (kind, world): (&str, &str),
        (id, player): (&str, usize),
        new: NewCharge,
    ) -> Result<Charge> {
        let actor = Actor::Person(person.clone());
        let target = self.entered(&actor, kind, world).await?;
        let plugins = self.platform.registry.current();
        let plugin = plugins.get(id).filter(|plugin| {
            let scope = plugin.install.as_ref();
            scope.is_some_and(|one| one.kind == target.kind && one.id == target.id)
        });
        let plugin = plugin.ok_or(INSTALL_NOT_FOUND)?;
        let is_trial = is_trial(plugin);
        // Other people do not learn of a trial.
        if is_trial && self.tried(&actor, &target.kind, &target.id).await.is_err() {
            return Err(INSTALL_NOT_FOUND.into());
        }
        let player = trial_player(id, player, person.language).filter(|_| is_trial);
        let payer = player.map_or(person.id, |player| player.id);
        let grant = plugin
            .manifest()
            .ledger_grant(LedgerOp::Charge)
            .ok_or(CHARGES_NOT_ALLOWED)?;
        let amount = checked(&new, grant.per_op)?;
        let at = self.platform.clock.now();
        let reason = line("reason", &new.reason, 1..=MAX_REASON)?;
        let charge = Charge {
            id: Key::of(&[
                "install charge",
                id,
                &payer.hyphenated().to_string(),
                &new.key.hyphenated().to_string(),
                &new.amount.to_string(),
                &reason,
            ]),
            amount: new.amount,
        };
        let name = plugin.install.as_ref().and_then(|one| one.name.as_deref());
        let limits = grant.limits(payer, name, at);
        let platform = &self.platform;
        let mut work = UnitOfWork::new(platform.pools.rt.clone(), platform.signals.clone());
        let hold = PluginHold {
            id: charge.id,
            from: payer,
            to: Some(ledger::plugin(id)),
            amount,
            at,
            expires_at: at + HELD_FOR,
            plugin: id.to_owned(),
            memo: reason,
        };
        let held = match is_trial {
            true => work.play_charge(in_play_money(hold, &limits)).await?,
            false => work.ledger_hold(hold, limits).await?.map(drop),
        };
        match held {
            // The id names every value but the times, so a conflict is the same hold, made a moment ago.
            Ok(()) | Err(Refusal::KeyConflict) => {}
            Err(Refusal::Insufficient) => return Err(INSUFFICIENT_WIT.into()),
            Err(Refusal::Frozen) => return Err(WALLET_IS_FROZEN.into()),
            Err(Refusal::OverLimit) => return Err(CHARGE_LIMIT.into()),
            // It was uninstalled a moment ago.
            Err(Refusal::Closed) => return Err(INSTALL_NOT_FOUND.into()),
            Err(refusal) => {
                tracing::warn!(?refusal, install = id, "WIT for a plugin was not held");
                return Err(UNAVAILABLE.into());
            }
        }
        match work.commit().await {
            Ok(()) => Ok(charge),
            Err(CommitError::Failed(error)) => Err(error),
            Err(_) => Err(BUSY.retry_after(1).into()),
        }
    }
}

/// The same payment in play money.
fn in_play_money(hold: PluginHold, limits: &GrantLimits) -> PlayCharge {
    PlayCharge {
        install: hold.plugin,
        id: hold.id,
        payer: hold.from,
        amount: hold.amount.hundredths(),
        memo: hold.memo,
        at: hold.at,
        expires_at: hold.expires_at,
        day: limits.day,
        person_day: limits.person_day,
        world_day: limits.world_day,
    }
}

fn checked(new: &NewCharge, most: u32) -> Result<Amount> {
    if !(1..=most).contains(&new.amount) {
        let text = Localized::new(
            format!("1~{most} WIT만 낼 수 있습니다."),
            format!("It can be 1 to {most} WIT."),
        );
        return Err(Problem::field("amount", text).into());
    }
    Amount::new(i64::from(new.amount) * 100).map_err(Error::internal)
}
