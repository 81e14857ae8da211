//! The WIT account of an install: operators pay in, people pay charges, the plugin pays prizes from it, and the rest goes to the
//! owner of the resource at the end.
//!
//! Each movement into or out of the account locks the row of the install (`kernel.moves_wit`, or here), and none is made after the
//! install has ended. So what the end pays out is everything.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sqlx::{FromRow, PgConnection};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Failure, Key, Kind, Refusal, Transfer};

use super::messages::INSTALL_NOT_FOUND;
use super::store::InstallRow;
use super::views::InstallView;
use super::{Installs, ManagedScope};
use crate::error::{Error, Localized, Problem, Result, UNAVAILABLE};
use crate::postgres::begin;
use crate::wallet_admin::{INSUFFICIENT_WIT, WALLET_IS_FROZEN, push_wallet};

/// The most WIT of one payment into an install.
const MAX_WIT: u32 = 1_000_000;

/// WIT for the account of a plugin, or from it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Payment {
    /// Whole WIT, 1 to 1,000,000.
    pub amount: u32,
    /// An id of this payment: the same id again pays nothing.
    pub key: Uuid,
}

impl Installs {
    /// Moves WIT from the caller to the account of an install. Idempotent by the key.
    ///
    /// # Errors
    /// `insufficient_wit`, `wallet_frozen`, an amount out of range.
    pub async fn pay_in(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        payment: &Payment,
    ) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        let hundredths = checked(&row, payment)?;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        lock_running(&mut transaction, id).await?;
        let movement = Movement {
            key: "install payment",
            from: scope.person.id,
            to: ledger::plugin(id),
            hundredths,
            kind: Kind::Charge,
            event: ("funded", json!({ "hundredths": hundredths })),
        };
        self.pay(
            &mut transaction,
            (scope, &row),
            payment,
            movement,
            scope.person.id,
        )
        .await?;
        transaction.commit().await?;
        self.platform.signals.live.wake(scope.person.id);
        self.find(scope, id).await
    }

    /// Moves WIT from the account of an install to the owner of its resource, also for an administrator. Idempotent by the key.
    ///
    /// # Errors
    /// `insufficient_wit`, `wallet_frozen` of the owner, an amount out of range; `unavailable` without an owner.
    pub async fn pay_out(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        payment: &Payment,
    ) -> Result<InstallView> {
        let row = self.row(scope, id).await?;
        let hundredths = checked(&row, payment)?;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        lock_running(&mut transaction, id).await?;
        let owner = self.owner(&mut transaction, &row).await?;
        let owner = owner.ok_or(UNAVAILABLE)?;
        let movement = Movement {
            key: "install payout",
            from: ledger::plugin(id),
            to: owner.id,
            hundredths,
            kind: Kind::Reward,
            event: (
                "paid_out",
                json!({ "hundredths": hundredths, "to": owner.nickname }),
            ),
        };
        self.pay(&mut transaction, (scope, &row), payment, movement, owner.id)
            .await?;
        transaction.commit().await?;
        self.platform.signals.live.wake(owner.id);
        self.find(scope, id).await
    }

    /// Makes a movement once, records it in the history of the install, and updates the wallet of the person.
    async fn pay(
        &self,
        connection: &mut PgConnection,
        (scope, row): (&ManagedScope<'_>, &InstallRow),
        payment: &Payment,
        movement: Movement,
        person: Uuid,
    ) -> Result<()> {
        let key = payment.key.hyphenated().to_string();
        let transfer = Transfer {
            id: Key::of(&[movement.key, &row.id, &key]),
            from: movement.from,
            to: movement.to,
            amount: amount(movement.hundredths)?,
            kind: movement.kind,
            source: "kernel",
            memo: &row.plugin,
            at: self.platform.clock.now(),
        };
        // What an owner takes out may be what they have paid in.
        let receipt = match movement.kind {
            Kind::Reward => ledger::return_payments(connection, &transfer, false).await,
            _ => ledger::transfer(connection, &transfer).await,
        };
        if receipt.map_err(refused)?.replayed {
            return Ok(());
        }
        let (event, details) = movement.event;
        self.event(row, event, Some(scope.person.id))
            .with(details)
            .record(connection)
            .await?;
        push_wallet(connection, person, &self.platform.clock).await
    }

    /// The person who gets what an install leaves: the owner of its resource. None if the account was erased.
    pub(super) async fn owner(
        &self,
        connection: &mut PgConnection,
        row: &InstallRow,
    ) -> Result<Option<ResourceOwner>> {
        let plugins = self.platform.registry.current();
        let kind = plugins.resource_kind(&row.scope_kind);
        let Some(actions) = kind.and_then(|kind| kind.installs.as_ref()) else {
            return Ok(None);
        };
        let owner = sqlx::query_as(
            "select a.id, a.nickname from kernel.role_binding b join kernel.account a on a.id = b.account_id
             where b.scope = $1 and b.role = $2 and a.erased_at is null order by b.granted_at, a.id limit 1",
        )
        .bind(format!("{}:{}", row.scope_kind, row.scope_id))
        .bind(&actions.owner)
        .fetch_optional(connection)
        .await?;
        Ok(owner)
    }

    /// Moves everything on the account of an install that has ended to the owner of its resource, also if their wallet is
    /// frozen. Without an owner it stays until the data are deleted.
    pub(super) async fn return_funds(
        &self,
        connection: &mut PgConnection,
        row: &InstallRow,
    ) -> Result<Returned> {
        let account = ledger::plugin(&row.id);
        let balance = ledger::plugin_balance(connection, account).await?;
        let Some(owner) = self.owner(connection, row).await?.filter(|_| balance > 0) else {
            return Ok(Returned::default());
        };
        let transfer = self.rest_of(row, balance, (owner.id, Kind::Reward))?;
        match ledger::return_payments(connection, &transfer, true).await {
            Ok(_) => {}
            // It stays on the account.
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(
                    ?refusal,
                    install = row.id,
                    "WIT of an ended install was not returned"
                );
                return Ok(Returned::default());
            }
            Err(Failure::Database(error)) => return Err(error.into()),
        }
        push_wallet(connection, owner.id, &self.platform.clock).await?;
        Ok(Returned {
            hundredths: balance,
            to: Some(owner),
        })
    }

    /// Moves what is left without an owner to the platform, as the balance of an erased account.
    pub(super) async fn forfeit_funds(
        &self,
        connection: &mut PgConnection,
        row: &InstallRow,
    ) -> Result<i64> {
        let balance = ledger::plugin_balance(connection, ledger::plugin(&row.id)).await?;
        if balance > 0 {
            let transfer = self.rest_of(row, balance, (ledger::FORFEITED, Kind::Forfeit))?;
            let forfeited = ledger::force(connection, &transfer).await;
            forfeited.map_err(refused)?;
        }
        Ok(balance)
    }

    fn rest_of<'a>(
        &self,
        row: &'a InstallRow,
        balance: i64,
        (to, kind): (Uuid, Kind),
    ) -> Result<Transfer<'a>> {
        let end = self.new_id().hyphenated().to_string();
        Ok(Transfer {
            id: Key::of(&["install end", &row.id, &end]),
            from: ledger::plugin(&row.id),
            to,
            amount: amount(balance)?,
            kind,
            source: "kernel",
            memo: &row.plugin,
            at: self.platform.clock.now(),
        })
    }

    /// Updates the open screens of the person who got the WIT, after the commit.
    pub(super) fn wake(&self, returned: &Returned) {
        if let Some(owner) = &returned.to {
            self.platform.signals.live.wake(owner.id);
        }
    }
}

/// A payment into or out of the account of an install.
struct Movement {
    /// The first part of the key of the transfer.
    key: &'static str,
    from: Uuid,
    to: Uuid,
    hundredths: i64,
    kind: Kind,
    /// The entry of the history, with its details.
    event: (&'static str, serde_json::Value),
}

/// The owner of a resource.
#[derive(Clone, Debug, FromRow)]
pub(super) struct ResourceOwner {
    pub id: Uuid,
    pub nickname: Option<String>,
}

/// What an ended install has returned.
#[derive(Default)]
pub(super) struct Returned {
    pub hundredths: i64,
    pub to: Option<ResourceOwner>,
}

impl Returned {
    pub(super) fn nickname(&self) -> Option<&str> {
        self.to.as_ref()?.nickname.as_deref()
    }
}

/// The hundredths of a payment into or out of an install, which has play money only on trial.
fn checked(row: &InstallRow, payment: &Payment) -> Result<i64> {
    if row.is_trial {
        return Err(INSTALL_NOT_FOUND.into());
    }
    if !(1..=MAX_WIT).contains(&payment.amount) {
        let text = Localized::new(
            "1~1,000,000 WIT를 입력해 주세요.",
            "Enter 1 to 1,000,000 WIT.",
        );
        return Err(Problem::field("amount", text).into());
    }
    Ok(i64::from(payment.amount) * 100)
}

/// The end of an install pays out everything: nothing may be moved after it.
async fn lock_running(connection: &mut PgConnection, id: &str) -> Result<()> {
    let may_move: bool = sqlx::query_scalar("select kernel.moves_wit($1)")
        .bind(id)
        .fetch_one(connection)
        .await?;
    match may_move {
        true => Ok(()),
        false => Err(INSTALL_NOT_FOUND.into()),
    }
}

fn amount(hundredths: i64) -> Result<Amount> {
    Amount::new(hundredths).map_err(Error::internal)
}

fn refused(failure: Failure) -> Error {
    match failure {
        Failure::Refused(Refusal::Insufficient) => INSUFFICIENT_WIT.into(),
        Failure::Refused(Refusal::Frozen) => WALLET_IS_FROZEN.into(),
        Failure::Refused(refusal) => {
            tracing::warn!(?refusal, "WIT of an install was not moved");
            UNAVAILABLE.into()
        }
        Failure::Database(error) => error.into(),
    }
}
