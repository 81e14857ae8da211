//! Refunds by Google Play: a voided purchase is never credited, whichever of push message and purchase arrives first; a
//! purchase that another installation consumed is not credited either.

use serde_json::{Value, json};

use super::google::{Play, bring, purchase_of, voided};
use super::{TRANSFERS, check_ledger, state, wallet};
use crate::user::text;

#[tokio::test]
async fn a_voided_notice_before_the_purchase_refuses_the_purchase() {
    let play = Play::start().await;
    let app = play.app().await;
    let mina = app.person("mina").await;
    // The API's state can be older than the message: the message is sufficient.
    play.sells("token-1", &mina);
    for _ in 0..2 {
        assert_eq!(voided(&app, "m-1", "token-1", false).await.line(), "200");
        let reply = bring(&mina, "wit_500", "token-1").await;
        assert_eq!(reply.line(), "400 purchase_invalid");
    }
    assert_eq!(app.count(TRANSFERS).await, 0);
    // For a partly refunded purchase, the API returns the rest.
    let mut three = purchase_of("token-2", &mina);
    three["quantity"] = json!(3);
    three["refundableQuantity"] = json!(2);
    play.says("token-2", three);
    assert_eq!(voided(&app, "m-2", "token-2", true).await.line(), "200");
    assert_eq!(bring(&mina, "wit_500", "token-2").await.line(), "200");
    assert_eq!(wallet(&app, &mina).await, (100_000, 0));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_voided_notice_and_purchase_leave_no_credit() {
    let play = Play::start().await;
    let app = play.app().await;
    let mina = app.person("mina").await;
    for n in 0..16 {
        let token = format!("race-{n}");
        play.sells(&token, &mina);
        let pause = |ms: u64| tokio::time::sleep(std::time::Duration::from_millis(ms));
        let (ahead, behind) = if n % 2 == 0 { (0, n) } else { (n, 0) };
        let purchase = async {
            pause(ahead).await;
            bring(&mina, "wit_500", &token).await
        };
        let notice = async {
            pause(behind).await;
            // From here on, the API reports the refund too.
            let mut refunded = purchase_of(&token, &mina);
            refunded["purchaseState"] = json!(1);
            play.says(&token, refunded);
            voided(&app, &format!("m-{n}"), &token, false).await
        };
        let (purchase, notice) = futures::join!(purchase, notice);
        assert_eq!(notice.line(), "200");
        match purchase.line().as_str() {
            "200" => {
                let id = text(&purchase.payload()["id"]);
                assert_eq!(state(&mina, &id).await, "refunded", "round {n}");
            }
            line => assert_eq!(line, "400 purchase_invalid", "round {n}"),
        }
        assert_eq!(wallet(&app, &mina).await, (0, 0), "round {n}");
    }
    check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_purchase_that_was_consumed_or_refunded_elsewhere_is_refused() {
    let play = Play::start().await;
    let app = play.app().await;
    let mina = app.person("mina").await;
    let check = async |token: &str, name: &str, value: Value, line: &str| {
        let mut purchase = purchase_of(token, &mina);
        purchase[name] = value;
        play.says(token, purchase);
        let reply = bring(&mina, "wit_500", token).await;
        assert_eq!(reply.line(), line, "{token}");
    };
    check(
        "consumed",
        "consumptionState",
        json!(1),
        "400 purchase_invalid",
    )
    .await;
    check("no-refund", "refundableQuantity", json!(1), "200").await;
    check(
        "refunded",
        "refundableQuantity",
        json!(0),
        "400 purchase_invalid",
    )
    .await;
    check(
        "account",
        "obfuscatedExternalAccountId",
        json!(""),
        "400 purchase_invalid",
    )
    .await;
    // A purchase that Google reported as refunded stays refunded.
    play.sells("refunded", &mina);
    let reply = bring(&mina, "wit_500", "refunded").await;
    assert_eq!(reply.line(), "400 purchase_invalid");
    // Consumed by this installation: the same order.
    let mut consumed = purchase_of("no-refund", &mina);
    consumed["consumptionState"] = json!(1);
    play.says("no-refund", consumed);
    assert_eq!(bring(&mina, "wit_500", "no-refund").await.line(), "200");
    assert_eq!(app.count(TRANSFERS).await, 1);
    app.stop().await;
}
