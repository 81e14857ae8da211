//! PortOne's refunds that are reported early: before the order is known to be paid, or while an older response is in
//! transit. An order whose payment was refunded is never credited.

use std::time::Duration;

use serde_json::json;

use super::portone::{notify, start};
use super::{Notice, TRANSFERS, act, check_ledger, order, state, wait_for_state, wallet};

fn cancelled(n: u8) -> impl Fn(&mut Notice) {
    move |notice: &mut Notice| {
        notice.id = format!("msg_cancelled_{n}");
        let kind = "Transaction.Cancelled";
        notice.body = notice.body.replace("Transaction.Paid", kind);
    }
}

/// The order's state when the refund is reported.
#[derive(Clone, Copy, Debug)]
enum Before {
    Created,
    GivenUp,
    Expired,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_response_older_than_the_refund_credits_nothing() {
    for before in [Before::Created, Before::GivenUp, Before::Expired] {
        let (app, portone) = start().await;
        let mut mina = app.person("mina").await;
        let id = order(&mina).await;
        match before {
            Before::Created => {}
            Before::GivenUp => assert_eq!(act(&mina, &id, "cancel").await.line(), "200"),
            Before::Expired => {
                app.advance(Duration::from_secs(3601));
                mina = mina.with_token(&crate::safety::log_in(&app, "mina").await);
                wait_for_state(&app, &mina, &id, "expired").await;
            }
        }
        // The provider responds "paid"; while the response is in transit, the payment is refunded.
        portone.knows(&id, "PAID", json!({}));
        let held = portone.hold_next();
        let confirm = act(&mina, &id, "confirm");
        let refund = async {
            held.made.notified().await;
            portone.knows(&id, "CANCELLED", json!({}));
            assert_eq!(notify(&app, &id, cancelled(1)).await, "200");
            held.release.notify_one();
        };
        let (confirmed, ()) = futures::join!(confirm, refund);
        assert_eq!(confirmed.line(), "200", "{before:?}");
        assert_eq!(app.count(TRANSFERS).await, 0, "{before:?}");
        assert_eq!(wallet(&app, &mina).await, (0, 0), "{before:?}");
        assert_ne!(state(&mina, &id).await, "paid", "{before:?}");
        app.stop().await;
    }
}

#[tokio::test]
async fn a_refund_before_the_order_is_paid_is_final() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    // The webhook about the refund is the first report of the payment.
    portone.knows(&id, "CANCELLED", json!({}));
    assert_eq!(notify(&app, &id, cancelled(1)).await, "200");
    assert_eq!(state(&mina, &id).await, "cancelled");
    assert_eq!(notify(&app, &id, |_| {}).await, "200");
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "cancelled"
    );
    // Credited and refunded: debited once, and a late notice of the payment changes nothing.
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    portone.knows(&id, "CANCELLED", json!({}));
    for n in 2..4 {
        assert_eq!(notify(&app, &id, cancelled(n)).await, "200");
    }
    assert_eq!(state(&mina, &id).await, "refunded");
    let late = |notice: &mut Notice| notice.id = "msg_late".into();
    assert_eq!(notify(&app, &id, late).await, "200");
    assert_eq!(state(&mina, &id).await, "refunded");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    assert_eq!(app.count(TRANSFERS).await, 2);
    check_ledger(&app).await;
    app.stop().await;
}
