//! The operations of installs: one success each, and their refusals.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{TestApp, TestPackage};

use super::Contract;
use crate::installs::{Owner, give_wit};
use crate::user::text;

const CAPABILITIES: &str = "sql = { mib = 16 }\nfiles = { mib = 1, read = \"open\" }\nledger = [{ op = \"charge\", per_op = 5 }]";

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let owner = Owner::of(app, "plugins").await;
    give_wit(app, owner.client.id, 100).await;
    let stranger = app.person("pluginless").await;
    let archive = |version| {
        let package = TestPackage::new(version).asking_for(CAPABILITIES);
        Some(package.archive())
    };
    let packages = owner.path("plugin-packages");
    let me = &owner.client;
    let first = contract.send(me, "POST", &packages, archive("1.0.0")).await;
    let next = contract.send(me, "POST", &packages, archive("1.1.0")).await;
    contract
        .send(me, "POST", &packages, Some(b"x".to_vec()))
        .await;
    contract
        .send(&stranger, "POST", &packages, archive("1.0.0"))
        .await;
    for digest in [text(&first.payload()["digest"]), "0".into()] {
        let path = format!("{packages}/{digest}");
        contract.call(me, "GET", &path, Value::Null).await;
    }
    for query in ["", "?search=acme", "?limit=0"] {
        let path = owner.path(&format!("plugin-catalogue{query}"));
        contract.call(me, "GET", &path, Value::Null).await;
    }
    let catalogue = owner.path("plugin-catalogue");
    contract
        .call(&stranger, "GET", &catalogue, Value::Null)
        .await;
    let plugins = owner.path("plugins");
    let extensions = owner.path("extensions");
    contract
        .call(&app.visitor(), "GET", &extensions, Value::Null)
        .await;
    let mut order =
        json!({ "package": first.payload()["digest"], "grant": first.payload()["requested"] });
    contract.call(me, "POST", &plugins, order.clone()).await;
    order["agreedKey"] = first.payload()["publisher"]["keyId"].clone();
    let installed = contract.call(me, "POST", &plugins, order.clone()).await;
    contract.call(me, "POST", &plugins, order).await;
    contract
        .call(me, "POST", &plugins, json!({ "package": "0", "grant": {} }))
        .await;
    for client in [me, &stranger] {
        contract.call(client, "GET", &plugins, Value::Null).await;
    }
    let id = text(&installed.payload()["id"]);
    let at = |rest: &str| owner.path(&format!("plugins/{id}{rest}"));
    let unknown = owner.path("plugins/x-aaaaaaaaaaaa");
    for path in [at(""), unknown.clone()] {
        contract.call(me, "GET", &path, Value::Null).await;
        contract
            .call(me, "PATCH", &path, json!({ "enabled": true }))
            .await;
    }
    contract
        .call(me, "GET", "/api/v3/extensions", Value::Null)
        .await;
    for is_early in [false, true] {
        let version = json!({ "package": next.payload()["digest"], "isEarly": is_early });
        contract.call(me, "POST", &at("/version"), version).await;
    }
    contract.call(me, "POST", &at("/finish"), Value::Null).await;
    for _ in 0..2 {
        contract
            .call(me, "POST", &at("/rollback"), Value::Null)
            .await;
    }
    for amount in [0, 5, 500] {
        let payment = json!({ "amount": amount, "key": Uuid::from_u128(amount) });
        contract.call(me, "POST", &at("/funds"), payment).await;
    }
    for amount in [0, 1, 500] {
        let payment = json!({ "amount": amount, "key": Uuid::from_u128(amount) });
        contract.call(me, "POST", &at("/payouts"), payment).await;
    }
    for path in [at("/charges"), format!("{unknown}/charges")] {
        let charge = json!({ "amount": 5, "reason": "A hat", "key": Uuid::from_u128(9) });
        contract.call(me, "POST", &path, charge).await;
    }
    for query in ["", "?limit=1", "?limit=0", "?page=101"] {
        let path = at(&format!("/events{query}"));
        contract.call(me, "GET", &path, Value::Null).await;
    }
    contract
        .call(me, "GET", &format!("{unknown}/events"), Value::Null)
        .await;
    for rest in ["/contents", "/export", "/logs", "/logs?limit=0"] {
        contract.call(me, "GET", &at(rest), Value::Null).await;
        contract
            .call(me, "GET", &format!("{unknown}{rest}"), Value::Null)
            .await;
    }
    sqlx::query(
        "insert into kernel.install_file (install, name, media_type, content, digest, state, changed_at)
         values ($1, 'a.txt', 'text/plain; charset=utf-8', 'a', sha256('a'), 'ready', now())",
    )
    .bind(&id)
    .execute(app.owner())
    .await
    .unwrap();
    for file in [
        format!("{id}/-/files/a.txt"),
        format!("{id}/-/files/b"),
        "x-a/-/files/a".into(),
    ] {
        let path = format!("/api/x/{file}");
        contract.call(me, "GET", &path, Value::Null).await;
    }
    let order = json!({
        "package": first.payload()["digest"], "grant": first.payload()["requested"], "trial": true,
    });
    let tried = contract.call(me, "POST", &plugins, order).await;
    let trial = text(&tried.payload()["id"]);
    let players = owner.path(&format!("plugins/{trial}/players"));
    for path in [players, at("/players")] {
        contract.call(me, "GET", &path, Value::Null).await;
    }
    let end = owner.path(&format!("plugins/{trial}"));
    contract.call(me, "DELETE", &end, Value::Null).await;
    let packages = "/api/admin/plugin-packages";
    let keeper = app.with_role("overseer", "admin").await;
    for query in ["", "?search=acme", "?limit=1", "?limit=0"] {
        let path = format!("{packages}{query}");
        contract.call(&keeper, "GET", &path, Value::Null).await;
    }
    contract.call(me, "GET", packages, Value::Null).await;
    for digest in [text(&next.payload()["digest"]), "0".into()] {
        let path = format!("{packages}/{digest}/stop");
        for reason in ["It floods rooms", "no"] {
            let body = json!({ "reason": reason });
            contract.call(&keeper, "POST", &path, body).await;
        }
        contract.call(&keeper, "DELETE", &path, Value::Null).await;
    }
    for digest in [text(&first.payload()["digest"]), "0".into()] {
        for rest in ["", "/archive"] {
            let path = format!("{packages}/{digest}{rest}");
            contract.call(&keeper, "GET", &path, Value::Null).await;
        }
    }
    let key = text(&first.payload()["publisher"]["keyId"]);
    for (name, key) in [("acme", key.as_str()), ("acme", "00"), ("nobody", "00")] {
        let path = format!("/api/admin/plugin-publishers/{name}/keys/{key}/revocation");
        for reason in ["It has leaked", "no"] {
            let body = json!({ "reason": reason });
            contract.call(&keeper, "POST", &path, body).await;
        }
        contract
            .send(me, "POST", &owner.path("plugin-packages"), archive("1.3.0"))
            .await;
        contract.call(&keeper, "DELETE", &path, Value::Null).await;
    }
    for digest in [&first, &next].map(|one| text(&one.payload()["digest"])) {
        let path = format!("{packages}/{digest}/stop");
        contract.call(&keeper, "DELETE", &path, Value::Null).await;
    }
    for digest in [text(&first.payload()["digest"]), "0".into()] {
        let path = format!("{packages}/{digest}/review");
        for method in ["POST", "DELETE"] {
            contract.call(&keeper, method, &path, Value::Null).await;
        }
    }
    for list in ["/api/admin/plugin-reviews", "/api/admin/plugin-publishers"] {
        for query in ["", "?limit=1", "?limit=0"] {
            let path = format!("{list}{query}");
            contract.call(&keeper, "GET", &path, Value::Null).await;
        }
        contract.call(me, "GET", list, Value::Null).await;
    }
    for name in ["acme", "nobody"] {
        let path = format!("/api/admin/plugin-publishers/{name}/stop");
        for reason in ["It steals passwords", "no"] {
            let body = json!({ "reason": reason });
            contract.call(&keeper, "POST", &path, body).await;
        }
        contract
            .send(me, "POST", &owner.path("plugin-packages"), archive("1.2.0"))
            .await;
        contract.call(&keeper, "DELETE", &path, Value::Null).await;
    }
    for method in ["DELETE", "DELETE"] {
        contract.call(me, method, &at(""), Value::Null).await;
    }
    contract
        .call(me, "POST", &at("/restore"), Value::Null)
        .await;
}
