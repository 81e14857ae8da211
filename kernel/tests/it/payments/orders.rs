//! Orders: what they cost, who may see them, and what becomes of them on the sandbox's page.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{
    NOBODYS, ORDERS, TRANSFERS, about, act, becomes, order, paid, place, press, state, wallet,
};
use crate::safety::all_pages;
use crate::support::at_once;
use crate::user::{says, text};

#[tokio::test]
async fn an_order_becomes_wit_by_the_providers_word() {
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

    // Asking does not make it so.
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
    becomes(&app, &mina, &id, "paid").await;
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
