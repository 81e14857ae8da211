//! Several transfers under one key: all or none.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Kind, Leg, Refusal, RefusedLeg};

use super::host::{balance, done, give, one};
use super::{Bank, NOW, amount};
use witverse_testing::{Client, TestApp};

fn leg(from: Uuid, to: Uuid, hundredths: i64) -> Leg<'static> {
    Leg {
        from,
        to,
        amount: amount(hundredths),
        kind: Kind::Give,
        memo: "",
    }
}

impl Bank {
    async fn legs(&self, key: Uuid, legs: &[Leg<'_>]) -> Result<bool, RefusedLeg> {
        let connection = &mut *self.connection().await;
        let moved = ledger::transfer_legs(connection, key, legs, "test", NOW).await;
        moved.expect("an answer")
    }
}

#[tokio::test]
async fn a_price_with_its_royalty_and_fee_is_posted_together_and_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    let carol = bank.app.person("carol").await.id;
    bank.give(ann, 1000).await;
    let key = bank.key();
    let sale = [
        leg(ann, ben, 900),
        leg(ann, carol, 90),
        leg(ann, ledger::MINT, 10),
    ];
    assert_eq!(bank.legs(key, &sale).await, Ok(false));
    assert_eq!(bank.legs(key, &sale).await, Ok(true), "asked again");
    assert_eq!(bank.has(ann).await, (0, 0));
    assert_eq!(bank.has(ben).await, (900, 0));
    assert_eq!(bank.has(carol).await, (90, 0));
    for other in [&sale[..2], &[sale[0], sale[1], leg(ann, ben, 10)]] {
        let refused = bank.legs(key, other).await.expect_err("another sale");
        assert_eq!(refused.refusal, Refusal::KeyConflict);
    }
    bank.close().await;
}

#[tokio::test]
async fn a_refused_leg_posts_none() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let nobody = Uuid::from_u128(7);
    let cases = [
        (
            vec![leg(ann, ben, 600), leg(ann, ben, 401)],
            1,
            Refusal::Insufficient,
        ),
        (
            vec![leg(ann, ben, 1), leg(ben, ann, 2)],
            1,
            Refusal::Insufficient,
        ),
        (
            vec![leg(ann, ben, 1), leg(ann, nobody, 1)],
            1,
            Refusal::NoAccount,
        ),
        (vec![leg(nobody, ann, 1)], 0, Refusal::NoAccount),
        (
            vec![leg(ann, ben, 1), leg(ann, ann, 1)],
            1,
            Refusal::InvalidAmount,
        ),
        (
            vec![leg(ledger::plugin("poor"), ann, 1)],
            0,
            Refusal::Insufficient,
        ),
        (Vec::new(), 0, Refusal::InvalidAmount),
    ];
    for (legs, place, refusal) in cases {
        let key = bank.key();
        let expected = Err(RefusedLeg {
            leg: place,
            refusal,
        });
        assert_eq!(bank.legs(key, &legs).await, expected, "{legs:?}");
        assert_eq!(bank.has(ann).await, (1000, 0));
        assert_eq!(bank.has(ben).await, (0, 0));
    }
    // A leg spends the income of an earlier one.
    let key = bank.key();
    let there_and_back = [leg(ann, ben, 1000), leg(ben, ann, 1000)];
    assert_eq!(bank.legs(key, &there_and_back).await, Ok(false));
    assert_eq!(bank.has(ann).await, (1000, 0));
    bank.close().await;
}

#[tokio::test]
async fn a_concurrent_key_moves_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let key = bank.key();
    let legs = [leg(ann, ben, 300), leg(ann, ben, 200)];
    let answers = futures::future::join_all((0..8).map(|_| bank.legs(key, &legs))).await;
    let moved = answers
        .iter()
        .filter(|answer| **answer == Ok(false))
        .count();
    assert_eq!(moved, 1, "{answers:?}");
    assert_eq!(bank.has(ben).await, (500, 0));
    bank.close().await;
}

fn legs(key: &str, legs: &[(&str, Option<&Client>, i64)]) -> Value {
    let legs: Vec<Value> = legs
        .iter()
        .map(|(operation, to, hundredths)| {
            json!({ "operation": operation, "to": to.map(|to| to.id), "amount": hundredths })
        })
        .collect();
    json!({ "op": "transfer_legs", "key": key, "legs": legs })
}

#[tokio::test]
async fn a_plugin_moves_several_legs_within_its_grants_or_none() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 1000).await;
    let sale = legs(
        "sale",
        &[("charge", None, 1_000), ("give", Some(&ben), 9_000)],
    );
    assert_eq!(
        one(&ann, sale.clone()).await.expect("moved")["replayed"],
        false
    );
    assert_eq!(
        one(&ann, sale).await.expect("moved before")["replayed"],
        true
    );
    assert_eq!(balance(&ann).await, (90_000, 0));
    assert_eq!(balance(&ben).await, (9_000, 0));

    // 50 WIT per charge, 120 per player and day, of which 10 are used. A refusal uses up nothing.
    let over = Err("OverLimit".to_owned());
    let three = [("charge", None, 5_000); 3];
    assert_eq!(one(&ann, legs("three", &three)).await, over);
    assert_eq!(
        one(&ann, legs("much", &[("charge", None, 5_001)])).await,
        over
    );
    let poor = [("charge", None, 5_000), ("give", Some(&ben), 90_000)];
    assert_eq!(
        one(&ann, legs("poor", &poor)).await,
        Err("Insufficient".to_owned())
    );
    assert!(one(&ann, legs("two", &three[..2])).await.is_ok());
    for (client, op, kind) in [
        (&ann, legs("sale", &[("charge", None, 999)]), "KeyConflict"),
        (&ann, legs("none", &[]), "Invalid"),
        (&ann, legs("", &[("charge", None, 1)]), "Invalid"),
        (
            &ann,
            legs("many", &[("give", Some(&ben), 1); 65]),
            "Invalid",
        ),
        (&ann, legs("lost", &[("give", None, 1)]), "Invalid"),
    ] {
        assert_eq!(one(client, op.clone()).await, Err(kind.to_owned()), "{op}");
    }
    assert_eq!(balance(&ann).await, (80_000, 0));
    done(app).await;
}
