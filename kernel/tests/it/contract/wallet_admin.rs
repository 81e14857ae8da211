//! The operations of wallets and corrections: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::payments::UNKNOWN_ID;
use crate::support::run;
use crate::wallet_admin::give;

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (keeper, second) = (
        app.with_role("keeper_one", "admin").await,
        app.with_role("keeper_two", "admin").await,
    );
    let saver = app.person("saver").await;
    give(app, saver.id, 10_000).await;
    let end = app.clock.now_ms() + 600_000;
    let hold = json!({ "op": "hold", "key": "contract", "amount": 100, "expires_at_ms": end });
    assert_eq!(run(&saver, json!([hold])).await.line(), "200");
    for path in [
        "",
        "/history",
        "/history?limit=1",
        "/history?kind=theft",
        "/history.csv",
        "/history.csv?month=x",
        "/summary",
        "/summary?months=0",
        "/holds",
        "/holds?limit=0",
        "/proof",
        "/proof?limit=0",
    ] {
        let path = format!("/api/v2/wallet{path}");
        contract.call(&saver, "GET", &path, Value::Null).await;
    }

    let wallet = format!("/api/admin/wallets/{}", saver.id);
    for path in [
        &*wallet,
        &format!("/api/admin/wallets/{UNKNOWN_ID}"),
        "/api/admin/wallets/7",
    ] {
        contract.call(&keeper, "GET", path, Value::Null).await;
    }
    for (what, reason) in [
        ("unfreeze", "because"),
        ("freeze", "no"),
        ("freeze", "because"),
        ("unfreeze", "because"),
    ] {
        let path = format!("{wallet}/{what}");
        contract
            .call(&keeper, "POST", &path, json!({ "reason": reason }))
            .await;
    }

    let adjustments = "/api/admin/adjustments";
    let mut proposed = Vec::new();
    for hundredths in [500, -50_000, 7, 0] {
        let body =
            json!({ "accountId": saver.id, "amountHundredths": hundredths, "reason": "because" });
        let reply = contract.call(&keeper, "POST", adjustments, body).await;
        proposed.extend(reply.body["payload"]["id"].as_str().map(str::to_owned));
    }
    for query in ["", "?state=all", "?state=x", "?limit=1", "?cursor=x"] {
        contract
            .call(
                &keeper,
                "GET",
                &format!("{adjustments}{query}"),
                Value::Null,
            )
            .await;
    }
    let answer = json!({ "answer": "as discussed" });
    for (client, id, what) in [
        (&keeper, &*proposed[0], "approve"),
        (&second, &*proposed[0], "approve"),
        (&second, &*proposed[0], "reject"),
        (&second, &*proposed[1], "approve"),
        (&second, &*proposed[2], "reject"),
        (&second, UNKNOWN_ID, "approve"),
        (&second, "7", "reject"),
    ] {
        let path = format!("{adjustments}/{id}/{what}");
        contract.call(client, "POST", &path, answer.clone()).await;
    }
    for path in ["totals", "totals?days=0", "check"] {
        let path = format!("/api/admin/ledger/{path}");
        contract.call(&keeper, "GET", &path, Value::Null).await;
    }
    appointments(contract, (&keeper, &second), &saver).await;
}

async fn appointments(
    contract: &mut Contract,
    (keeper, second): (&Client, &Client),
    saver: &Client,
) {
    let role = format!("/api/admin/users/{}/roles/admin", saver.id);
    for (decider, what) in [(keeper, "reject"), (second, "approve")] {
        let proposed = contract.call(keeper, "PUT", &role, Value::Null).await;
        let id = &proposed.payload()["appointment"]["id"];
        let open = "/api/admin/appointments";
        contract.call(second, "GET", open, Value::Null).await;
        let path = format!("{open}/{}/{what}", id.as_str().unwrap());
        for _ in 0..2 {
            contract.call(decider, "POST", &path, json!({})).await;
        }
    }
}
