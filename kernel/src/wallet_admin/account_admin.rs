//! Administration of wallets: a person's balance and last movements, freezing, daily totals, and the result of the
//! ledger check.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::types::Json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Filter, State};

use super::wallet::named;
use super::{
    Movement, WALLET_IS_CLOSED, WALLET_STATE_UNCHANGED, WalletAdmin, email_templates,
    require_balance,
};
use crate::clock::KST;
use crate::error::Result;
use crate::identity::audit::{Entry, kind};
use crate::identity::{NO_SUCH_PERSON, Origin};
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::typed_text::paragraph;

/// How many movements an administrator sees.
const LAST: i64 = 20;

/// A person's wallet as shown to administrators; amounts in hundredths of a WIT.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountWallet {
    pub account_id: Uuid,
    pub nickname: Option<String>,
    pub balance_hundredths: i64,
    pub held_hundredths: i64,
    /// `active`, `frozen` or `closed`.
    pub state: String,
    pub frozen_reason: Option<String>,
    /// The latest movements, at most 20.
    pub movements: Vec<Movement>,
}

/// The totals of one day in Korean time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayTotal {
    /// `2026-11-21`
    pub day: String,
    pub kind: String,
    pub count: i64,
    pub amount_hundredths: i64,
}

/// The totals of the last days, and of all balances.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// The latest day first.
    pub items: Vec<DayTotal>,
    /// The WIT of all people.
    pub circulation_hundredths: i64,
    /// The held part of it.
    pub held_hundredths: i64,
}

/// The result of the last ledger check.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatestCheck {
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub checked_at: OffsetDateTime,
    /// The errors that were found; empty if the ledger is correct.
    pub findings: Vec<String>,
    pub accounts: i64,
    pub entries: i64,
}

impl WalletAdmin {
    /// A person's wallet.
    ///
    /// # Errors
    /// `forbidden`, `user_not_found`.
    pub async fn account_wallet(
        &self,
        _by: &Authorized<'_, Administer>,
        account: Uuid,
    ) -> Result<AccountWallet> {
        let mut connection = self.pool.acquire().await?;
        if account >= ledger::FIRST_HOUSE_ACCOUNT {
            return Err(NO_SUCH_PERSON.into());
        }
        let balance = require_balance(&mut connection, account).await?;
        let nickname: Option<Option<String>> =
            sqlx::query_scalar("select nickname from kernel.account where id = $1")
                .bind(account)
                .fetch_optional(&mut *connection)
                .await?;
        let entries = ledger::history(
            &mut connection,
            account,
            &Filter::default(),
            i64::MAX,
            0..LAST,
        )
        .await?;
        Ok(AccountWallet {
            account_id: account,
            nickname: nickname.flatten(),
            balance_hundredths: balance.balance,
            held_hundredths: balance.held,
            state: balance.state.as_str().to_owned(),
            frozen_reason: (balance.state == State::Frozen).then_some(balance.reason),
            movements: named(&mut connection, entries).await?,
        })
    }

    /// Freezes or unfreezes a person's wallet.
    ///
    /// # Errors
    /// `wallet_state_unchanged`, `wallet_closed`, `user_not_found`, a field.
    pub async fn set_frozen(
        &self,
        by: &Authorized<'_, Administer>,
        origin: &Origin,
        account: Uuid,
        frozen: bool,
        reason: &str,
    ) -> Result<()> {
        let reason = paragraph("reason", reason, 5..=500)?;
        if account >= ledger::FIRST_HOUSE_ACCOUNT {
            return Err(NO_SUCH_PERSON.into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        // Locks the account: of two concurrent requests the second one finds the state unchanged.
        sqlx::query("select 1 from kernel.account where id = $1 for no key update")
            .bind(account)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(NO_SUCH_PERSON)?;
        let state = require_balance(&mut transaction, account).await?.state;
        let wanted = if frozen { State::Frozen } else { State::Active };
        match state {
            State::Closed => return Err(WALLET_IS_CLOSED.into()),
            state if state == wanted => return Err(WALLET_STATE_UNCHANGED.into()),
            _ => {}
        }
        let kept = if frozen { reason.as_str() } else { "" };
        self.states
            .set(&mut transaction, account, (wanted, kept))
            .await?;
        let entry = Entry {
            account,
            kind: if frozen {
                kind::WALLET_FROZEN
            } else {
                kind::WALLET_UNFROZEN
            },
            by: Some(by.person.id),
            origin,
            details: json!({ "reason": reason }),
        };
        self.identity.audit.record(&mut transaction, entry).await?;
        self.commit_and_notify(transaction, account, |to, language| {
            if frozen {
                email_templates::frozen(to, &reason, language)
            } else {
                email_templates::wallet_unfrozen(to, &reason, language)
            }
        })
        .await
    }

    /// The totals of the last `days` days.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn totals(&self, _by: &Authorized<'_, Administer>, days: u8) -> Result<Totals> {
        let today = self.clock.now().to_offset(KST).date();
        let from = today - Duration::days(i64::from(days) - 1);
        let mut connection = self.pool.acquire().await?;
        let totals = ledger::totals(&mut connection, from).await?;
        let circulation = ledger::circulation(&mut connection).await?;
        Ok(Totals {
            items: totals
                .into_iter()
                .map(|total| DayTotal {
                    day: total.day.to_string(),
                    kind: total.kind.as_str().to_owned(),
                    count: total.transfers,
                    amount_hundredths: total.amount,
                })
                .collect(),
            circulation_hundredths: circulation.hundredths,
            held_hundredths: circulation.held,
        })
    }

    /// The result of the last ledger check; `None` before the first one.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn latest_check(
        &self,
        _by: &Authorized<'_, Administer>,
    ) -> Result<Option<LatestCheck>> {
        let latest: Option<(OffsetDateTime, i64, i64, Json<Vec<String>>)> = sqlx::query_as(
            "select at, accounts, entries, findings from kernel.ledger_check where finished
             order by at desc limit 1",
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(latest.map(
            |(checked_at, accounts, entries, Json(findings))| LatestCheck {
                checked_at,
                findings,
                accounts,
                entries,
            },
        ))
    }
}
