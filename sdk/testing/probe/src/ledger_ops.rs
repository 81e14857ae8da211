//! The ops about WIT: their parameters, and results as JSON.

use crate::perform::{Step, ok};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::ledger;

/// A leg of `TransferLegs`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct LegOp {
    operation: String,
    to: Option<String>,
    amount: u64,
    #[serde(default)]
    memo: String,
}

impl From<LegOp> for ledger::Leg {
    fn from(leg: LegOp) -> Self {
        Self {
            operation: operation(&leg.operation),
            to: leg.to,
            amount: leg.amount,
            memo: leg.memo,
        }
    }
}

/// One movement: `operation` is charge, give, reward or issue, or refund with a `charge`. Amounts are hundredths.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct TransferOp {
    operation: String,
    key: String,
    to: Option<String>,
    amount: u64,
    #[serde(default)]
    memo: String,
    charge: Option<String>,
}

impl TransferOp {
    pub(crate) fn make(self) -> Result<ledger::Posting, ledger::LedgerError> {
        let Self {
            key, amount, memo, ..
        } = self;
        match self.charge {
            Some(charge) => ledger::refund(&ledger::NewRefund {
                key,
                charge,
                to: self.to.unwrap_or_default(),
                amount,
                memo,
            }),
            None => ledger::transfer(&ledger::Movement {
                operation: operation(&self.operation),
                key,
                to: self.to,
                amount,
                memo,
            }),
        }
    }
}

/// A payment of `Collect`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct PaymentOp {
    to: Option<String>,
    amount: u64,
    #[serde(default)]
    memo: String,
}

impl From<PaymentOp> for ledger::Payment {
    fn from(payment: PaymentOp) -> Self {
        Self {
            to: payment.to,
            amount: payment.amount,
            memo: payment.memo,
        }
    }
}

/// An absent name is the caller; `plugin` is the probe's own account.
pub(crate) fn party(of: Option<String>) -> ledger::Party {
    match of {
        None => ledger::Party::Caller,
        Some(of) if of == "plugin" => ledger::Party::Plugin,
        Some(of) => ledger::Party::Person(of),
    }
}

pub(crate) fn posting(posted: Result<ledger::Posting, ledger::LedgerError>) -> Step {
    match posted {
        Ok(posting) => ok(json!({ "id": posting.id, "replayed": posting.replayed })),
        Err(error) => ledger_error(&error),
    }
}

pub(crate) fn nothing(result: Result<(), ledger::LedgerError>) -> Step {
    match result {
        Ok(()) => ok(Json::Null),
        Err(error) => ledger_error(&error),
    }
}

/// Counts a payment, or what was kept of it.
pub(crate) fn count_spending(key: &str, world: &str, kept: Option<u64>) -> Step {
    nothing(match kept {
        Some(kept) => ledger::count_spending_kept(key, world, kept),
        None => ledger::count_spending(key, world),
    })
}

fn operation(name: &str) -> ledger::Operation {
    match name {
        "charge" => ledger::Operation::Charge,
        "give" => ledger::Operation::Give,
        "reward" => ledger::Operation::Reward,
        _ => ledger::Operation::Issue,
    }
}

pub(crate) fn ledger_error(error: &ledger::LedgerError) -> Step {
    let kind = format!("{:?}", error.kind);
    let kind = kind.rsplit("::").next().unwrap_or_default();
    json!({ "error": { "kind": kind, "message": error.message } }).into()
}
