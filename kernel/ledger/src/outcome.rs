//! What came of a movement.

/// It stands in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// It stood there before, under the same key: nothing moved now.
    pub replayed: bool,
    /// The payer's balance after it, or what they have available after a hold; absent where it was replayed or
    /// the payer is the system.
    pub left: Option<i64>,
}

/// Why nothing moved. Each is the caller's to act on.
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
}

impl Refusal {
    /// By the number that the functions of the database answer; nothing for the two that moved something.
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
            _ => return None,
        })
    }
}

/// What a function of the ledger fails with.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// What the functions of the database answer first.
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

/// What `ledger.pay` answers: what the payer has left, or an outcome, negated.
pub(crate) fn paid(answer: Option<i64>) -> Result<Receipt, Failure> {
    match answer {
        Some(outcome) if outcome < 0 => posted(i16::try_from(-outcome).unwrap_or(i16::MAX), None),
        left => posted(0, left),
    }
}
