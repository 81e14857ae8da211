//! Every order state with every provider status.

use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{
    OrderSnapshot, OrderState, RefundBlocker, RefundState, Refundable, Step, blocker, next,
};
use crate::payments::price::{Currency, Money};
use crate::payments::provider::ProviderStatus;

const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);
const PRICE: Money = Money {
    currency: Currency::Krw,
    amount_minor: 1_400,
};
const ALL: [OrderState; 9] = [
    OrderState::Created,
    OrderState::Pending,
    OrderState::Paid,
    OrderState::Failed,
    OrderState::Cancelled,
    OrderState::Expired,
    OrderState::Refunding,
    OrderState::Refunded,
    OrderState::Disputed,
];

fn order(state: OrderState) -> OrderSnapshot<'static> {
    OrderSnapshot {
        state,
        price: PRICE,
        expires_at: NOW + Duration::minutes(1),
        failure: None,
        was_disputed: false,
        provider_refunded: false,
        refund: None,
    }
}

fn paid(money: Option<Money>) -> ProviderStatus {
    ProviderStatus::Paid {
        money,
        disputed: false,
    }
}

const DISPUTED: ProviderStatus = ProviderStatus::Paid {
    money: Some(PRICE),
    disputed: true,
};

#[test]
fn a_payment_is_credited_once() {
    use OrderState::{Cancelled, Created, Expired, Failed, Pending};
    for state in ALL {
        let credits = [Created, Pending, Expired, Cancelled, Failed].contains(&state);
        let step = next(&order(state), paid(Some(PRICE)), NOW);
        assert_eq!(
            step,
            if credits { Step::Credit } else { Step::Nothing },
            "{state:?}"
        );
    }
}

#[test]
fn anything_but_the_price_is_a_mismatch() {
    let other = |currency, amount_minor| {
        Some(Money {
            currency,
            amount_minor,
        })
    };
    for money in [
        None,
        other(Currency::Krw, 1_399),
        other(Currency::Krw, 1_401),
        other(Currency::Krw, 0),
        other(Currency::Krw, -1_400),
        other(Currency::Usd, 1_400),
    ] {
        let created = order(OrderState::Created);
        assert_eq!(
            next(&created, paid(money), NOW),
            Step::Mismatch,
            "{money:?}"
        );
    }
    // The mismatch is final, also when the correct amount is reported later.
    for code in ["payment_amount_mismatch", "payment_not_credited"] {
        let mut failed = order(OrderState::Failed);
        failed.failure = Some(code);
        for status in [
            paid(Some(PRICE)),
            DISPUTED,
            ProviderStatus::Cancelled,
            ProviderStatus::Pending,
        ] {
            assert_eq!(next(&failed, status, NOW), Step::Nothing);
        }
    }
    let mut declined = order(OrderState::Failed);
    declined.failure = Some("payment_declined");
    assert_eq!(
        next(&declined, paid(Some(PRICE)), NOW),
        Step::Credit,
        "another try"
    );
}

#[test]
fn unpaid_orders_wait_fail_or_expire() {
    for (state, status, step) in [
        (OrderState::Created, ProviderStatus::Unpaid, Step::Nothing),
        (OrderState::Created, ProviderStatus::Pending, Step::Wait),
        (OrderState::Created, ProviderStatus::Failed, Step::Decline),
        (OrderState::Created, ProviderStatus::Cancelled, Step::Cancel),
        (OrderState::Pending, ProviderStatus::Unpaid, Step::Nothing),
        (OrderState::Pending, ProviderStatus::Pending, Step::Nothing),
        (OrderState::Pending, ProviderStatus::Failed, Step::Decline),
        (OrderState::Pending, ProviderStatus::Cancelled, Step::Cancel),
        (OrderState::Expired, ProviderStatus::Unpaid, Step::Nothing),
        (OrderState::Expired, ProviderStatus::Pending, Step::Wait),
        (OrderState::Cancelled, ProviderStatus::Failed, Step::Nothing),
        (OrderState::Failed, ProviderStatus::Failed, Step::Nothing),
    ] {
        assert_eq!(
            next(&order(state), status, NOW),
            step,
            "{state:?} {status:?}"
        );
    }
    let mut late = order(OrderState::Created);
    late.expires_at = NOW;
    assert_eq!(next(&late, ProviderStatus::Unpaid, NOW), Step::Expire);
    assert_eq!(next(&late, ProviderStatus::Pending, NOW), Step::Wait);
    assert_eq!(next(&late, paid(Some(PRICE)), NOW), Step::Credit);
    late.state = OrderState::Pending;
    assert_eq!(next(&late, ProviderStatus::Pending, NOW), Step::Nothing);
    late.expires_at = NOW - Duration::days(7);
    assert_eq!(next(&late, ProviderStatus::Pending, NOW), Step::Expire);
    late.state = OrderState::Expired;
    assert_eq!(
        next(&late, ProviderStatus::Pending, NOW),
        Step::Nothing,
        "no circle"
    );
}

#[test]
fn a_returned_payment_debits_the_wit() {
    for (state, step) in [
        (OrderState::Paid, Step::Dispute),
        (OrderState::Refunding, Step::Dispute),
        (OrderState::Created, Step::Credit),
        (OrderState::Disputed, Step::Nothing),
        (OrderState::Refunded, Step::Nothing),
    ] {
        assert_eq!(next(&order(state), DISPUTED, NOW), step, "{state:?}");
        let mut settled = order(state);
        settled.was_disputed = true;
        assert_ne!(
            next(&settled, DISPUTED, NOW),
            Step::Dispute,
            "a dispute that was settled does not begin again"
        );
    }
    assert_eq!(
        next(&order(OrderState::Paid), ProviderStatus::Cancelled, NOW),
        Step::TakeBack
    );
    for (refund, step) in [
        (None, Step::TakeBack),
        (Some(RefundState::Requested), Step::TakeBack),
        (Some(RefundState::Approved), Step::Refunded),
        (Some(RefundState::Failed), Step::Refunded),
    ] {
        let mut refunding = order(OrderState::Refunding);
        refunding.refund = refund;
        assert_eq!(
            next(&refunding, ProviderStatus::Cancelled, NOW),
            step,
            "{refund:?}"
        );
    }
    for state in [OrderState::Disputed, OrderState::Refunded] {
        assert_eq!(
            next(&order(state), ProviderStatus::Cancelled, NOW),
            Step::Nothing
        );
    }
}

#[test]
fn a_refunded_payment_is_never_credited() {
    for state in ALL {
        let mut refunded = order(state);
        refunded.provider_refunded = true;
        let other = Money {
            amount_minor: 1,
            ..PRICE
        };
        for money in [None, Some(PRICE), Some(other)] {
            let step = next(&refunded, paid(money), NOW);
            assert_eq!(step, Step::Nothing, "{state:?} {money:?}");
        }
        let step = next(&refunded, DISPUTED, NOW);
        assert_ne!(step, Step::Credit, "{state:?}");
    }
}

#[test]
fn refund_rules() {
    let good = Refundable {
        state: OrderState::Paid,
        is_store: false,
        paid_at: Some(NOW - Duration::days(7)),
        dispute_lost: false,
        is_whole: true,
        is_frozen: false,
        amount: 10_000,
        available: 10_000,
    };
    assert_eq!(blocker(&good, NOW), None, "to the second");
    let check = |change: &dyn Fn(&mut Refundable), expected| {
        let mut order = good;
        change(&mut order);
        assert_eq!(blocker(&order, NOW), Some(expected), "{order:?}");
    };
    check(
        &|o| o.paid_at = Some(NOW - Duration::days(7) - Duration::SECOND),
        RefundBlocker::TooOld,
    );
    check(&|o| o.paid_at = None, RefundBlocker::NotPaid);
    check(&|o| o.is_store = true, RefundBlocker::Store);
    check(&|o| o.is_frozen = true, RefundBlocker::Frozen);
    check(&|o| o.is_whole = false, RefundBlocker::PartlySpent);
    check(&|o| o.available = 9_999, RefundBlocker::BalanceTooLow);
    for (state, expected) in [
        (OrderState::Created, RefundBlocker::NotPaid),
        (OrderState::Failed, RefundBlocker::NotPaid),
        (OrderState::Refunding, RefundBlocker::AlreadyRefunded),
        (OrderState::Refunded, RefundBlocker::AlreadyRefunded),
        (OrderState::Disputed, RefundBlocker::Frozen),
    ] {
        check(&|o| o.state = state, expected);
    }
    check(
        &|o| (o.state, o.dispute_lost) = (OrderState::Disputed, true),
        RefundBlocker::AlreadyRefunded,
    );
}
