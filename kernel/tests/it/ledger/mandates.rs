//! Mandates: given by the caller, collected once by the plugin that has them, and never more than was permitted.

use futures::future::join_all;
use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::host::{balance, done, give, one};

fn mandate(app: &TestApp, key: &str, hundredths: i64) -> Value {
    // The same for repeated calls of one test.
    let end = app.clock.now_ms() / 86_400_000 * 86_400_000 + 8 * 86_400_000;
    json!({ "op": "give_mandate", "key": key, "amount": hundredths, "expires_at_ms": end })
}

async fn given(app: &TestApp, client: &Client, key: &str, hundredths: i64) -> Value {
    let given = one(client, mandate(app, key, hundredths)).await;
    given.expect("a mandate")["id"].clone()
}

fn collect(mandate: &Value, payments: &[(Option<&Client>, i64)]) -> Value {
    let payments: Vec<Value> = payments
        .iter()
        .map(|(to, hundredths)| json!({ "to": to.map(|to| to.id), "amount": hundredths }))
        .collect();
    json!({ "op": "collect", "mandate": mandate, "payments": payments })
}

fn revoke(mandate: &Value) -> Value {
    json!({ "op": "revoke_mandate", "mandate": mandate })
}

#[tokio::test]
async fn a_mandate_is_collected_once_by_another_person_with_several_payments() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let carol = app.person("carol").await;
    give(&app, &ann, 1000).await;
    let offer = given(&app, &ann, "offer", 10_000).await;
    assert_eq!(balance(&ann).await, (100_000, 0), "nothing is reserved");
    let again = one(&ann, mandate(&app, "offer", 10_000)).await;
    assert_eq!(again.expect("given before")["replayed"], true);
    assert_eq!(
        one(&ann, mandate(&app, "offer", 10_001)).await,
        Err("KeyConflict".into())
    );
    // The seller accepts: the person who gave the mandate pays.
    let sale = [(Some(&ben), 9_000), (Some(&carol), 500), (None, 500)];
    one(&ben, collect(&offer, &sale)).await.expect("collected");
    assert_eq!(
        (
            balance(&ann).await,
            balance(&ben).await,
            balance(&carol).await
        ),
        ((90_000, 0), (9_000, 0), (500, 0))
    );
    for op in [collect(&offer, &sale), revoke(&offer)] {
        assert_eq!(one(&ben, op).await, Err("HoldCaptured".into()));
    }
    done(app).await;
}

#[tokio::test]
async fn a_refused_collection_moves_nothing_and_leaves_the_mandate_open() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 60).await;
    let offer = given(&app, &ann, "offer", 10_000).await;
    let unknown = json!("0190a1b2-0000-7000-8000-000000000001");
    for (op, kind) in [
        // The balance is 60 WIT.
        (collect(&offer, &[(Some(&ben), 6_001)]), "Insufficient"),
        (
            collect(&offer, &[(Some(&ben), 5_000), (None, 1_001)]),
            "Insufficient",
        ),
        (
            collect(&offer, &[(Some(&ben), 9_000), (None, 1_001)]),
            "Invalid",
        ),
        (collect(&offer, &[(Some(&ann), 100)]), "Invalid"),
        (collect(&offer, &[]), "Invalid"),
        (collect(&offer, &[(Some(&ben), 0)]), "Invalid"),
        (collect(&unknown, &[(Some(&ben), 1)]), "NoSuchHold"),
        (revoke(&unknown), "NoSuchHold"),
        (mandate(&app, "large", 100_001), "OverLimit"),
        (mandate(&app, "nothing", 0), "Invalid"),
        (
            json!({ "op": "give_mandate", "key": "past", "amount": 1, "expires_at_ms": 1 }),
            "Invalid",
        ),
    ] {
        assert_eq!(one(&ben, op.clone()).await, Err(kind.into()), "{op}");
        assert_eq!(
            (balance(&ann).await, balance(&ben).await),
            ((6_000, 0), (0, 0))
        );
    }
    let part = collect(&offer, &[(Some(&ben), 6_000)]);
    one(&ben, part).await.expect("a part");
    assert_eq!(balance(&ben).await, (6_000, 0));
    done(app).await;
}

#[tokio::test]
async fn a_mandate_ends_when_it_is_revoked_or_expires_or_its_person_leaves() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 100).await;
    let revoked = given(&app, &ann, "revoked", 100).await;
    one(&ann, revoke(&revoked)).await.expect("revoked");
    for op in [revoke(&revoked), collect(&revoked, &[(Some(&ben), 1)])] {
        assert_eq!(one(&ben, op).await, Err("HoldEnded".into()));
    }
    let left = given(&app, &ann, "left", 100).await;
    let expired = given(&app, &ann, "expired", 100).await;
    sqlx::query("update ledger.mandate set at = at - interval '8 days', expires_at = expires_at - interval '8 days' where id = $1::uuid")
        .bind(expired.as_str())
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(
        one(&ben, collect(&expired, &[(Some(&ben), 1)])).await,
        Err("HoldEnded".into())
    );
    sqlx::query("update kernel.account set erased_at = now() where id = $1")
        .bind(ann.id)
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(
        one(&ben, collect(&left, &[(Some(&ben), 1)])).await,
        Err("HoldEnded".into())
    );
    assert_eq!(balance(&ben).await, (0, 0));
    done(app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_collections_and_payments_never_exceed_the_balance() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 100).await;
    let same = given(&app, &ann, "same", 5_000).await;
    let sale = collect(&same, &[(Some(&ben), 5_000)]);
    let answers = join_all((0..6).map(|_| one(&ben, sale.clone()))).await;
    let collected = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(collected, 1, "{answers:?}");
    // Half of the balance is left; each of these two takes all of it.
    let other = given(&app, &ann, "other", 5_000).await;
    let accept = one(&ben, collect(&other, &[(Some(&ben), 5_000)]));
    let spend = json!({ "op": "transfer", "operation": "charge", "key": "spent", "amount": 5_000 });
    let (accepted, spent) = tokio::join!(accept, one(&ann, spend));
    assert_ne!(accepted.is_ok(), spent.is_ok(), "{accepted:?} {spent:?}");
    assert_eq!(balance(&ann).await, (0, 0));
    done(app).await;
}

#[tokio::test]
async fn what_is_collected_counts_for_the_day_and_as_spending_of_its_payer() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 5000).await;
    let world = ben
        .post(
            "/api/v3/worlds",
            json!({ "worldName": "agora", "isPublic": true }),
        )
        .await;
    let world = world.payload()["worldId"].clone();
    let first = given(&app, &ann, "first", 100_000).await;
    one(&ben, collect(&first, &[(Some(&ben), 100_000)]))
        .await
        .expect("collected");
    let spending = json!({ "op": "count_spending", "key": "first", "world": world });
    one(&ben, spending).await.expect("counted");
    let counted =
        "select count(*) from ledger.spending s join ledger.transfer t on t.id = s.transfer_id";
    assert_eq!(app.count(counted).await, 1);
    // The manifest permits 1,500 WIT a day.
    let second = given(&app, &ann, "second", 100_000).await;
    assert_eq!(
        one(&ben, collect(&second, &[(Some(&ben), 50_001)])).await,
        Err("OverLimit".into())
    );
    one(&ben, collect(&second, &[(Some(&ben), 50_000)]))
        .await
        .expect("the rest of the day");
    done(app).await;
}
