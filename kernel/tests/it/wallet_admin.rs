//! `/api/v2/wallet…`, and the wallet operations of administrators.

mod adjustments;
mod wallet;

use serde_json::Value;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Key, Kind, Recharge, Transfer};
use witverse_testing::{Client, TestApp};

/// Credits a person with WIT of the platform, in hundredths.
pub(crate) async fn give(app: &TestApp, to: Uuid, hundredths: i64) {
    moved(app, ledger::BONUS, to, hundredths, Kind::Bonus, "").await;
}

pub(crate) async fn moved(
    app: &TestApp,
    from: Uuid,
    to: Uuid,
    hundredths: i64,
    kind: Kind,
    memo: &str,
) {
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let movement = Transfer {
        id: Key::of(&["test", &Uuid::now_v7().to_string()]),
        from,
        to,
        amount: Amount::new(hundredths).unwrap(),
        kind,
        source: "kernel",
        memo,
        at: app.clock.now(),
    };
    ledger::transfer(&mut connection, &movement).await.unwrap();
}

/// Credits WIT that a person has bought; returns the lot.
pub(crate) async fn buy(app: &TestApp, person: Uuid, hundredths: i64) -> Uuid {
    let lot = Uuid::now_v7();
    let new = Recharge {
        id: Key::of(&["order", &lot.to_string()]),
        to: person,
        amount: Amount::new(hundredths).unwrap(),
        lot,
        source: "kernel",
        memo: "",
        at: app.app.platform.clock.now(),
    };
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    ledger::recharge(&mut connection, &new).await.unwrap();
    lot
}

/// The WIT in hundredths that a person has bought and not spent.
pub(crate) async fn bought(app: &TestApp, person: Uuid) -> i64 {
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let balance = ledger::balance(&mut connection, person).await.unwrap();
    balance.unwrap().bought
}

pub(crate) async fn assert_ledger_consistent(app: &TestApp) {
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let report = ledger::check(&mut connection).await.unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
}

async fn payload(client: &Client, path: &str) -> Value {
    let reply = client.get(path).await;
    assert_eq!(reply.line(), "200", "{path}: {}", reply.body);
    reply.payload().clone()
}
