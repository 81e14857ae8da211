//! The only way to freeze and unfreeze wallets: plugins that show what can be bought hear of it.

use std::sync::Arc;

use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;
use witverse_ledger::{self as ledger, State};

use crate::clock::{Clock, Rng};
use crate::error::Result;
use crate::plugins::{Registry, publish_of_kernel};

/// The event after a wallet was frozen or unfrozen: {userId}.
const CHANGED: &str = "kernel.wallet.changed@1";

/// Sets the state of wallets.
#[derive(Clone)]
pub struct WalletStates {
    pub registry: Arc<Registry>,
    pub rng: Rng,
    pub clock: Clock,
}

impl WalletStates {
    /// Sets the state of a wallet, and queues the event for plugins. The caller wakes the event relay after the commit.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        (state, reason): (State, &str),
    ) -> Result<()> {
        ledger::set_state(&mut *connection, account, state, reason).await?;
        let plugins = self.registry.current();
        let content = json!({ "userId": account });
        publish_of_kernel(
            connection,
            &plugins,
            &self.rng,
            &self.clock,
            CHANGED,
            &content,
        )
        .await
    }
}
