//! The results and refusals of movements.

/// The movement was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The same key was posted before: nothing moved now.
    pub replayed: bool,
    /// The payer's balance after it, or the available balance after a hold; `None` for a replay or if the payer is the
    /// system.
    pub left: Option<i64>,
}

/// Why nothing moved. The caller must act on each refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    #[error("the key names another movement")]
    KeyConflict,
    #[error("not enough WIT")]
    Insufficient,
    #[error("there is no such account")]
    NoAccount,
    #[error("the account is frozen")]
    Frozen,
    #[error("the account is closed")]
    Closed,
    #[error("the amount or the parties are not valid")]
    InvalidAmount,
    #[error("the account cannot hold that much")]
    Overflow,
    #[error("there is no such hold")]
    NoHold,
    #[error("the hold was captured before")]
    HoldCaptured,
    #[error("the hold was released or has expired")]
    HoldEnded,
    #[error("the grant does not allow that much")]
    OverLimit,
    #[error("the lot is not whole any more")]
    LotSpent,
    #[error("there is no such payment of this person")]
    NoCharge,
}

impl Refusal {
    /// The refusal for a number that a database function returned; `None` for the two numbers of success.
    #[must_use]
    pub fn of_number(number: i16) -> Option<Self> {
        Some(match number {
            2 => Self::KeyConflict,
            3 => Self::Insufficient,
            4 => Self::NoAccount,
            5 => Self::Frozen,
            6 => Self::Closed,
            7 => Self::InvalidAmount,
            8 => Self::Overflow,
            9 => Self::NoHold,
            10 => Self::HoldCaptured,
            11 => Self::HoldEnded,
            12 => Self::OverLimit,
            13 => Self::LotSpent,
            14 => Self::NoCharge,
            _ => return None,
        })
    }
}

/// The error type of the ledger.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Decodes the first result column of the database functions.
pub(crate) fn posted(outcome: i16, left: Option<i64>) -> Result<Receipt, Failure> {
    match outcome {
        0 => Ok(Receipt {
            replayed: false,
            left,
        }),
        1 => Ok(Receipt {
            replayed: true,
            left: None,
        }),
        other => Err(match Refusal::of_number(other) {
            Some(refusal) => refusal.into(),
            None => Failure::Database(sqlx::Error::Protocol(format!(
                "an outcome {other} of the ledger"
            ))),
        }),
    }
}

/// Decodes the result of `ledger.pay`: the payer's balance, or a negated outcome.
pub(crate) fn paid(answer: Option<i64>) -> Result<Receipt, Failure> {
    match answer {
        Some(outcome) if outcome < 0 => posted(i16::try_from(-outcome).unwrap_or(i16::MAX), None),
        left => posted(0, left),
    }
}
