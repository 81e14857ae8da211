//! What people paid to a plugin: counted as spent in a world, or given back.

use serde_json::json;
use uuid::Uuid;
use witverse_runtime::types::{LedgerError, LedgerErrorKind};

use super::ledger::invalid;
use super::{Answer, PluginHost, Tried, out_of_reach};
use crate::unit_of_work::{ChargeIds, SpendingOutcome};

/// The event after WIT was spent in a world: `{worldId, userId, hundredths}`.
const SPENT: &str = "kernel.wit.spent@1";

impl PluginHost {
    /// Counts a payment of the plugin, or `kept` hundredths of it.
    pub(super) async fn count_spending(
        &mut self,
        key: &str,
        world: &str,
        kept: Option<u64>,
    ) -> Answer<Tried<()>> {
        self.need(self.plugin.manifest().capabilities.spending, "spending")?;
        let kept = match kept.map(i64::try_from) {
            None => None,
            Some(Ok(kept)) if kept > 0 => Some(kept),
            Some(_) => return Ok(Err(invalid("what was kept is not a positive amount"))),
        };
        let ids = (|| {
            let (transfer, legs) = (self.key("transfer", key)?, self.key("legs", key)?);
            Ok((transfer, legs, self.key("mandate", key)?))
        })();
        let (transfer, legs, mandate) = match ids {
            Ok(ids) => ids,
            Err(error) => return Ok(Err(error)),
        };
        let Some(world) = Uuid::try_parse(world).ok() else {
            return Ok(Err(unknown_world()));
        };
        let plugin = self.plugin.id.to_string();
        let mut spent = self
            .work()
            .count_spending((transfer, legs), &plugin, world, kept)
            .await
            .map_err(out_of_reach)?;
        if spent == SpendingOutcome::NoTransfer {
            spent = self
                .work()
                .count_spending((mandate, mandate), &plugin, world, kept)
                .await
                .map_err(out_of_reach)?;
        }
        match spent {
            SpendingOutcome::Now { payer, hundredths } => {
                let content = json!({
                    "worldId": world, "userId": payer, "hundredths": hundredths,
                });
                self.publish_of_kernel(SPENT, content.to_string().as_bytes());
                Ok(Ok(()))
            }
            SpendingOutcome::Before => Ok(Ok(())),
            SpendingOutcome::NoTransfer => Ok(Err(invalid("nothing was moved under this key"))),
            SpendingOutcome::NoWorld => Ok(Err(unknown_world())),
        }
    }
}

impl PluginHost {
    /// A payment to this plugin by its key, which may be of a transfer, of legs, of a hold or of a mandate, or by the id of a hold
    /// or a mandate. The database looks for payments to this plugin only.
    pub(super) fn charge_ids(&self, charge: &str) -> Tried<ChargeIds> {
        let id = Uuid::try_parse(charge).ok();
        let (hold, mandate) = (self.key("hold", charge)?, self.key("mandate", charge)?);
        Ok(ChargeIds {
            transfer: self.key("transfer", charge)?,
            legs: [self.key("legs", charge)?, mandate]
                .into_iter()
                .chain(id)
                .collect(),
            holds: [hold].into_iter().chain(id).collect(),
        })
    }
}

fn unknown_world() -> LedgerError {
    LedgerError {
        kind: LedgerErrorKind::NoSuchAccount,
        message: "there is no such world".to_owned(),
    }
}
