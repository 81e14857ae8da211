//! `/api/item/…`, `/api/v2/items/…` and the service `items@1`: ownership, locks and provenance.

pub(crate) mod crafting;
mod inventory;
mod leaving;
mod lists;
mod profile_image;
mod search;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::support::{portrait_of, reported, run};
use crate::user::{says_at, text};

const COLLECTION: &str = "0190f3a0-0000-7000-8000-00000000c011";

pub(crate) fn grant_of(key: &str, nickname: &str, more: Value) -> Value {
    let mut grant = json!({
        "key": key, "ownerNickname": nickname, "collectionId": COLLECTION, "type": "gear",
        "collectionName": { "ko": "밤의 불빛", "en": "Lights of the night" },
        "name": { "ko": "등불", "en": "Lantern" },
        "description": { "ko": "어두운 길을 밝힌다.", "en": "It lights dark ways." },
        "thumbnailUrl": "/assets/plugins/items/items/lantern.svg",
    });
    grant
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    grant
}

/// Grants an item as an administrator.
pub(crate) async fn granted(keeper: &Client, key: &str, nickname: &str) -> String {
    granted_with(keeper, key, nickname, json!({})).await
}

pub(crate) async fn granted_with(
    keeper: &Client,
    key: &str,
    nickname: &str,
    more: Value,
) -> String {
    let reply = keeper
        .post("/api/v2/items/grants", grant_of(key, nickname, more))
        .await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["itemId"])
}

/// The service's response to the probe, or the code of its refusal.
pub(crate) async fn serve(client: &Client, method: &str, payload: Value) -> Result<Value, String> {
    let call = json!([{ "op": "service_call", "service": "items@1", "method": method, "payload": payload }]);
    let reply = run(client, call.clone()).await;
    if reply.status == 200 {
        return Ok(reply.payload()["results"][0]["ok"].clone());
    }
    // After a service has refused and written, the response can only be a problem.
    let results = reported(client, call).await;
    Err(text(&results[0]["error"]["problem"]["code"]))
}

pub(crate) async fn lock(
    client: &Client,
    item: &str,
    owner: Uuid,
    (key, by): (&str, &str),
) -> Result<Value, String> {
    let payload = json!({ "itemId": item, "owner": owner, "key": key, "by": by });
    serve(client, "lock", payload).await
}

async fn release(client: &Client, item: &str, key: &str) -> Result<Value, String> {
    serve(client, "release", json!({ "itemId": item, "key": key })).await
}

async fn transfer(
    client: &Client,
    item: &str,
    (from, to): (Uuid, Uuid),
    key: Option<&str>,
) -> Result<Value, String> {
    let payload = json!({
        "itemId": item, "key": key, "from": from, "to": to, "kind": "given", "reference": "gift:7",
    });
    serve(client, "transfer", payload).await
}

/// The visible names of a person's inventory, and its total.
async fn listed(client: &Client, path: &str) -> (Vec<String>, i64) {
    let reply = client.get(path).await;
    let items = reply.payload()["items"].as_array().unwrap();
    let ids = items
        .iter()
        .map(|item| text(item.get("itemId").unwrap_or(&item["id"])))
        .collect();
    (ids, reply.payload()["total"].as_i64().unwrap())
}

/// Verifies the signature of a plugin's statement with the keys that come with it.
pub(crate) fn assert_signed(plugin: &str, statement: &str, signed: &Value, keys: &Value) {
    let keys = keys["keys"].as_array().unwrap();
    let key = keys
        .iter()
        .find(|key| key["kid"] == signed["keyId"])
        .unwrap();
    assert_eq!(
        (&key["kty"], &key["crv"]),
        (&json!("OKP"), &json!("Ed25519"))
    );
    let bytes = |value: &Value| URL_SAFE_NO_PAD.decode(text(value)).unwrap();
    let key: [u8; 32] = bytes(&key["x"]).try_into().unwrap();
    let key = VerifyingKey::from_bytes(&key).unwrap();
    let signature = Signature::from_slice(&bytes(&signed["signature"])).unwrap();
    let said = format!("witverse:{plugin}\n{statement}");
    assert!(key.verify_strict(said.as_bytes(), &signature).is_ok());
    let other = said.replacen('{', "[", 1);
    assert!(key.verify_strict(other.as_bytes(), &signature).is_err());
}

async fn chain(app: &TestApp, item: &str) -> Value {
    let path = format!("/api/v2/items/{item}/provenance");
    app.visitor().get(&path).await.payload().clone()
}

/// Every counter matches, every chain is complete, and every item has at most one owner and one lock.
pub(crate) async fn assert_items_consistent(app: &TestApp) {
    let wrong = "select count(*) from (
        (select owner_id, type, state, items from plugin_items.tally where items > 0
         except
         select owner_id, type, state, count(*) from plugin_items.item where owner_id is not null group by 1, 2, 3)
        union all
        (select owner_id, type, state, count(*) from plugin_items.item where owner_id is not null group by 1, 2, 3
         except
         select owner_id, type, state, items from plugin_items.tally)) x";
    assert_eq!(app.count(wrong).await, 0, "a counter is wrong");
    let gaps = "select count(*) from plugin_items.item i where i.links <> (
        select count(*) from plugin_items.provenance p where p.item_id = i.id and p.seq between 1 and i.links)
        or i.owner_id is distinct from (
            select p.to_id from plugin_items.provenance p where p.item_id = i.id and p.seq = i.links)";
    assert_eq!(
        app.count(gaps).await,
        0,
        "a chain has gaps or ends elsewhere"
    );
    let links: Vec<(Uuid, i32, String, Option<String>, String)> = sqlx::query_as(
        "select item_id, seq, statement, previous, hash from plugin_items.provenance order by item_id, seq",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    let mut before: Option<(Uuid, String)> = None;
    for (item, seq, statement, previous, hash) in links {
        let digest = Sha256::digest(&statement);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, hash);
        let said: Value = serde_json::from_str(&statement).unwrap();
        assert_eq!(
            (said["item"].clone(), said["seq"].clone()),
            (json!(item), json!(seq))
        );
        assert_eq!(said["previous"], json!(previous));
        let last = before.filter(|(id, _)| *id == item).map(|(_, hash)| hash);
        assert_eq!(previous, last, "{item} {seq}");
        before = Some((item, hash));
    }
}

#[tokio::test]
async fn an_administrator_grants_an_item_once_for_a_key() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let grant = grant_of("first", "mina", json!({ "numbered": true }));
    let first = keeper.post("/api/v2/items/grants", grant.clone()).await;
    let id = text(&first.payload()["itemId"]);
    let expected = json!({
        "itemId": id, "name": { "ko": "등불", "en": "Lantern" },
        "description": { "ko": "어두운 길을 밝힌다.", "en": "It lights dark ways." },
        "type": "gear", "thumbnailUrl": "/assets/plugins/items/items/lantern.svg",
        "collection": { "collectionId": COLLECTION, "name": { "ko": "밤의 불빛", "en": "Lights of the night" } },
        "owner": { "userId": mina.id, "nickname": "mina", "thumbnail": portrait_of(mina.id) },
        "madeAt": first.payload()["madeAt"], "edition": 1, "lock": null, "used": false,
        "gear": null, "media": null, "text": null,
    });
    assert_eq!(*first.payload(), expected);
    let again = keeper.post("/api/v2/items/grants", grant).await;
    assert_eq!(again.payload()["itemId"], json!(id));
    let path = format!("/api/v2/items/{id}");
    assert_eq!(*app.visitor().get(&path).await.payload(), expected);
    let second = grant_of("second", "mina", json!({ "numbered": true }));
    let second = keeper.post("/api/v2/items/grants", second).await;
    assert_eq!(second.payload()["edition"], 2);
    let third = grant_of("third", "mina", json!({}));
    let third = keeper.post("/api/v2/items/grants", third).await;
    assert_eq!(third.payload()["edition"], Value::Null);

    let history = chain(&app, &id).await;
    let link = &history["links"][0];
    assert_eq!(history["links"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&link["seq"], &link["kind"], &link["from"]),
        (&json!(1), &json!("made"), &Value::Null)
    );
    assert_eq!(link["to"]["nickname"], "mina");
    assert_eq!(link["previous"], Value::Null);
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_administrator_makes_a_collection_official() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let item = granted(&keeper, "first", "mina").await;
    let path = format!("/api/v2/collections/{COLLECTION}/official");
    let status = async |by: &Client, is_official: bool| {
        by.put(&path, json!({ "isOfficial": is_official })).await
    };
    for (by, line) in [
        (&app.visitor(), "401 unauthenticated"),
        (&mina, "403 forbidden"),
    ] {
        assert_eq!(status(by, true).await.line(), line);
    }
    let listed = async || {
        let reply = mina.get("/api/v2/collections/official").await;
        reply.payload()["items"].as_array().unwrap().len()
    };
    assert_eq!(listed().await, 0);
    for _ in 0..2 {
        let made = status(&keeper, true).await;
        assert_eq!(made.payload()["isOfficial"], true, "{}", made.body);
    }
    assert_eq!(listed().await, 1);
    let of = |id: &Uuid| json!({ "collectionId": COLLECTION, "userId": id });
    let owns = async |id: &Uuid| serve(&mina, "owns", of(id)).await.unwrap()["owns"].clone();
    assert_eq!(owns(&mina.id).await, true);
    assert_eq!(owns(&keeper.id).await, false);
    let used = json!({ "itemId": item, "owner": mina.id });
    serve(&mina, "use", used).await.unwrap();
    assert_eq!(owns(&mina.id).await, false, "a used item does not count");
    let found = serve(&mina, "collection", json!({ "id": COLLECTION })).await;
    assert_eq!(found.unwrap()["collection"]["isOfficial"], true);
    let none = serve(&mina, "collection", json!({ "id": Uuid::nil() })).await;
    assert_eq!(none.unwrap()["collection"], Value::Null);
    assert_eq!(status(&keeper, false).await.payload()["isOfficial"], false);
    assert_eq!(listed().await, 0);
    let unknown = "/api/v2/collections/x/official";
    let refused = keeper.put(unknown, json!({ "isOfficial": true })).await;
    assert_eq!(refused.line(), "404 collection_not_found");
    app.stop().await;
}

#[tokio::test]
async fn a_grant_is_checked_and_belongs_to_one_plugin() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let moderator = app.with_role("mod_a", "moderator").await;
    let grants = "/api/v2/items/grants";
    let good = || grant_of("k", "mina", json!({}));
    for (client, line) in [
        (&mina, "403 forbidden"),
        (&moderator, "403 forbidden"),
        (&app.visitor(), "401 unauthenticated"),
    ] {
        assert_eq!(client.post(grants, good()).await.line(), line);
    }
    let refused = async |more: Value| keeper.post(grants, grant_of("k", "mina", more)).await;
    let reply = refused(json!({ "ownerNickname": "nobody" })).await;
    assert_eq!(reply.line(), "404 user_not_found");
    let reply = refused(json!({ "collectionName": null })).await;
    assert_eq!(reply.line(), "404 collection_not_found");
    let required = ("name.ko", "필수 항목입니다.", "This field is required.");
    let reply = refused(json!({ "name": { "ko": "", "en": "x" } })).await;
    says_at(&reply, &[required]);
    for wrong in [
        json!({ "type": "nothing" }),
        json!({ "thumbnailUrl": "https://elsewhere.example/a.svg" }),
        json!({ "collectionName": { "ko": "", "en": "" } }),
        json!({ "key": "" }),
        json!({ "key": "k".repeat(101) }),
    ] {
        assert_eq!(refused(wrong).await.line(), "422 validation_failed");
    }
    let made = "select (select count(*) from plugin_items.item) + (select count(*) from plugin_items.making)";
    assert_eq!(app.count(made).await, 0);
    for missing in ["7", &Uuid::nil().to_string()] {
        for path in [
            format!("/api/v2/items/{missing}"),
            format!("/api/v2/items/{missing}/provenance"),
        ] {
            let reply: Reply = mina.get(&path).await;
            assert_eq!(reply.line(), "404 item_not_found");
        }
    }
    app.stop().await;
}
