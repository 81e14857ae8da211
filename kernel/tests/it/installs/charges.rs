//! What people pay to a plugin: held after their consent, collected in their own call, within the operator's limits.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, PASSWORD, Reply, TestApp, TestPackage};

use super::{Owner, give_wit, run, text};

const CHARGES: &str =
    "sql = { mib = 16 }\nledger = [{ op = \"charge\", per_op = 20, player_day = 30 }]";

/// A world with a plugin that may charge, and a visitor with 25 WIT.
struct Shop {
    app: TestApp,
    mina: Owner,
    bora: Client,
    install: Value,
}

impl Shop {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let mina = Owner::of(&app, "mina").await;
        let bora = app.person("bora").await;
        give_wit(&app, bora.id, 25).await;
        let package = TestPackage::new("1.0.0").asking_for(CHARGES);
        let install = mina.install(&package, None).await;
        Self {
            app,
            mina,
            bora,
            install,
        }
    }

    async fn charge(&self, who: &Client, amount: i64, key: u128) -> Reply {
        self.charge_for(who, amount, key, "A second life").await
    }

    async fn charge_for(&self, who: &Client, amount: i64, key: u128, reason: &str) -> Reply {
        let path = self
            .mina
            .path(&format!("plugins/{}/charges", text(&self.install, "id")));
        let order = json!({ "amount": amount, "reason": reason, "key": Uuid::from_u128(key) });
        who.post(&path, order).await
    }

    /// What the plugin gets when it collects a charge in a call of this person.
    async fn collected(&self, who: &Client, charge: &str, wit: i64) -> String {
        let op =
            json!([{ "op": "capture", "hold": charge, "amount": wit * 100 }, { "op": "report" }]);
        let tried = run(who, &self.install, op).await;
        let results: Value =
            serde_json::from_str(tried.body["language"]["en"].as_str().unwrap()).unwrap();
        if let Some(kind) = results[0]["error"]["kind"].as_str() {
            return kind.to_lowercase();
        }
        // The report has undone it.
        let op = json!([{ "op": "capture", "hold": charge, "amount": wit * 100 }]);
        let done = run(who, &self.install, op).await;
        assert_eq!(done.line(), "200", "{:?}", done.body);
        "collected".to_owned()
    }

    /// Available and held hundredths of a person, and the balance of the install.
    async fn funds(&self) -> (Value, Value, Value) {
        let wallet = self.bora.get("/api/v2/wallet").await;
        let wallet = wallet.payload().clone();
        let install = self.mina.view(&self.install).await;
        (
            wallet["availableHundredths"].clone(),
            wallet["balanceHundredths"].clone(),
            install.payload()["balanceHundredths"].clone(),
        )
    }
}

#[tokio::test]
async fn a_confirmed_amount_is_held_once_and_collected_once() {
    let shop = Shop::open().await;
    let first = shop.charge(&shop.bora, 5, 1).await;
    assert_eq!(first.line(), "201", "{:?}", first.body);
    let charge = text(first.payload(), "id");
    let again = shop.charge(&shop.bora, 5, 1).await;
    assert_eq!(text(again.payload(), "id"), charge);
    // What the dialog and the history would show otherwise than it is.
    for reason in ["a\0b", "a\nb", "\u{200b}", ""] {
        let refused = shop.charge_for(&shop.bora, 5, 2, reason).await;
        assert_eq!(refused.line(), "422 validation_failed", "{reason:?}");
    }
    assert_eq!(shop.funds().await, (json!(2_000), json!(2_500), json!(0)));
    assert_eq!(shop.collected(&shop.bora, &charge, 5).await, "collected");
    assert_eq!(shop.funds().await, (json!(2_000), json!(2_000), json!(500)));
    assert_eq!(shop.collected(&shop.bora, &charge, 5).await, "holdcaptured");
    assert_eq!(shop.funds().await, (json!(2_000), json!(2_000), json!(500)));
    shop.app.stop().await;
}

#[tokio::test]
async fn a_plugin_cannot_take_what_its_caller_has_not_confirmed() {
    let shop = Shop::open().await;
    // The charge of another person, more than was confirmed, a receiver of its own choice, and no question at all.
    let charge = text(shop.charge(&shop.bora, 5, 1).await.payload(), "id");
    assert_eq!(
        shop.collected(&shop.mina.client, &charge, 5).await,
        "nosuchhold"
    );
    assert_ne!(shop.collected(&shop.bora, &charge, 6).await, "collected");
    for op in [
        json!({ "op": "capture", "hold": charge, "amount": 500, "to": shop.mina.client.id }),
        json!({ "op": "transfer", "operation": "charge", "key": "a", "amount": 100 }),
    ] {
        let reply = run(&shop.bora, &shop.install, json!([op, { "op": "report" }])).await;
        assert_eq!(reply.line(), "409 reported");
        let said = reply.body["language"]["en"].as_str().unwrap();
        assert!(said.contains("error"), "{said}");
    }
    assert_eq!(shop.funds().await, (json!(2_000), json!(2_500), json!(0)));

    // What is not collected within ten minutes returns.
    shop.app.advance(Duration::from_secs(11 * 60));
    let session = crate::account::log_in(&shop.app, "bora", PASSWORD).await;
    let bora = &crate::account::client_of(&shop.app, &session);
    shop.app
        .eventually("the WIT are back", async || {
            let wallet = bora.get("/api/v2/wallet").await;
            wallet.payload()["availableHundredths"] == 2_500
        })
        .await;
    assert_eq!(shop.collected(bora, &charge, 5).await, "holdended");
    shop.app.stop().await;
}

#[tokio::test]
async fn charges_stay_within_the_limits_of_the_operator() {
    let shop = Shop::open().await;
    let check = async |amount, key, line: &str| {
        let reply = shop.charge(&shop.bora, amount, key).await;
        assert_eq!(reply.line(), line, "{amount}: {:?}", reply.body);
    };
    check(0, 1, "422 validation_failed").await;
    check(21, 2, "422 validation_failed").await;
    check(20, 3, "201").await;
    check(11, 4, "422 plugin_charge_limit").await;
    check(6, 5, "409 insufficient_wit").await;

    // Withheld, on trial, stopped, in a world that is closed to the person.
    let none = json!({ "sql": true, "charge": null });
    let narrowed = shop
        .mina
        .patch(&shop.install, json!({ "grant": none }))
        .await;
    assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
    check(1, 6, "403 plugin_charges_not_allowed").await;
    shop.mina
        .patch(&shop.install, json!({ "enabled": false }))
        .await;
    check(1, 7, "404 plugin_not_installed").await;
    shop.mina
        .patch(&shop.install, json!({ "enabled": true }))
        .await;
    let close = json!({ "worldId": shop.mina.world, "isPublic": false });
    let closed = shop
        .mina
        .client
        .put("/api/v3/worlds/admins/visibility", close)
        .await;
    assert_eq!(closed.line(), "200", "{:?}", closed.body);
    let reply = shop.charge(&shop.bora, 1, 8).await;
    assert!(
        [403, 404].contains(&reply.status.as_u16()),
        "{}",
        reply.line()
    );
    shop.app.stop().await;
}
