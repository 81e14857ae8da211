//! The host of a plugin on trial: the calls of the ledger with play money, within the same limits, and the profiles of made-up
//! players. Nothing of it reaches the ledger.

use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Kind, Refusal};
use witverse_runtime::types::{Funds, LedgerEntry, Profile};

use super::{Answer, PluginHost, out_of_reach};
use crate::clock::KST;
use crate::plugins::trial::trial_profile;
use crate::unit_of_work::{ChargeIds, GrantLimits, PlayPayment, PluginTransfer};

impl PluginHost {
    /// Whether the plugin is on trial.
    pub(super) fn is_trial(&self) -> bool {
        let scope = self.plugin.install.as_ref();
        scope.is_some_and(|scope| scope.is_trial)
    }

    /// Profiles in the order of `ids`, some of which are made-up players.
    pub(super) async fn trial_profiles(&mut self, ids: &[Uuid]) -> Answer<Vec<Profile>> {
        let real = self.work().profiles(ids).await.map_err(out_of_reach)?;
        let install = self.plugin.id.as_str();
        let found = ids.iter().filter_map(|id| {
            let text = id.hyphenated().to_string();
            let known = real.iter().find(|profile| profile.id == text);
            known.cloned().or_else(|| trial_profile(install, *id))
        });
        Ok(found.collect())
    }

    /// Whether a player has paid one of these charges; the captured hold is the only payment that a trial has.
    pub(super) async fn play_was_paid(&mut self, charge: &ChargeIds, payer: Uuid) -> Answer<bool> {
        let install = self.plugin.id.to_string();
        for hold in &charge.holds {
            let was_paid = self.work().play_was_paid(&install, *hold, payer).await;
            if was_paid.map_err(out_of_reach)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) async fn play_funds(&mut self, holder: Uuid) -> Answer<Option<Funds>> {
        let install = self.plugin.id.to_string();
        let balance = self
            .work()
            .play_balance(&install, holder)
            .await
            .map_err(out_of_reach)?;
        Ok(balance.map(|balance| Funds {
            balance,
            held: 0,
            frozen: false,
        }))
    }

    /// Pays all legs, or none. Rewards are the only movements that an operator can grant.
    pub(super) async fn play_transfer(
        &mut self,
        id: Uuid,
        legs: Vec<(PluginTransfer, GrantLimits)>,
    ) -> Answer<Result<bool, (usize, Refusal)>> {
        if let Some(leg) = legs.iter().position(|(leg, _)| leg.kind != Kind::Reward) {
            return Ok(Err((leg, Refusal::InvalidAmount)));
        }
        let Some((first, limits)) = legs.first() else {
            return Ok(Err((0, Refusal::InvalidAmount)));
        };
        let payment = PlayPayment {
            install: self.plugin.id.to_string(),
            id,
            payer: ledger::plugin(self.plugin.id.as_str()),
            at: first.at,
            day: limits.day,
            person_day: limits.person_day,
            world_day: limits.world_day,
            legs: legs
                .iter()
                .map(|(leg, _)| (leg.to, leg.amount.hundredths(), leg.memo.clone()))
                .collect(),
        };
        self.work().play_pay(payment).await.map_err(out_of_reach)
    }

    /// Collects what a player has confirmed, to the account of the plugin.
    pub(super) async fn play_capture(
        &mut self,
        charge: Uuid,
        payer: Uuid,
        amount: Option<Amount>,
    ) -> Answer<Result<Uuid, Refusal>> {
        let install = self.plugin.id.to_string();
        let own = ledger::plugin(&install);
        let at = self.now();
        let day = at.to_offset(KST).date();
        let collected = self
            .work()
            .play_collect(
                (&install, charge),
                (payer, own),
                amount.map(Amount::hundredths),
                (at, day),
            )
            .await
            .map_err(out_of_reach)?;
        Ok(collected.map(|()| own))
    }

    pub(super) async fn play_entries(
        &mut self,
        holder: Uuid,
        before: i64,
        limit: i32,
    ) -> Answer<Vec<LedgerEntry>> {
        let install = self.plugin.id.to_string();
        let entries = self
            .work()
            .play_history(&install, holder, before, limit)
            .await
            .map_err(out_of_reach)?;
        Ok(entries.into_iter().map(super::ledger::wire_entry).collect())
    }
}
