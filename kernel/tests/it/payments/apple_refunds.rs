//! Refunds by the App Store and outdated signed transactions: a transaction that was refunded, or may have been, is
//! never credited, whichever of notice and purchase arrives first.

use serde_json::json;

use super::apple::{AppStore, WEBHOOK, bring, ms_ago, with};
use super::{TRANSFERS, check_ledger, state, wallet};
use crate::user::text;

const DAY_MS: i64 = 86_400_000;
const ORDERS_MADE: &str = "select count(*) from kernel.payment_order";

#[tokio::test]
async fn a_refund_notice_before_the_purchase_refuses_the_purchase() {
    for kind in ["REFUND", "REVOKE"] {
        let store = AppStore::new();
        let app = store.app().await;
        let (mina, visitor) = (app.person("mina").await, app.visitor());
        let purchase = store.purchase(&mina);
        let signed = store.sign(&purchase);
        let refunded = with(&purchase, "revocationDate", json!(ms_ago(600)));
        let notice = store.notification(kind, &refunded);
        for _ in 0..2 {
            let response = visitor.post(WEBHOOK, notice.clone()).await;
            assert_eq!(response.line(), "200");
            let reply = bring(&mina, &signed).await;
            assert_eq!(reply.line(), "400 purchase_invalid", "{kind}");
        }
        // A repeated notice whose receipt was deleted changes nothing.
        sqlx::query("delete from kernel.webhook_receipt")
            .execute(app.owner())
            .await
            .unwrap();
        assert_eq!(visitor.post(WEBHOOK, notice).await.line(), "200");
        let reply = bring(&mina, &signed).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{kind}");
        assert_eq!(app.count(ORDERS_MADE).await, 0);
        assert_eq!(app.count(TRANSFERS).await, 0);
        // Another transaction of the same person is not affected.
        let other = with(&purchase, "transactionId", json!("2002"));
        assert_eq!(bring(&mina, &store.sign(&other)).await.line(), "200");
        app.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_refund_notice_and_purchase_leave_no_credit() {
    let store = AppStore::new();
    let app = store.app().await;
    let (mina, visitor) = (app.person("mina").await, app.visitor());
    let mut credited = 0;
    for n in 0..24 {
        let purchase = with(
            &store.purchase(&mina),
            "transactionId",
            json!(format!("race-{n}")),
        );
        let signed = store.sign(&purchase);
        let notice = store.notification("REFUND", &purchase);
        // Both orders of arrival occur.
        let (ahead, behind) = if n % 2 == 0 { (0, n) } else { (n, 0) };
        let pause = |ms: u64| tokio::time::sleep(std::time::Duration::from_millis(ms));
        let purchases = async {
            pause(ahead).await;
            futures::join!(bring(&mina, &signed), bring(&mina, &signed))
        };
        let notices = async {
            pause(behind).await;
            futures::join!(
                visitor.post(WEBHOOK, notice.clone()),
                visitor.post(WEBHOOK, notice.clone())
            )
        };
        let (purchases, notices) = futures::join!(purchases, notices);
        for response in [notices.0, notices.1] {
            assert_eq!(response.line(), "200");
        }
        for reply in [purchases.0, purchases.1] {
            match reply.line().as_str() {
                "200" => {
                    credited += 1;
                    let id = text(&reply.payload()["id"]);
                    assert_eq!(state(&mina, &id).await, "refunded", "round {n}");
                }
                line => assert_eq!(line, "400 purchase_invalid", "round {n}"),
            }
        }
        assert_eq!(wallet(&app, &mina).await, (0, 0), "round {n}");
    }
    tracing::info!(credited, "purchases that were first");
    check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_reversed_refund_can_be_submitted_again() {
    let store = AppStore::new();
    let app = store.app().await;
    let (mina, visitor) = (app.person("mina").await, app.visitor());
    let purchase = store.purchase(&mina);
    let tell = async |kind: &str, transaction: &str, signed_ms: i64| {
        let about = with(&purchase, "transactionId", json!(transaction));
        let notice = store.notification_at(kind, &about, signed_ms);
        let response = visitor.post(WEBHOOK, notice).await;
        assert_eq!(response.line(), "200", "{kind} {transaction}");
    };
    let bring = async |transaction: &str| {
        let about = with(&purchase, "transactionId", json!(transaction));
        bring(&mina, &store.sign(&about)).await.line()
    };
    tell("REFUND", "a", ms_ago(9_000)).await;
    assert_eq!(bring("a").await, "400 purchase_invalid");
    tell("REFUND_REVERSED", "a", ms_ago(8_000)).await;
    assert_eq!(bring("a").await, "200");
    // The notices can arrive in the other order.
    tell("REFUND_REVERSED", "b", ms_ago(8_000)).await;
    tell("REFUND", "b", ms_ago(9_000)).await;
    assert_eq!(bring("b").await, "200");
    // A reversal does not credit WIT that were debited before.
    tell("REFUND", "c", ms_ago(9_000)).await;
    tell("REFUND_REVERSED", "c", ms_ago(8_000)).await;
    tell("REFUND_DECLINED", "c", ms_ago(7_000)).await;
    assert_eq!(bring("c").await, "200");
    let swept = sqlx::query("delete from kernel.webhook_receipt");
    swept.execute(app.owner()).await.unwrap();
    tell("REFUND", "c", ms_ago(6_000)).await;
    assert_eq!(wallet(&app, &mina).await, (100_000, 0));
    let swept = sqlx::query("delete from kernel.webhook_receipt");
    swept.execute(app.owner()).await.unwrap();
    tell("REFUND_REVERSED", "c", ms_ago(5_000)).await;
    assert_eq!(wallet(&app, &mina).await, (100_000, 0));
    check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_revoked_transaction_refuses_its_older_copies() {
    let store = AppStore::new();
    let app = store.app().await;
    let mina = app.person("mina").await;
    let purchase = store.purchase(&mina);
    let revoked = with(&purchase, "revocationDate", json!(ms_ago(600)));
    for signed in [&revoked, &purchase] {
        let reply = bring(&mina, &store.sign(signed)).await;
        assert_eq!(reply.line(), "400 purchase_invalid");
    }
    // And debits the credited WIT if the notice was lost.
    let bought = with(&purchase, "transactionId", json!("2003"));
    let order = bring(&mina, &store.sign(&bought)).await;
    let id = text(&order.payload()["id"]);
    let revoked = with(&bought, "revocationDate", json!(ms_ago(600)));
    let reply = bring(&mina, &store.sign(&revoked)).await;
    assert_eq!(reply.line(), "400 purchase_invalid");
    assert_eq!(state(&mina, &id).await, "refunded");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_transaction_that_was_signed_long_ago_is_refused() {
    let store = AppStore::new();
    let app = store.app().await;
    let mina = app.person("mina").await;
    let signed_ago = |transaction: &str, ms: i64| {
        let purchase = with(&store.purchase(&mina), "transactionId", json!(transaction));
        store.sign(&with(&purchase, "signedDate", json!(ms_ago(ms))))
    };
    for (transaction, ms, line) in [
        ("a", 7 * DAY_MS + 60_000, "400 purchase_invalid"),
        ("b", 300 * DAY_MS, "400 purchase_invalid"),
        ("c", 7 * DAY_MS - 60_000, "200"),
        ("d", -4 * 60_000, "200"),
        ("e", -6 * 60_000, "400 purchase_invalid"),
        // Credited before: the same order, independently of the copy's age.
        ("c", 300 * DAY_MS, "200"),
    ] {
        let reply = bring(&mina, &signed_ago(transaction, ms)).await;
        assert_eq!(reply.line(), line, "{transaction} {ms}");
    }
    assert_eq!(app.count(ORDERS_MADE).await, 2);
    app.stop().await;
}
