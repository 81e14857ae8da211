//! The operations inside of a world: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::user::text;
use crate::wallet_admin;

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (owner, mina) = (
        app.person("worldowner").await,
        app.person("worldguest").await,
    );
    let new = json!({ "worldName": "contract" });
    let created = owner.post("/api/v3/worlds", new).await;
    let id = text(&created.payload()["worldId"]);
    for path in [
        "/api/v2/worlds/basic-info?worldName=",
        "/api/v3/worlds/basic-info/",
    ] {
        for name in ["contract", "nowhere", "market"] {
            contract
                .call(&mina, "GET", &format!("{path}{name}"), Value::Null)
                .await;
        }
    }
    let join = format!("/api/v2/worlds/user/member?worldId={id}");
    contract.call(&mina, "POST", &join, Value::Null).await;
    settings(contract, (&owner, &mina), &id).await;
    invitations(contract, app, (&owner, &mina), &id).await;
    people(contract, (&owner, &mina), &id).await;
    memberships(contract, app, (&owner, &mina), &id).await;
    visits(contract, (&owner, &mina), &id).await;
}

/// Names, creating a world, and joining one.
pub(super) async fn create_and_join(
    contract: &mut Contract,
    app: &TestApp,
    (mina, theo, visitor): (&Client, &Client, &Client),
) {
    contract
        .call(mina, "GET", "/api/v2/worlds/my", Value::Null)
        .await;
    contract
        .call(visitor, "GET", "/api/v2/worlds/my", Value::Null)
        .await;
    for query in ["sort=newest", "sort=points", "sort=x", "q=ago"] {
        let path = format!("/api/v3/worlds?{query}");
        contract.call(visitor, "GET", &path, Value::Null).await;
    }
    for path in ["?q=ago", "?q=", ""] {
        let path = format!("/api/v2/worlds/search{path}");
        contract.call(visitor, "GET", &path, Value::Null).await;
    }
    for name in ["agora", "x", "admin"] {
        contract
            .call(
                mina,
                "POST",
                "/api/v2/worlds/name",
                json!({ "worldName": name }),
            )
            .await;
    }
    let new = json!({ "worldName": "agora", "isPublic": true, "hue": 1, "description": { "ko": "", "en": "x" } });
    let created = contract
        .call(mina, "POST", "/api/v3/worlds", new.clone())
        .await;
    contract
        .call(
            mina,
            "POST",
            "/api/v3/worlds",
            json!({ "worldName": "orbit" }),
        )
        .await;
    contract.call(theo, "POST", "/api/v3/worlds", new).await;
    contract
        .call(
            mina,
            "POST",
            "/api/v2/worlds/name",
            json!({ "worldName": "agora" }),
        )
        .await;
    let join = format!(
        "/api/v2/worlds/user/member?worldId={}",
        text(&created.payload()["worldId"])
    );
    contract.call(visitor, "POST", &join, Value::Null).await;
    contract.call(theo, "POST", &join, Value::Null).await;
    contract.call(theo, "POST", &join, Value::Null).await;
    contract
        .call(
            theo,
            "POST",
            "/api/v2/worlds/user/member?worldId=x",
            Value::Null,
        )
        .await;
    contract
        .call(theo, "GET", "/api/v2/worlds/my", Value::Null)
        .await;
    for name in ["agora", "nowhere"] {
        contract
            .call(
                visitor,
                "GET",
                &format!("/api/v2/worlds/mInfo?worldName={name}"),
                Value::Null,
            )
            .await;
    }
    for query in ["", "?limit=1", "?page=101", "?limit=0", "?limit=%ff"] {
        contract
            .call(
                visitor,
                "GET",
                &format!("/api/v3/worlds{query}"),
                Value::Null,
            )
            .await;
    }
    let hidden = json!({ "worldName": "hidden", "isPublic": false });
    let owner = app.person("owner_1").await;
    let hidden = contract
        .call(&owner, "POST", "/api/v3/worlds", hidden)
        .await;
    contract
        .call(
            visitor,
            "GET",
            "/api/v2/worlds/mInfo?worldName=hidden",
            Value::Null,
        )
        .await;
    let join = format!(
        "/api/v2/worlds/user/member?worldId={}",
        text(&hidden.payload()["worldId"])
    );
    contract
        .call(&app.person("late").await, "POST", &join, Value::Null)
        .await;
}

async fn settings(contract: &mut Contract, (owner, mina): (&Client, &Client), id: &str) {
    let unknown = uuid::Uuid::nil().to_string();
    for world in [id, &unknown] {
        let texts = json!({ "worldId": world, "description": { "ko": "가", "en": "a" } });
        let visibility = json!({ "worldId": world, "isPublic": true });
        for who in [owner, mina] {
            contract
                .call(who, "PUT", "/api/v3/worlds/admins/texts", texts.clone())
                .await;
            contract
                .call(
                    who,
                    "PUT",
                    "/api/v3/worlds/admins/visibility",
                    visibility.clone(),
                )
                .await;
            let images = "/api/v3/worlds/admins/img";
            for logo in [json!(null), json!(unknown), json!(7)] {
                let body = json!({ "worldId": world, "logo": logo });
                contract.call(who, "PUT", images, body).await;
            }
            let data = format!("/api/v3/worlds/{world}/admin/default/data");
            contract.call(who, "GET", &data, Value::Null).await;
        }
    }
}

async fn invitations(
    contract: &mut Contract,
    app: &TestApp,
    (owner, mina): (&Client, &Client),
    id: &str,
) {
    let guest = app.person("linkguest").await;
    let link = format!("/api/v3/worlds/{id}/invitation");
    contract.call(owner, "GET", &link, Value::Null).await;
    let made = contract.call(owner, "POST", &link, Value::Null).await;
    contract.call(mina, "POST", &link, Value::Null).await;
    contract.call(owner, "GET", &link, Value::Null).await;
    let invitation = format!("/api/v3/invitations/{}", text(&made.payload()["code"]));
    for path in [invitation.as_str(), "/api/v3/invitations/x"] {
        contract.call(mina, "GET", path, Value::Null).await;
        contract.call(mina, "POST", path, json!({})).await;
        contract.call(&guest, "POST", path, json!({})).await;
    }
    contract.call(owner, "DELETE", &link, Value::Null).await;
}

async fn people(contract: &mut Contract, (owner, mina): (&Client, &Client), id: &str) {
    let base = format!("/api/v3/worlds/{id}");
    for query in ["", "?role=owner", "?role=x", "?page=101", "?limit=0"] {
        contract
            .call(mina, "GET", &format!("{base}/members{query}"), Value::Null)
            .await;
    }
    let admins = format!("{base}/admins");
    for (who, nickname) in [
        (mina, "worldguest"),
        (owner, "unknown_1"),
        (owner, "worldguest"),
        (owner, "worldguest"),
    ] {
        contract
            .call(who, "POST", &admins, json!({ "nickname": nickname }))
            .await;
    }
    let admin = format!("{admins}/{}", mina.id);
    for path in [&admin, &format!("{admins}/x")] {
        contract.call(owner, "DELETE", path, Value::Null).await;
    }
    contract.call(mina, "DELETE", &admin, Value::Null).await;
    let blacklist = format!("{base}/blacklist");
    let entry = |nickname: &str, reason: &str| json!({ "nickname": nickname, "reason": reason });
    for (who, body) in [
        (mina, entry("worldguest", "x")),
        (owner, entry("worldguest", "")),
        (owner, entry("unknown_1", "x")),
        (owner, entry("worldowner", "x")),
        (owner, entry("worldguest", "x")),
    ] {
        contract.call(who, "POST", &blacklist, body).await;
    }
    for query in ["", "?page=101", "?limit=0"] {
        contract
            .call(owner, "GET", &format!("{blacklist}{query}"), Value::Null)
            .await;
    }
    let mina_info = "/api/v2/worlds/mInfo?worldName=contract";
    contract.call(mina, "GET", mina_info, Value::Null).await;
    contract
        .call(mina, "GET", &format!("{base}/members"), Value::Null)
        .await;
    let join = format!("/api/v2/worlds/user/member?worldId={id}");
    contract.call(mina, "POST", &join, Value::Null).await;
    let listed = format!("{blacklist}/{}", mina.id);
    for path in [&listed, &format!("{blacklist}/x")] {
        contract.call(owner, "DELETE", path, Value::Null).await;
    }
    contract.call(mina, "POST", &join, Value::Null).await;
}

async fn memberships(
    contract: &mut Contract,
    app: &TestApp,
    (owner, mina): (&Client, &Client),
    id: &str,
) {
    let rule = format!("/api/v3/worlds/{id}/admin/market-rule");
    for (who, body) in [
        (owner, json!({ "membershipFirst": true })),
        (owner, json!({ "membershipFirst": false })),
        (owner, json!({})),
        (mina, json!({ "membershipFirst": true })),
    ] {
        contract.call(who, "PUT", &rule, body).await;
    }
    let base = format!("/api/v3/worlds/{id}/collections");
    let new = |price: i64| json!({ "name": { "ko": "봄", "en": "Spring" }, "quantity": 1, "price": price });
    for (who, body) in [(mina, new(5)), (owner, new(-1))] {
        contract.call(who, "POST", &base, body).await;
    }
    let opened = contract.call(owner, "POST", &base, new(5)).await;
    contract.call(owner, "POST", &base, new(5)).await;
    let collection = text(&opened.payload()["collectionId"]);
    let buy = format!("{base}/{collection}/buy");
    contract
        .call(mina, "POST", &buy, json!({ "price": 5 }))
        .await;
    wallet_admin::give(app, mina.id, 1_000).await;
    for (path, price) in [
        (buy.as_str(), 6),
        (buy.as_str(), 5),
        (buy.as_str(), 5),
        (&format!("{base}/x/buy"), 5),
    ] {
        contract
            .call(mina, "POST", path, json!({ "price": price }))
            .await;
    }
    for query in ["", "?page=101", "?limit=0"] {
        contract
            .call(mina, "GET", &format!("{base}{query}"), Value::Null)
            .await;
    }
    let shown = format!("/api/v2/collections/{collection}");
    for path in [
        shown.as_str(),
        &format!("{shown}/items"),
        &format!("{shown}/items?limit=0"),
        "/api/v2/collections/x",
        "/api/v2/collections/x/items",
        "/api/v2/collections/official",
        "/api/v2/collections/official?page=101",
    ] {
        contract.call(mina, "GET", path, Value::Null).await;
    }
}

async fn visits(contract: &mut Contract, (owner, mina): (&Client, &Client), id: &str) {
    let report = "/api/v2/worlds/logs/user-connection";
    for name in ["contract", "nowhere"] {
        contract
            .call(mina, "POST", report, json!({ "worldName": name }))
            .await;
    }
    for path in ["statistics", "visitors", "visitors?limit=0", "witch-points"] {
        for who in [owner, mina] {
            contract
                .call(
                    who,
                    "GET",
                    &format!("/api/v3/worlds/{id}/{path}"),
                    Value::Null,
                )
                .await;
        }
    }
}
