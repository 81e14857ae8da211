//! WIT for people and administrators: balances, histories and their proof, corrections by two people, and the
//! maintenance of the ledger. The ledger defines the rules of movements; the payments module defines prices.

mod account_admin;
mod adjustments;
mod email_templates;
mod history_filter;
mod maintenance_jobs;
mod messages;
mod statement;
mod wallet;
mod wallet_states;

pub use account_admin::{AccountWallet, DayTotal, LatestCheck, Totals};
pub use adjustments::Adjustment;
pub use history_filter::{Lookup, month_of};
pub use messages::*;
pub use wallet::{Counterparty, HoldView, MonthSum, Movement, Proof, ProofLink, Side};
pub use wallet_states::WalletStates;

use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Failure, Refusal};

use crate::clock::{Clock, Rng};
use crate::error::{Error, Language, Result};
use crate::identity::Identity;
use crate::mailer::{self, Mailer, Message};
use crate::unit_of_work::Signals;

/// All operations on WIT except movements and purchases.
#[derive(Clone)]
pub struct WalletAdmin {
    pool: PgPool,
    clock: Clock,
    rng: Rng,
    identity: Identity,
    mailer: Mailer,
    signals: Signals,
    states: WalletStates,
    /// The beginning of links in mails.
    base: String,
}

/// The dependencies of [`WalletAdmin`].
pub struct Parts {
    pub pool: PgPool,
    pub clock: Clock,
    pub rng: Rng,
    pub identity: Identity,
    pub mailer: Mailer,
    pub signals: Signals,
    pub states: WalletStates,
    pub base: String,
}

impl WalletAdmin {
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self {
            pool: parts.pool,
            clock: parts.clock,
            rng: parts.rng,
            identity: parts.identity,
            mailer: parts.mailer,
            signals: parts.signals,
            states: parts.states,
            base: parts.base,
        }
    }

    fn id(&self) -> Uuid {
        self.rng.uuid(self.clock.now_ms())
    }

    /// Commits with a mail to a person and a push of the new balance.
    async fn commit_and_notify(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        person: Uuid,
        compose: impl FnOnce(&str, Language) -> Message,
    ) -> Result<()> {
        push_wallet(&mut transaction, person, &self.clock).await?;
        let receiver: Option<(String, String)> = sqlx::query_as(
            "select email, language from kernel.account where id = $1 and erased_at is null",
        )
        .bind(person)
        .fetch_optional(&mut *transaction)
        .await?;
        if let Some((email, language)) = receiver {
            let language = Language::parse(&language).unwrap_or_default();
            let message = compose(&email, language);
            mailer::queue(&mut transaction, &self.rng, &self.clock, &message).await?;
        }
        transaction.commit().await?;
        self.mailer.queued.notify_one();
        self.signals.deliveries.notify_one();
        self.signals.live.wake(person);
        Ok(())
    }
}

/// Queues a push with a person's current balance.
pub(crate) async fn push_wallet(
    connection: &mut PgConnection,
    person: Uuid,
    clock: &Clock,
) -> Result<()> {
    sqlx::query(
        "select kernel.push_live(a.id, 'kernel.wallet.changed',
                jsonb_build_object('balanceHundredths', a.balance, 'heldHundredths', a.held,
                                   'availableHundredths', a.balance - a.held), $2)
         from ledger.account a where a.id = $1 and a.kind = 0",
    )
    .bind(person)
    .bind(clock.now())
    .execute(connection)
    .await?;
    Ok(())
}

/// The balance of an account, or an error if there is no such account.
async fn require_balance(connection: &mut PgConnection, account: Uuid) -> Result<ledger::Balance> {
    ledger::balance(connection, account)
        .await?
        .ok_or_else(|| crate::identity::NO_SUCH_PERSON.into())
}

/// Converts a refusal of the ledger to an error for people.
fn refusal_error(failure: Failure) -> Error {
    match failure {
        Failure::Database(error) => error.into(),
        Failure::Refused(refusal) => match refusal {
            Refusal::Insufficient => INSUFFICIENT_WIT.into(),
            Refusal::Frozen => WALLET_IS_FROZEN.into(),
            Refusal::Closed | Refusal::NoAccount => WALLET_IS_CLOSED.into(),
            Refusal::InvalidAmount | Refusal::Overflow => WIT_AMOUNT_INVALID.into(),
            refusal => Error::internal(format!("the ledger refuses: {refusal}")),
        },
    }
}
