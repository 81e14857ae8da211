//! Mandates: a person permits a plugin to collect an amount later, for example the price of an offer that a seller may
//! accept. Nothing is reserved; the balance decides when it is collected (docs/decisions/0034).

use uuid::Uuid;
use witverse_ledger::{Kind, Refusal, plugin as account_of};
use witverse_runtime::types::{LedgerError, NewMandate, Payment, Posting};

use super::ledger::{
    MAX_LEGS, in_leg, invalid, ledger_error, memo, posting, receiver, wit, within,
};
use super::{Answer, PluginHost, Tried, out_of_reach};
use crate::plugins::manifest::LedgerOp;
use crate::unit_of_work::{Collection, GrantLimits, MandatePayment, PluginMandate};

impl PluginHost {
    pub(super) async fn give_mandate(&mut self, new: NewMandate) -> Answer<Tried<Posting>> {
        let mandate = match self.new_mandate(&new) {
            Ok(mandate) => mandate,
            Err(error) => return Ok(Err(error)),
        };
        let id = mandate.id;
        let given = self
            .work()
            .ledger_give_mandate(mandate)
            .await
            .map_err(out_of_reach)?;
        Ok(given
            .map(|replayed| posting(id, replayed))
            .map_err(ledger_error))
    }

    pub(super) async fn collect(
        &mut self,
        mandate: &str,
        payments: Vec<Payment>,
    ) -> Answer<Tried<()>> {
        let collection = match self.planned_collection(mandate, payments) {
            Ok(collection) => collection,
            Err(error) => return Ok(Err(error)),
        };
        let collected = self
            .work()
            .ledger_collect(collection)
            .await
            .map_err(out_of_reach)?;
        Ok(collected.map_err(|(n, refusal)| match n {
            Some(n) => in_leg(n, ledger_error(refusal)),
            None => ledger_error(refusal),
        }))
    }

    pub(super) async fn revoke_mandate(&mut self, mandate: &str) -> Answer<Tried<()>> {
        let mandate = match self.own_mandate(mandate) {
            Ok(mandate) => mandate,
            Err(error) => return Ok(Err(error)),
        };
        let (plugin, at) = (self.plugin.id.to_string(), self.now());
        let revoked = self
            .work()
            .ledger_revoke_mandate(mandate, &plugin, at)
            .await
            .map_err(out_of_reach)?;
        Ok(revoked.map_err(ledger_error))
    }

    fn new_mandate(&self, new: &NewMandate) -> Tried<PluginMandate> {
        let amount = wit(new.amount)?;
        within(self.grant(LedgerOp::Mandate)?, amount)?;
        Ok(PluginMandate {
            id: self.key("mandate", &new.key)?,
            from: self.payer()?,
            amount,
            at: self.now(),
            expires_at: self.expiry(new.expires_at_ms)?,
            plugin: self.plugin.id.to_string(),
        })
    }

    /// The payer is the person who gave the mandate; the database knows who that is.
    fn planned_collection(&self, mandate: &str, payments: Vec<Payment>) -> Tried<Collection> {
        let mandate = self.own_mandate(mandate)?;
        if payments.is_empty() || payments.len() > MAX_LEGS {
            return Err(invalid(&format!(
                "a mandate is collected with 1 to {MAX_LEGS} payments"
            )));
        }
        let own = account_of(self.plugin.id.as_str());
        let payment = |payment: Payment| {
            let (to, kind) = match payment.to {
                Some(to) => (receiver(&to)?, Kind::Give),
                None => (own, Kind::Charge),
            };
            Ok(MandatePayment {
                to,
                kind,
                amount: wit(payment.amount)?,
                memo: memo(payment.memo)?,
            })
        };
        let payments: Tried<Vec<_>> = payments
            .into_iter()
            .enumerate()
            .map(|(n, one)| payment(one).map_err(|error| in_leg(n, error)))
            .collect();
        // The database replaces the person of the limits by the payer.
        let limits: GrantLimits = self.limits(self.grant(LedgerOp::Mandate)?, Uuid::nil());
        Ok(Collection {
            mandate,
            payments: payments?,
            at: self.now(),
            plugin: self.plugin.id.to_string(),
            limits,
        })
    }

    fn own_mandate(&self, mandate: &str) -> Result<Uuid, LedgerError> {
        self.grant(LedgerOp::Mandate)?;
        Uuid::try_parse(mandate).map_err(|_| ledger_error(Refusal::NoHold))
    }
}
