//! The state machine of orders: pure functions, so that every pair of a state and a provider status can be tested.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::messages::{PAYMENT_AMOUNT_MISMATCH, PAYMENT_NOT_CREDITED};
use super::price::Money;
use super::provider::ProviderStatus;
use crate::error::{Error, Result};

/// How long after its payment an order can be refunded.
pub(super) const REFUNDABLE: Duration = Duration::days(7);
/// How long a payment may stay pending at its provider before the order fails.
const PATIENCE: Duration = Duration::days(7);

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$what])* #[serde(rename = $text)] $word,)*
        }

        impl $name {
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$word => $text,)*
                }
            }

            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$word),)*
                    _ => None,
                }
            }

        }
    };
}

words! {
    /// The state of an order.
    OrderState {
        /// Not paid yet.
        Created = "created",
        /// The provider is processing the payment.
        Pending = "pending",
        /// Paid; its WIT are credited to the wallet.
        Paid = "paid",
        /// Declined, or paid with a wrong amount.
        Failed = "failed",
        Cancelled = "cancelled",
        Expired = "expired",
        /// A refund was requested, and is undecided or not completed yet.
        Refunding = "refunding",
        Refunded = "refunded",
        /// The payer called the payment back.
        Disputed = "disputed",
    }
}

words! {
    /// The state of a refund request.
    RefundState {
        Requested = "requested",
        Withdrawn = "withdrawn",
        /// Approved; the refund task is queued.
        Approved = "approved",
        Refunded = "refunded",
        Rejected = "rejected",
        /// Approved, but the refund task failed; approving again repeats it.
        Failed = "failed",
    }
}

words! {
    /// Why an order cannot be refunded.
    RefundBlocker {
        TooOld = "too_old",
        BalanceTooLow = "balance_too_low",
        PartlySpent = "partly_spent",
        AlreadyRefunded = "already_refunded",
        NotPaid = "not_paid",
        Frozen = "frozen",
        /// App stores refund their purchases by their own rules.
        Store = "store",
    }
}

/// Parses the text of a database row with [`OrderState::parse`] or a similar function.
pub(super) fn read<T>(parse: impl Fn(&str) -> Option<T>, text: &str) -> Result<T> {
    parse(text).ok_or_else(|| Error::internal(format!("unknown value {text:?} in a payments row")))
}

/// The fields of an order that determine its next state.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderSnapshot<'a> {
    pub(super) state: OrderState,
    pub(super) price: Money,
    pub(super) expires_at: OffsetDateTime,
    /// Why the order failed.
    pub(super) failure: Option<&'a str>,
    pub(super) was_disputed: bool,
    /// Its provider has reported that the payment was refunded in full, which is final.
    pub(super) provider_refunded: bool,
    /// The state of the open refund request.
    pub(super) refund: Option<RefundState>,
}

/// The step that follows from a provider status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Nothing,
    /// The provider is processing the payment.
    Wait,
    Credit,
    /// Paid with a wrong amount or currency: refund it.
    Mismatch,
    Decline,
    Cancel,
    Expire,
    /// The payer called the payment back.
    Dispute,
    /// The provider refunded it without a refund task of the kernel.
    TakeBack,
    /// The provider refunded it for a refund task of the kernel.
    Refunded,
}

/// The next step of an order after a provider status.
pub(super) fn next(order: &OrderSnapshot<'_>, status: ProviderStatus, now: OffsetDateTime) -> Step {
    use OrderState::{
        Cancelled, Created, Disputed, Expired, Failed, Paid, Pending, Refunded, Refunding,
    };
    let given_up = order.expires_at + PATIENCE <= now;
    // The payment is being refunded, independently of later statuses.
    let being_cancelled = order.failure.is_some_and(|code| {
        [PAYMENT_AMOUNT_MISMATCH.code, PAYMENT_NOT_CREDITED.code].contains(&code)
    });
    match (order.state, status) {
        (Failed, _) if being_cancelled => Step::Nothing,
        // A stale answer: made before the refund, processed after it.
        (Created | Pending | Expired | Cancelled | Failed, ProviderStatus::Paid { .. })
            if order.provider_refunded =>
        {
            Step::Nothing
        }
        // A payment is always credited, also after the order was cancelled or expired.
        (Created | Pending | Expired | Cancelled | Failed, ProviderStatus::Paid { money, .. }) => {
            if money == Some(order.price) {
                Step::Credit
            } else {
                Step::Mismatch
            }
        }
        (Created | Expired, ProviderStatus::Pending) if !given_up => Step::Wait,
        (Pending, ProviderStatus::Pending | ProviderStatus::Unpaid) if given_up => Step::Expire,
        (Created, ProviderStatus::Unpaid) if order.expires_at <= now => Step::Expire,
        (Created | Pending, ProviderStatus::Failed) => Step::Decline,
        (Created | Pending, ProviderStatus::Cancelled) => Step::Cancel,
        (Paid | Refunding, ProviderStatus::Paid { disputed: true, .. }) if !order.was_disputed => {
            Step::Dispute
        }
        (Paid, ProviderStatus::Cancelled) => Step::TakeBack,
        (Refunding, ProviderStatus::Cancelled) => match order.refund {
            Some(RefundState::Approved | RefundState::Failed) => Step::Refunded,
            _ => Step::TakeBack,
        },
        (
            Created | Pending | Paid | Failed | Cancelled | Expired | Refunding | Refunded
            | Disputed,
            _,
        ) => Step::Nothing,
    }
}

/// The fields of an order that determine whether it can be refunded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refundable {
    pub(super) state: OrderState,
    pub(super) is_store: bool,
    pub(super) paid_at: Option<OffsetDateTime>,
    pub(super) dispute_lost: bool,
    /// Whether none of the bought WIT were spent.
    pub(super) is_whole: bool,
    pub(super) is_frozen: bool,
    pub(super) amount: i64,
    pub(super) available: i64,
}

/// Why an order cannot be refunded now; `None` if it can.
pub(super) fn blocker(order: &Refundable, now: OffsetDateTime) -> Option<RefundBlocker> {
    let Some(paid_at) = order.paid_at else {
        return Some(RefundBlocker::NotPaid);
    };
    match order.state {
        OrderState::Refunding | OrderState::Refunded => {
            return Some(RefundBlocker::AlreadyRefunded);
        }
        OrderState::Disputed if order.dispute_lost => {
            return Some(RefundBlocker::AlreadyRefunded);
        }
        OrderState::Disputed => return Some(RefundBlocker::Frozen),
        OrderState::Paid => {}
        _ => return Some(RefundBlocker::NotPaid),
    }
    if order.is_store {
        Some(RefundBlocker::Store)
    } else if paid_at + REFUNDABLE < now {
        Some(RefundBlocker::TooOld)
    } else if order.is_frozen {
        Some(RefundBlocker::Frozen)
    } else if !order.is_whole {
        Some(RefundBlocker::PartlySpent)
    } else if order.available < order.amount {
        Some(RefundBlocker::BalanceTooLow)
    } else {
        None
    }
}

/// The outcome of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DisputeOutcome {
    /// The platform keeps the payment.
    Won,
    /// The payer was refunded.
    Lost,
}

impl DisputeOutcome {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }

    pub(super) fn read(text: &str) -> Result<Self> {
        match text {
            "won" => Ok(Self::Won),
            "lost" => Ok(Self::Lost),
            other => Err(Error::internal(format!("a dispute ended {other:?}"))),
        }
    }
}

#[cfg(test)]
mod tests;
