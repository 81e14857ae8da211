//! The WIT account of an install: an operator pays in, the plugin pays prizes from it, and the rest comes back at the end.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Failure, Key, Kind, Refusal, Transfer};

use super::messages::INSTALL_NOT_FOUND;
use super::views::InstallView;
use super::{Installs, ManagedScope};
use crate::error::{Error, Localized, Problem, Result, UNAVAILABLE};
use crate::postgres::begin;
use crate::wallet_admin::{INSUFFICIENT_WIT, WALLET_IS_FROZEN, push_wallet};

/// The most WIT of one payment into an install.
const MAX_WIT: u32 = 1_000_000;

/// WIT for the account of a plugin.
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
        // A trial has play money only.
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
        let hundredths = i64::from(payment.amount) * 100;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        // An uninstall returns the WIT: nothing may be paid in after it.
        let is_there =
            "select 1 from kernel.install where id = $1 and state <> 'uninstalled' for share";
        let row_lock = sqlx::query(is_there)
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
        row_lock.ok_or(INSTALL_NOT_FOUND)?;
        let key = payment.key.hyphenated().to_string();
        let receipt = ledger::transfer(
            &mut transaction,
            &Transfer {
                id: Key::of(&["install payment", id, &key]),
                from: scope.person.id,
                to: ledger::plugin(id),
                amount: amount(hundredths)?,
                kind: Kind::Charge,
                source: "kernel",
                memo: &row.plugin,
                at: self.platform.clock.now(),
            },
        )
        .await
        .map_err(refused)?;
        if !receipt.replayed {
            self.event(&row, "funded", Some(scope.person.id))
                .with(json!({ "hundredths": hundredths }))
                .record(&mut transaction)
                .await?;
            push_wallet(&mut transaction, scope.person.id, &self.platform.clock).await?;
        }
        transaction.commit().await?;
        self.platform.signals.live.wake(scope.person.id);
        self.find(scope, id).await
    }

    /// Moves everything on the account of an install to a person; returns the amount in hundredths.
    pub(super) async fn return_funds(
        &self,
        connection: &mut PgConnection,
        id: &str,
        to: Uuid,
    ) -> Result<i64> {
        let account = ledger::plugin(id);
        let balance = ledger::plugin_balance(connection, account).await?;
        if balance <= 0 {
            return Ok(0);
        }
        let transfer = Transfer {
            id: Key::of(&["install end", id, &self.new_id().hyphenated().to_string()]),
            from: account,
            to,
            amount: amount(balance)?,
            kind: Kind::Reward,
            source: "kernel",
            memo: "",
            at: self.platform.clock.now(),
        };
        ledger::transfer(connection, &transfer)
            .await
            .map_err(refused)?;
        push_wallet(connection, to, &self.platform.clock).await?;
        Ok(balance)
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
