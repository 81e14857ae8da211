//! PortOne's refunds that are heard of early: before the order is known to be paid, or while an older answer is still
//! on its way. An order whose payment was refunded is never credited.

use std::time::Duration;

use serde_json::json;

use super::portone::{notify, start};
use super::{Notice, TRANSFERS, act, are_books_right, becomes, order, state, wallet};

fn cancelled(n: u8) -> impl Fn(&mut Notice) {
    move |notice: &mut Notice| {
        notice.id = format!("msg_cancelled_{n}");
        let kind = "Transaction.Cancelled";
        notice.body = notice.body.replace("Transaction.Paid", kind);
    }
}

/// What the order is when the refund is heard of.
#[derive(Clone, Copy, Debug)]
enum Before {
    Created,
    GivenUp,
    Expired,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_answer_that_is_older_than_the_refund_credits_nothing() {
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
                becomes(&app, &mina, &id, "expired").await;
            }
        }
        // The provider answers that it is paid; while that travels, the payment is refunded at its desk.
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
    // The webhook about the refund is the first thing that is heard of the payment.
    portone.knows(&id, "CANCELLED", json!({}));
    assert_eq!(notify(&app, &id, cancelled(1)).await, "200");
    assert_eq!(state(&mina, &id).await, "cancelled");
    assert_eq!(notify(&app, &id, |_| {}).await, "200");
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "cancelled"
    );
    // Credited and refunded: taken back once, and a late notice of the payment changes nothing.
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
    are_books_right(&app).await;
    app.stop().await;
}
