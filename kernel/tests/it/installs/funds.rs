//! The WIT of an install: what is left goes to the owner of the world, also if an administrator ends it, and no movement is lost
//! beside the end.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, give_wit, run, text};
use crate::wallet_admin::{assert_ledger_consistent, bought, buy};

const CHARGES: &str = "sql = { mib = 16 }\n\
    ledger = [{ op = \"charge\", per_op = 20 }, { op = \"reward\", per_op = 50 }]";

async fn balance(client: &Client) -> i64 {
    let wallet = client.get("/api/v2/wallet").await;
    wallet.payload()["balanceHundredths"].as_i64().unwrap()
}

/// Holds 5 WIT of a person for an install; returns the id of the charge.
async fn held(owner: &Owner, who: &Client, install: &Value, key: u128) -> String {
    let path = owner.path(&format!("plugins/{}/charges", text(install, "id")));
    let order = json!({ "amount": 5, "reason": "A hat", "key": Uuid::from_u128(key) });
    let reply = who.post(&path, order).await;
    assert_eq!(reply.line(), "201", "{:?}", reply.body);
    text(reply.payload(), "id")
}

fn capture(charge: &str) -> Value {
    json!([{ "op": "capture", "hold": charge, "amount": 500 }])
}

#[tokio::test]
async fn what_a_plugin_leaves_goes_to_the_owner_of_the_world() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    give_wit(&app, bora.id, 100).await;
    let path = format!("/api/v2/worlds/user/member?worldId={}", mina.world);
    assert_eq!(bora.post(&path, json!({})).await.line(), "200");
    let appointed = mina
        .client
        .post(&mina.path("admins"), json!({ "nickname": "bora" }))
        .await;
    assert!(appointed.status.is_success(), "{:?}", appointed.body);
    let package = TestPackage::new("1.0.0").asking_for(CHARGES);
    let install = mina.install(&package, None).await;
    // The administrator pays in, pays as a person, and uninstalls.
    let admin = Owner::in_world(bora.clone(), &mina.world);
    let payment = json!({ "amount": 30, "key": Uuid::from_u128(1) });
    assert_eq!(admin.post(&install, "funds", payment).await.line(), "200");
    let charge = held(&mina, &bora, &install, 2).await;
    let open = held(&mina, &bora, &install, 3).await;
    let collected = run(&bora, &install, capture(&charge)).await;
    assert_eq!(collected.line(), "200", "{:?}", collected.body);
    let path = mina.path(&format!("plugins/{}/contents", text(&install, "id")));
    let contents = bora.get(&path).await;
    let contents = contents.payload();
    assert_eq!(contents["balanceHundredths"], 3_500);
    assert_eq!(contents["returnsTo"], "mina");
    assert_eq!(contents["holds"], json!({ "count": 1, "hundredths": 500 }));
    let ended = admin.uninstall(&install).await;
    assert_eq!(ended.payload()["balanceHundredths"], 0);
    assert_eq!(balance(&mina.client).await, 3_500);
    assert_eq!(balance(&bora).await, 6_500);

    // Nothing moves after the end: neither in a call of the page, nor by an operator, nor by a call that is still running.
    let path = mina.path(&format!("plugins/{}/charges", text(&install, "id")));
    let order = json!({ "amount": 5, "reason": "A hat", "key": Uuid::from_u128(9) });
    assert_eq!(
        bora.post(&path, order).await.line(),
        "404 plugin_not_installed"
    );
    let payment = json!({ "amount": 30, "key": Uuid::from_u128(4) });
    assert_eq!(
        admin.post(&install, "funds", payment).await.line(),
        "404 plugin_not_installed"
    );
    let late = "select outcome::bigint from kernel_api.ledger_capture($1, $2, null, 500, now())";
    let outcome: i64 = sqlx::query_scalar(late)
        .bind(Uuid::parse_str(&open).unwrap())
        .bind(text(&install, "id"))
        .fetch_one(app.owner())
        .await
        .unwrap();
    assert_eq!(outcome, 6, "the account is closed");

    // What an earlier version has left behind is returned with the deletion of the data.
    stranded(&app, &text(&install, "id"), 700).await;
    app.advance(std::time::Duration::from_secs(31 * 86_400));
    app.app.installs.delete_expired().await.unwrap();
    let mina = app.log_in("mina", mina.client.id).await;
    assert_eq!(balance(&mina).await, 4_200);
    app.stop().await;
}

/// Puts hundredths on the account of an install past its rules.
async fn stranded(app: &TestApp, install: &str, hundredths: i64) {
    use witverse_ledger::{self as ledger, Amount, Key, Kind, Transfer};
    let transfer = Transfer {
        id: Key::of(&["stranded", install]),
        from: ledger::BONUS,
        to: ledger::plugin(install),
        amount: Amount::new(hundredths).unwrap(),
        kind: Kind::Bonus,
        source: "test",
        memo: "",
        at: app.app.platform.clock.now(),
    };
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    ledger::transfer(&mut connection, &transfer).await.unwrap();
}

#[tokio::test]
async fn no_wit_is_lost_when_people_pay_beside_the_end() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    give_wit(&app, bora.id, 100).await;
    give_wit(&app, mina.client.id, 100).await;
    for round in 0..3_u128 {
        let package = TestPackage::new("1.0.0").asking_for(CHARGES);
        let install = mina.install(&package, None).await;
        let mut charges = Vec::new();
        for key in 0..3 {
            charges.push(held(&mina, &bora, &install, round * 10 + key).await);
        }
        let capturing = async {
            for charge in &charges {
                run(&bora, &install, capture(charge)).await;
            }
        };
        let paying = async {
            let payment = json!({ "amount": 2, "key": Uuid::from_u128(100 + round) });
            mina.post(&install, "funds", payment).await;
        };
        let ending = async {
            let pause = std::time::Duration::from_millis(u64::try_from(round).unwrap() * 8);
            tokio::time::sleep(pause).await;
            mina.uninstall(&install).await
        };
        let (_, _, ended) = tokio::join!(capturing, paying, ending);
        assert_eq!(ended.line(), "200", "{:?}", ended.body);
        assert_eq!(mina.view(&install).await.payload()["balanceHundredths"], 0);
    }
    assert_eq!(
        balance(&mina.client).await + balance(&bora).await,
        20_000,
        "all of it is with people"
    );
    app.stop().await;
}

#[tokio::test]
async fn bought_wit_that_come_back_from_an_install_are_bought_again() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    buy(&app, mina.client.id, 10_000).await;
    buy(&app, bora.id, 2_000).await;
    let package = TestPackage::new("1.0.0").asking_for(CHARGES);
    let install = mina.install(&package, None).await;
    let payment = |amount: u32, key| json!({ "amount": amount, "key": Uuid::from_u128(key) });
    mina.post(&install, "funds", payment(30, 1)).await;
    assert_eq!(bought(&app, mina.client.id).await, 7_000);
    for _ in 0..2 {
        let out = mina.post(&install, "payouts", payment(10, 2)).await;
        assert_eq!(out.line(), "200", "{:?}", out.body);
        assert_eq!(bought(&app, mina.client.id).await, 8_000);
    }
    // The plugin gives back a part of a charge, to the person who has paid it.
    let charge = held(&mina, &bora, &install, 3).await;
    run(&bora, &install, capture(&charge)).await;
    assert_eq!(bought(&app, bora.id).await, 1_500);
    for (to, outcome) in [(mina.client.id, "nosuchhold"), (bora.id, "refunded")] {
        let back = json!([{
            "op": "transfer", "operation": "refund", "key": "back", "to": to, "amount": 300, "charge": charge,
        }]);
        let reply = run(&bora, &install, back).await;
        let kind = &reply.payload()["results"][0]["error"]["kind"];
        let kind = kind.as_str().unwrap_or("refunded").to_lowercase();
        assert_eq!(kind, outcome);
    }
    assert_eq!(bought(&app, bora.id).await, 1_800);
    // The rest of what the owner has paid in, and 2 WIT of charges.
    mina.uninstall(&install).await;
    assert_eq!(balance(&mina.client).await, 10_200);
    assert_eq!(bought(&app, mina.client.id).await, 10_000);
    assert_ledger_consistent(&app).await;
    app.stop().await;
}
