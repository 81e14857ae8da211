//! Orders: price, visibility, and the outcomes of the sandbox's page.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{
    ORDERS, TRANSFERS, UNKNOWN_ID, about, act, order, paid, place, press, state, wait_for_state,
    wallet,
};
use crate::safety::all_pages;
use crate::support::concurrently;
use crate::user::{says, text};

#[tokio::test]
async fn an_order_is_credited_after_the_providers_confirmation() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let placed = place(&mina, 100, "KRW").await;
    assert_eq!(
        json!([placed["state"], placed["amountHundredths"], placed["price"]]),
        json!(["created", 10_000, { "currency": "KRW", "amountMinor": 1_400 }])
    );
    assert_eq!(placed["rate"]["exchangeRate"], json!(100.0));
    assert_eq!(placed["refundBlocker"], "not_paid");
    let id = text(&placed["id"]);
    let url = text(&placed["checkout"]["url"]);
    assert!(url.ends_with(&format!("/sandbox/pay/{id}")), "{url}");

    // A confirmation alone does not change the order.
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "created"
    );
    assert_eq!(wallet(&app, &mina).await, (0, 0));

    let pressed = press(&app, &id, "approve").await;
    assert_eq!(
        pressed.header("location"),
        Some(format!("/charge/complete?orderId={id}").as_str())
    );
    wait_for_state(&app, &mina, &id, "paid").await;
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    let order = about(&mina, &id).await;
    assert_eq!(
        json!([
            order["checkout"],
            order["refundable"],
            order["refundBlocker"]
        ]),
        json!([null, true, null])
    );
    let mail = app.mail_to("mina@test.witverse.dev").await;
    assert!(
        mail.contains("100 WIT") && mail.contains("1,400원"),
        "{mail}"
    );
    let kinds: Vec<String> =
        sqlx::query_scalar("select kind from kernel.live_event where account_id = $1 order by seq")
            .bind(mina.id)
            .fetch_all(app.owner())
            .await
            .unwrap();
    assert_eq!(kinds, ["kernel.order.changed", "kernel.wallet.changed"]);
    assert_eq!(
        app.count("select count(*) from kernel.audit_entry where kind = 'wallet.charged'")
            .await,
        1
    );
    app.stop().await;
}

#[tokio::test]
async fn an_order_has_an_amount_a_currency_and_an_agreement() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let good = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for wit in [0, -1, -100, 1, 99, 1_000_001, i64::MAX, i64::MIN] {
        let reply = mina.post(ORDERS, with("wit", json!(wit))).await;
        assert_eq!(reply.line(), "422 amount_invalid", "{wit}");
        assert_eq!(reply.fields().len(), 1);
    }
    for wit in [
        json!(100.0),
        json!(100.5),
        json!(1e3),
        json!("100"),
        json!(1e300),
        json!(18_446_744_073_709_551_615_u64),
        json!(null),
        json!([100]),
        json!(true),
    ] {
        let reply = mina.post(ORDERS, with("wit", wit.clone())).await;
        assert_eq!(reply.line(), "422 validation_failed", "{wit}");
    }
    for currency in ["EUR", "krw", ""] {
        let reply = mina.post(ORDERS, with("currency", json!(currency))).await;
        assert_eq!(reply.line(), "422 validation_failed", "{currency}");
    }
    let silent = json!({ "wit": 100, "currency": "KRW" });
    assert_eq!(
        mina.post(ORDERS, silent).await.line(),
        "422 validation_failed"
    );
    let refused = mina.post(ORDERS, with("agreed", json!(false))).await;
    says(
        &refused,
        "422 agreement_required",
        "결제하려면 약관에 동의해 주세요.",
        "Please agree to the terms to pay.",
    );
    assert_eq!(refused.fields().len(), 1);
    assert_eq!(
        app.visitor().post(ORDERS, good).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        app.count("select count(*) from kernel.payment_order").await,
        0
    );
    let dollars = place(&mina, 12_345, "USD").await;
    assert_eq!(
        dollars["price"],
        json!({ "currency": "USD", "amountMinor": 12_345 })
    );
    let most = place(&mina, 1_000_000, "KRW").await;
    assert_eq!(most["price"]["amountMinor"], 13_999_730);
    app.stop().await;
}

#[tokio::test]
async fn orders_of_other_people_are_not_found() {
    let app = TestApp::start().await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    let open = order(&mina).await;
    let bought = paid(&app, &mina).await;
    let reason = json!({ "reason": "it is mine now" });
    for id in [&open, &bought, &UNKNOWN_ID.to_owned()] {
        let path = format!("{ORDERS}/{id}");
        let mut lines = vec![mal.get(&path).await.line()];
        for what in ["confirm", "cancel", "refund/withdraw"] {
            lines.push(act(&mal, id, what).await.line());
        }
        lines.push(
            mal.post(&format!("{path}/refund"), reason.clone())
                .await
                .line(),
        );
        for line in lines {
            assert_eq!(line, "404 order_not_found");
        }
    }
    for bad in ["7", "%00", "%ff", "..%2f"] {
        let reply = mina.get(&format!("{ORDERS}/{bad}")).await;
        assert_eq!(reply.line(), "404 not_found", "{bad}");
    }
    assert_eq!(state(&mina, &open).await, "created");
    assert_eq!(state(&mina, &bought).await, "paid");
    assert!(all_pages(&mal, ORDERS, 5).await.is_empty());
    let mine = all_pages(&mina, ORDERS, 1).await;
    assert_eq!(json!([mine[0]["id"], mine[1]["id"]]), json!([bought, open]));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_is_the_same_order() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    let keyed = mina.with_header("idempotency-key", "k-1");
    let ids = concurrently((0..10).map(|_| {
        let (client, body) = (keyed.clone(), body.clone());
        async move { text(&client.post(ORDERS, body).await.payload()["id"]) }
    }))
    .await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let other = json!({ "wit": 200, "currency": "KRW", "agreed": true });
    assert_eq!(
        keyed.post(ORDERS, other).await.line(),
        "422 idempotency_key_reused"
    );
    let theirs = theo.with_header("idempotency-key", "k-1");
    assert_ne!(
        text(&theirs.post(ORDERS, body.clone()).await.payload()["id"]),
        ids[0]
    );
    for bad in ["", &"k".repeat(101)] {
        let client = mina.with_header("idempotency-key", bad);
        let reply = client.post(ORDERS, body.clone()).await;
        assert_eq!(reply.line(), "400 idempotency_key_invalid");
    }
    assert_eq!(
        app.count("select count(*) from kernel.payment_order").await,
        2
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_orders_wait_for_payment_also_at_once() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    let lines = concurrently((0..12).map(|_| {
        let (mina, body) = (mina.clone(), body.clone());
        async move { mina.post(ORDERS, body).await.line() }
    }))
    .await;
    let taken = lines.iter().filter(|line| *line == "201").count();
    assert_eq!(taken, 5, "{lines:?}");
    assert!(
        lines
            .iter()
            .all(|line| line == "201" || line == "409 order_limit")
    );
    let open = all_pages(&mina, ORDERS, 3).await;
    let id = text(&open[0]["id"]);
    assert_eq!(
        act(&mina, &id, "cancel").await.payload()["state"],
        "cancelled"
    );
    order(&mina).await;
    // An expired order does not block new ones.
    app.advance(Duration::from_secs(3601));
    let mina = mina.with_token(&crate::safety::log_in(&app, "mina").await);
    order(&mina).await;
    app.stop().await;
}

#[tokio::test]
async fn a_cancelled_order_is_credited_if_it_was_paid() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let given_up = act(&mina, &id, "cancel").await;
    assert_eq!(
        json!([given_up.payload()["state"], given_up.payload()["checkout"]]),
        json!(["cancelled", null])
    );
    assert_eq!(
        act(&mina, &id, "cancel").await.line(),
        "409 order_not_payable"
    );
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "cancelled"
    );
    super::books(&app, &id, "paid").await;
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    assert_eq!(
        act(&mina, &id, "cancel").await.line(),
        "409 order_not_payable"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_paid_order_cannot_be_cancelled() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::books(&app, &id, "paid").await;
    // The provider is queried before.
    assert_eq!(
        act(&mina, &id, "cancel").await.line(),
        "409 order_not_payable"
    );
    assert_eq!(state(&mina, &id).await, "paid");
    app.stop().await;
}

#[tokio::test]
async fn an_expired_order_can_still_be_paid() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    app.advance(Duration::from_secs(3601));
    let mina = mina.with_token(&crate::safety::log_in(&app, "mina").await);
    wait_for_state(&app, &mina, &id, "expired").await;
    assert_eq!(about(&mina, &id).await["checkout"], Value::Null);
    assert_eq!(super::sandbox_state(&app, &id).await, "cancelled");
    // A provider that accepted the payment at the last moment reports it later.
    super::books(&app, &id, "paid").await;
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_lost_notice_is_compensated_by_polling() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::books(&app, &id, "paid").await;
    app.advance(Duration::from_secs(31));
    wait_for_state(&app, &mina, &id, "paid").await;
    assert_eq!(app.count(TRANSFERS).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn failures_leave_no_writes() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::books(&app, &id, "paid").await;
    // The receipt is the last write before the commit: a crash there commits nothing.
    sqlx::raw_sql(
        "create function kernel.stumble() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
         create trigger stumble before insert on kernel.delivery for each row execute function kernel.stumble();",
    )
    .execute(app.owner())
    .await
    .unwrap();
    assert_eq!(
        act(&mina, &id, "confirm").await.line(),
        "500 internal_error"
    );
    assert_eq!(state(&mina, &id).await, "created");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    assert_eq!(app.count(TRANSFERS).await, 0);
    sqlx::raw_sql("drop trigger stumble on kernel.delivery")
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_payment_for_a_closed_wallet_is_refunded() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::freeze(&app, &mina).await;
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    assert_eq!(mina.post(ORDERS, body).await.line(), "403 wallet_frozen");
    press(&app, &id, "approve").await;
    wait_for_state(&app, &mina, &id, "failed").await;
    assert_eq!(
        about(&mina, &id).await["failure"]["code"],
        "payment_not_credited"
    );
    app.eventually("the money goes back", async || {
        super::sandbox_state(&app, &id).await == "cancelled"
    })
    .await;
    assert_eq!(app.count(TRANSFERS).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_payment_of_an_erased_account_is_refunded() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::books(&app, &id, "paid").await;
    // The state after an erasure: the wallet is closed, and there is no address for mails.
    sqlx::query(
        "update kernel.account set erased_at = now(), email = '', nickname = null,
             email_key = 'erased:' || id where id = $1",
    )
    .bind(mina.id)
    .execute(app.owner())
    .await
    .unwrap();
    assert_eq!(super::notify(&app, &id, |_| {}).await.line(), "200");
    app.eventually("the money goes back", async || {
        super::sandbox_state(&app, &id).await == "cancelled"
            && app.count("select count(*) from kernel.delivery").await == 0
    })
    .await;
    assert_eq!(app.count(TRANSFERS).await, 0);
    let failed = "select count(*) from kernel.payment_order where failure = 'payment_not_credited'";
    assert_eq!(app.count(failed).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn open_orders_are_limited() {
    let app = TestApp::with(|config| config.http.account_rate = 4).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let id = order(&mina).await;
    for _ in 0..3 {
        assert_eq!(act(&mina, &id, "confirm").await.line(), "200");
    }
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    let purchase = json!({ "signedTransaction": "x" });
    for reply in [
        mina.post(ORDERS, body).await,
        act(&mina, &id, "confirm").await,
        mina.post("/api/v2/wallet/purchases/apple", purchase).await,
    ] {
        assert_eq!(reply.line(), "429 too_many_requests");
    }
    order(&theo).await;
    app.stop().await;
}
