//! Payments given back: the lots of the payer get back what the payment took from them, once, and nothing else.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Key, Kind, LotState, NewHold, Receipt, Refusal, State};
use witverse_testing::{Client, TestApp};

use super::host::{done, one};
use super::{Bank, NOW, amount, movement, refused};
use crate::wallet_admin::{bought, buy};

impl Bank {
    /// A payment of Ann to Ben.
    async fn pay(&mut self, hundredths: i64) -> Uuid {
        let (key, ann, ben) = (self.key(), self.ann, self.ben);
        self.transfer(key, ann, ben, hundredths)
            .await
            .expect("paid");
        key
    }

    async fn refund_to(&mut self, to: Uuid, charge: Uuid, hundredths: i64) -> Receipt {
        let refund = movement(self.key(), ledger::BONUS, to, hundredths);
        let mut connection = self.connection().await;
        let refunded = ledger::refund_charges(&mut connection, &refund, &[charge]).await;
        refused(refunded).expect("refunded")
    }

    async fn refund_ann(&mut self, charge: Uuid, hundredths: i64) {
        self.refund_to(self.ann, charge, hundredths).await;
    }

    /// What is left of two lots.
    async fn both(&self, old: Uuid, new: Uuid) -> (i64, i64) {
        (self.left(old).await.0, self.left(new).await.0)
    }
}

#[tokio::test]
async fn lots_get_back_what_a_payment_took_the_last_one_first() {
    let mut bank = Bank::open().await;
    let ann = bank.ann;
    let (old, new) = (bank.buy(1000).await, bank.buy(1000).await);
    bank.give(ann, 500).await;
    // 500 received, 1000 of the old lot, 300 of the new one.
    let charge = bank.pay(1800).await;
    assert_eq!(bank.both(old, new).await, (0, 700));
    // Another payment, which is not given back.
    bank.pay(100).await;
    assert_eq!(bank.both(old, new).await, (0, 600));
    for (part, left) in [
        (200, (0, 800)),
        // The payment took 300 of the new lot, 200 of which are back.
        (150, (50, 900)),
        // 950 of the old lot are missing; the rest was received and is received.
        (1450, (1000, 900)),
        // More than was paid restores nothing.
        (1000, (1000, 900)),
    ] {
        bank.refund_ann(charge, part).await;
        assert_eq!(bank.both(old, new).await, left, "after {part}");
    }
    assert_eq!(bank.has(ann).await, (3400, 0));
    bank.reserve(old).await.expect("the lot is whole");
    assert_eq!(bank.reserve(new).await, Err(Refusal::LotSpent));
    bank.close().await;
}

#[tokio::test]
async fn a_repeated_refund_restores_once() {
    let mut bank = Bank::open().await;
    let lot = bank.buy(1000).await;
    let charge = bank.pay(600).await;
    let refund = movement(bank.key(), ledger::BONUS, bank.ann, 200);
    for replayed in [false, true] {
        let mut connection = bank.connection().await;
        let refunded = ledger::refund_charges(&mut connection, &refund, &[charge]).await;
        assert_eq!(refused(refunded).expect("an answer").replayed, replayed);
        drop(connection);
        assert_eq!(bank.left(lot).await.0, 600);
    }
    bank.close().await;
}

#[tokio::test]
async fn only_the_lots_of_the_payer_are_restored() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 500).await;
    let of_received = bank.pay(500).await;
    let lot = bank.buy(1000).await;
    let of_bought = bank.pay(400).await;
    let unknown = bank.key();
    for (to, charge) in [(ben, of_bought), (ann, of_received), (ann, unknown)] {
        bank.refund_to(to, charge, 400).await;
        assert_eq!(bank.left(lot).await.0, 600);
    }
    bank.refund_ann(of_bought, 400).await;
    assert_eq!(bank.left(lot).await.0, 1000);
    bank.close().await;
}

#[tokio::test]
async fn lots_that_have_ended_stay_as_they_are() {
    let mut bank = Bank::open().await;
    let ann = bank.ann;
    let (old, new) = (bank.buy(1000).await, bank.buy(1000).await);
    let charge = bank.pay(400).await;
    bank.reserve(new).await.expect("reserved");
    let id = bank.key();
    let clawed = ledger::claw_back(&mut *bank.connection().await, id, old, NOW, "").await;
    // The reserved WIT are held.
    assert_eq!(refused(clawed).expect("clawed back").taken, 600);
    bank.refund_ann(charge, 400).await;
    assert_eq!(bank.left(old).await, (0, LotState::Void));
    assert_eq!(bank.left(new).await, (1000, LotState::Reserved));
    assert_eq!(bank.has(ann).await, (1400, 1000));
    bank.close().await;
}

#[tokio::test]
async fn a_frozen_account_gets_nothing_unless_it_is_forced() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    let lot = bank.buy(1000).await;
    bank.pay(400).await;
    let mut connection = bank.connection().await;
    let frozen = ledger::set_state(&mut connection, ann, State::Frozen, "a test").await;
    assert!(frozen.expect("an answer"));
    let back = movement(bank.key(), ben, ann, 300);
    let refused_now = ledger::return_payments(&mut connection, &back, false).await;
    assert_eq!(refused(refused_now), Err(Refusal::Frozen));
    let forced = ledger::return_payments(&mut connection, &back, true).await;
    refused(forced).expect("returned");
    drop(connection);
    assert_eq!(bank.left(lot).await.0, 900);
    bank.close().await;
}

fn refund(key: &str, to: &Client, hundredths: i64, charge: &Value) -> Value {
    json!({
        "op": "transfer", "operation": "refund", "key": key, "to": to.id, "amount": hundredths, "charge": charge,
    })
}

/// Every way in which a person can pay a plugin, with the names of the payment.
async fn payments(app: &TestApp, ann: &Client) -> Vec<Value> {
    let end = app.clock.now_ms() + 86_400_000;
    let charge = json!({ "op": "transfer", "operation": "charge", "key": "a", "amount": 300 });
    one(ann, charge).await.expect("charged");
    let leg = json!({ "operation": "charge", "amount": 100 });
    let legs = json!({ "op": "transfer_legs", "key": "b", "legs": [leg, leg] });
    one(ann, legs).await.expect("charged in legs");
    let mut names = vec![json!("a"), json!("b")];
    for key in ["c", "d"] {
        let hold = json!({ "op": "hold", "key": key, "amount": 100, "expires_at_ms": end });
        let hold = one(ann, hold).await.expect("held")["id"].clone();
        // The plugin gives it to a person in place of keeping it.
        let other = app.person(&format!("friend_{key}")).await;
        let capture = json!({ "op": "capture", "hold": hold, "to": other.id });
        one(ann, capture).await.expect("captured");
        names.push(if key == "c" { json!(key) } else { hold });
    }
    for key in ["e", "f"] {
        let mandate =
            json!({ "op": "give_mandate", "key": key, "amount": 200, "expires_at_ms": end });
        let mandate = one(ann, mandate).await.expect("given")["id"].clone();
        let collect =
            json!({ "op": "collect", "mandate": mandate, "payments": [{ "amount": 100 }] });
        one(ann, collect).await.expect("collected");
        names.push(if key == "e" { json!(key) } else { mandate });
    }
    names
}

#[tokio::test]
async fn a_plugin_gives_back_each_kind_of_its_own_payments() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    buy(&app, ann.id, 10_000).await;
    let names = payments(&app, &ann).await;
    assert_eq!(bought(&app, ann.id).await, 9_100);
    // A payment of another person, an unknown one, and one of another plugin.
    let elsewhere = NewHold {
        id: Key::of(&["elsewhere"]),
        from: ann.id,
        to: Some(ben.id),
        amount: amount(100),
        kind: Kind::Hold,
        source: "gifts",
        memo: "",
        at: app.app.platform.clock.now(),
        expires_at: app.app.platform.clock.now() + time::Duration::DAY,
    };
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    refused(ledger::hold(&mut connection, &elsewhere).await).expect("held");
    let at = app.app.platform.clock.now();
    let captured = ledger::capture(&mut connection, elsewhere.id, None, None, at).await;
    refused(captured).expect("captured");
    drop(connection);
    for (n, (to, charge)) in [
        (&ben, &names[0]),
        (&ann, &json!("z")),
        (&ann, &json!(elsewhere.id)),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = one(&ann, refund(&format!("no/{n}"), to, 100, charge)).await;
        assert_eq!(refused, Err("NoSuchHold".into()), "{charge}");
    }
    // A prize stays received WIT.
    let prize = json!({ "op": "transfer", "operation": "reward", "key": "prize", "to": ann.id, "amount": 100 });
    one(&ann, prize).await.expect("a prize");
    assert_eq!(bought(&app, ann.id).await, 9_000);
    for (n, charge) in names.iter().enumerate() {
        let before = bought(&app, ann.id).await;
        for replayed in [false, true] {
            let refunded = one(&ann, refund(&format!("yes/{n}"), &ann, 100, charge)).await;
            assert_eq!(refunded.expect("refunded")["replayed"], replayed);
        }
        // The prize was not spent, so each payment was of bought WIT.
        assert_eq!(bought(&app, ann.id).await, before + 100, "{charge}");
    }
    // The limits are those of rewards: 100 WIT at once, from the plugin's own account.
    for (hundredths, kind) in [(10_001, "OverLimit"), (100, "Insufficient")] {
        let key = format!("much/{hundredths}");
        let much = one(&ann, refund(&key, &ann, hundredths, &names[0])).await;
        assert_eq!(much, Err(kind.into()));
    }
    done(app).await;
}
