//! The state machine of payments that plugins open: pure functions. One row decides between payment and expiry; what a
//! provider reports after the row has closed is refunded. A declined attempt does not close the row: another card can be tried until
//! it expires.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::price::{Currency, Money};
use super::provider::ProviderStatus;

/// How long after its expiry a payment is still polled: a late payment must be found and refunded.
pub(super) const WATCHED: Duration = Duration::hours(2);
/// A provider that cannot be reached delays the expiry by this much.
pub(super) const PATIENCE: Duration = Duration::minutes(10);

/// This many declined attempts end a payment: a payer who has mistyped needs fewer, and tests of stolen cards more.
pub(super) const MAX_DECLINES: i64 = 10;

/// The state of a payment for an order of a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginPaymentState {
    /// Can be paid; perhaps after declined attempts.
    Created,
    Paid,
    /// Declined too often, or cancelled at the provider before the kernel knew of it.
    Failed,
    Cancelled,
    Expired,
    /// Paid too late, or with another amount; refunded by the kernel.
    Voided,
    /// Refunded in full.
    Refunded,
    /// The payer called the payment back.
    Disputed,
}

impl PluginPaymentState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Voided => "voided",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Created,
            Self::Paid,
            Self::Failed,
            Self::Cancelled,
            Self::Expired,
            Self::Voided,
            Self::Refunded,
            Self::Disputed,
        ]
        .into_iter()
        .find(|known| known.as_str() == text)
    }
}

/// The fields that determine the next state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot {
    pub(super) state: PluginPaymentState,
    /// Won.
    pub(super) price: i64,
    pub(super) expires_at: OffsetDateTime,
    /// The declined attempts, with the one of the provider's status.
    pub(super) declines: i64,
}

/// The step that follows from a provider's status; `None` without a change.
pub(super) fn next(
    payment: Snapshot,
    status: ProviderStatus,
    now: OffsetDateTime,
) -> Option<PluginPaymentState> {
    use PluginPaymentState::{
        Cancelled, Created, Disputed, Expired, Failed, Paid, Refunded, Voided,
    };
    let price = Money {
        currency: Currency::Krw,
        amount_minor: payment.price,
    };
    match (payment.state, status) {
        (Created, ProviderStatus::Paid { money, .. }) => {
            Some(if money == Some(price) { Paid } else { Voided })
        }
        (Expired | Cancelled | Failed, ProviderStatus::Paid { .. }) => Some(Voided),
        (Created, ProviderStatus::Cancelled) => Some(Failed),
        (Created, ProviderStatus::Failed) if payment.declines >= MAX_DECLINES => Some(Failed),
        (Created, ProviderStatus::Unpaid | ProviderStatus::Pending | ProviderStatus::Failed)
            if payment.expires_at <= now =>
        {
            Some(Expired)
        }
        (Paid, ProviderStatus::Paid { disputed: true, .. }) => Some(Disputed),
        (Paid | Disputed, ProviderStatus::Cancelled) => Some(Refunded),
        _ => None,
    }
}

/// What the provider must have left of a payment before a refund, and what to ask it for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefundStep {
    /// The provider has made this refund already.
    Done,
    /// The refund takes all that is left.
    Whole,
    /// A part; `left` is what the provider has now.
    Part { left: i64 },
    /// The provider has another amount than the kernel.
    Differs,
}

/// The step of a refund of `amount`, if refunds of `done` were made of the `price`, and the provider reports `money`.
pub(super) fn refund_step(price: i64, done: i64, amount: i64, money: Option<Money>) -> RefundStep {
    let left = price - done;
    match money {
        Some(Money {
            currency: Currency::Krw,
            amount_minor,
        }) if amount_minor == left && amount == left => RefundStep::Whole,
        Some(Money {
            currency: Currency::Krw,
            amount_minor,
        }) if amount_minor == left && amount < left => RefundStep::Part { left },
        Some(Money {
            currency: Currency::Krw,
            amount_minor,
        }) if amount_minor == left - amount => RefundStep::Done,
        _ => RefundStep::Differs,
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::PluginPaymentState::{self as State, *};
    use super::{MAX_DECLINES, RefundStep, Snapshot, next, refund_step};
    use crate::payments::price::{Currency, Money};
    use crate::payments::provider::ProviderStatus;

    fn won(amount_minor: i64) -> Option<Money> {
        Some(Money {
            currency: Currency::Krw,
            amount_minor,
        })
    }

    #[test]
    fn one_row_decides_between_payment_and_expiry() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let check = |state: State, status, minutes: i64, expect: Option<State>| {
            let payment = Snapshot {
                state,
                price: 5_000,
                expires_at: start + Duration::minutes(10),
                declines: 1,
            };
            let now = start + Duration::minutes(minutes);
            assert_eq!(next(payment, status, now), expect, "{state:?} {status:?}");
        };
        let paid = |amount| ProviderStatus::Paid {
            money: won(amount),
            disputed: false,
        };
        check(Created, paid(5_000), 1, Some(Paid));
        // Not expired in the row yet: the stock is still reserved.
        check(Created, paid(5_000), 11, Some(Paid));
        check(Created, paid(4_999), 1, Some(Voided));
        let no_money = ProviderStatus::Paid {
            money: None,
            disputed: false,
        };
        check(Created, no_money, 1, Some(Voided));
        for closed in [Expired, Cancelled, Failed] {
            check(closed, paid(5_000), 11, Some(Voided));
            check(closed, ProviderStatus::Unpaid, 11, None);
        }
        check(Created, ProviderStatus::Unpaid, 9, None);
        check(Created, ProviderStatus::Unpaid, 10, Some(Expired));
        check(Created, ProviderStatus::Pending, 9, None);
        check(Created, ProviderStatus::Pending, 10, Some(Expired));
        check(Created, ProviderStatus::Cancelled, 1, Some(Failed));
        for last in [Voided, Refunded] {
            check(last, paid(5_000), 1, None);
            check(last, ProviderStatus::Cancelled, 1, None);
        }
        check(Paid, paid(5_000), 1, None);
        check(Paid, ProviderStatus::Cancelled, 1, Some(Refunded));
        let disputed = ProviderStatus::Paid {
            money: won(5_000),
            disputed: true,
        };
        check(Paid, disputed, 1, Some(Disputed));
        check(Disputed, disputed, 1, None);
        check(Disputed, ProviderStatus::Cancelled, 1, Some(Refunded));
    }

    #[test]
    fn a_declined_attempt_leaves_the_payment_open_until_its_end() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let check = |state: State, declines: i64, minutes: i64, expect: Option<State>| {
            let payment = Snapshot {
                state,
                price: 5_000,
                expires_at: start + Duration::minutes(10),
                declines,
            };
            let now = start + Duration::minutes(minutes);
            let step = next(payment, ProviderStatus::Failed, now);
            assert_eq!(step, expect, "{state:?} {declines} {minutes}");
        };
        check(Created, 1, 0, None);
        check(Created, MAX_DECLINES - 1, 9, None);
        check(Created, MAX_DECLINES, 1, Some(Failed));
        check(Created, MAX_DECLINES + 1, 1, Some(Failed));
        check(Created, 1, 10, Some(Expired));
        // A report of an earlier attempt, or a repeated one, after the payment was decided.
        for decided in [Paid, Failed, Cancelled, Expired, Voided, Refunded, Disputed] {
            check(decided, 1, 1, None);
            check(decided, MAX_DECLINES, 11, None);
        }
    }

    #[test]
    fn a_refund_is_made_once() {
        assert_eq!(refund_step(5_000, 0, 5_000, won(5_000)), RefundStep::Whole);
        assert_eq!(
            refund_step(5_000, 0, 2_000, won(5_000)),
            RefundStep::Part { left: 5_000 }
        );
        assert_eq!(refund_step(5_000, 0, 2_000, won(3_000)), RefundStep::Done);
        assert_eq!(
            refund_step(5_000, 2_000, 3_000, won(3_000)),
            RefundStep::Whole
        );
        assert_eq!(
            refund_step(5_000, 0, 2_000, won(1_000)),
            RefundStep::Differs
        );
        assert_eq!(refund_step(5_000, 0, 2_000, None), RefundStep::Differs);
    }
}
