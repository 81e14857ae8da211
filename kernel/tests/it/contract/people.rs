//! The operations of people, safety, moderation, administration and wallets: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::crypto_addresses::Key;
use crate::delivery::Device;
use crate::safety::log_in;
use crate::user::text;

const UNKNOWN_ID: &str = "0190a1b2-0000-7000-8000-000000000001";

impl Contract {
    /// The path in the document, with its placeholders.
    pub(super) fn route_of(&self, method: &str, path: &str) -> String {
        let path = path.split('?').next().unwrap();
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |route: &&String| {
            let known: Vec<&str> = route.split('/').collect();
            let mut pairs = known.iter().zip(&parts);
            known.len() == parts.len()
                && pairs.all(|(known, part)| known.starts_with('{') || known == part)
        };
        let paths = self.document["paths"].as_object().unwrap();
        let known = paths
            .iter()
            .filter(|(_, methods)| methods[method.to_lowercase()].is_object())
            .map(|(route, _)| route);
        // The route with the fewest placeholders, like the router.
        let best = known
            .filter(fits)
            .min_by_key(|route| route.matches('{').count());
        best.map_or_else(|| path.to_owned(), Clone::clone)
    }
}

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let keeper = app.administrator().await;
    let (ada, mal) = (app.person("ada").await, app.person("mal").await);
    for (client, room) in [
        (&ada, "probe:hall"),
        (&app.visitor(), "probe:members"),
        (&ada, "probe:nowhere"),
        (&ada, "nobody:hall"),
    ] {
        let path = format!("/api/rooms/{room}/join");
        contract.call(client, "POST", &path, Value::Null).await;
    }
    public(contract, app, &ada).await;
    blocks_and_mutes(contract, &ada, &mal).await;
    moderation(contract, app, &keeper, (&ada, &mal)).await;
    administration(contract, app, &keeper, &ada).await;
    wallets(contract, &app.person("rich").await).await;
    devices(contract, &app.person("devi").await).await;
}

async fn devices(contract: &mut Contract, ada: &Client) {
    contract
        .call(ada, "GET", "/api/push/key", Value::Null)
        .await;
    let device = Device::new("https://fcm.googleapis.com/fcm/send/a");
    let path = "/api/push/subscriptions";
    contract
        .call(ada, "POST", path, device.subscription())
        .await;
    let elsewhere = Device::new("https://example.com/a").subscription();
    contract.call(ada, "POST", path, elsewhere).await;
    let mut wrong = device.subscription();
    wrong["keys"]["auth"] = json!("AAAA");
    contract.call(ada, "POST", path, wrong).await;
    let gone = json!({ "endpoint": device.endpoint });
    let renewal = json!({ "endpoint": device.endpoint, "subscription": device.subscription() });
    let path = "/api/push/subscriptions/renew";
    contract.call(ada, "POST", path, renewal).await;
    let path = "/api/push/subscriptions/remove";
    contract.call(ada, "POST", path, gone).await;
}

async fn public(contract: &mut Contract, app: &TestApp, ada: &Client) {
    let visitor = app.visitor();
    for path in [
        format!("/api/v2/user/sns/{}", ada.id),
        format!("/api/v2/user/sns/{UNKNOWN_ID}"),
        "/api/v2/profile/user/ada".to_owned(),
        "/api/v2/profile/user/nobody".to_owned(),
        format!("/api/v2/profile/check/{}", ada.id),
        "/api/v2/profile/check/7".to_owned(),
    ] {
        contract.call(&visitor, "GET", &path, Value::Null).await;
    }
}

async fn blocks_and_mutes(contract: &mut Contract, ada: &Client, mal: &Client) {
    for what in ["blocks", "mutes"] {
        for method in ["PUT", "DELETE", "PUT"] {
            for id in [
                mal.id.to_string(),
                ada.id.to_string(),
                UNKNOWN_ID.to_owned(),
                "7".to_owned(),
            ] {
                let path = format!("/api/safety/{what}/{id}");
                contract.call(ada, method, &path, Value::Null).await;
            }
        }
    }
    for query in ["", "?limit=1", "?limit=0", "?cursor=x"] {
        let path = format!("/api/safety/people{query}");
        contract.call(ada, "GET", &path, Value::Null).await;
    }
}

async fn moderation(
    contract: &mut Contract,
    app: &TestApp,
    keeper: &Client,
    (ada, mal): (&Client, &Client),
) {
    let reports = "/api/safety/reports";
    for body in [
        json!({ "userId": mal.id, "reason": "hate", "subject": { "kind": "chat", "id": "1" } }),
        json!({ "userId": mal.id, "reason": "hate", "subject": { "kind": "chat", "id": "1" } }),
        json!({ "userId": ada.id, "reason": "spam" }),
        json!({ "userId": UNKNOWN_ID, "reason": "spam" }),
        json!({ "userId": mal.id, "reason": "other" }),
        json!({ "userId": mal.id, "reason": "spam", "roomId": "probe:hall" }),
        json!({ "userId": mal.id, "reason": "spam", "roomId": "no room" }),
    ] {
        contract.call(ada, "POST", reports, body).await;
    }
    contract.call(ada, "GET", reports, Value::Null).await;
    let queue = "/api/moderation/cases";
    let listed = contract.call(keeper, "GET", queue, Value::Null).await;
    let case = format!("{queue}/{}", text(&listed.payload()["items"][0]["id"]));
    contract.call(keeper, "GET", &case, Value::Null).await;
    contract.call(ada, "GET", &case, Value::Null).await;
    let decision = json!({ "action": "mute", "reason": "because", "hours": 3 });
    let decide = format!("{case}/decision");
    for _ in 0..2 {
        contract
            .call(keeper, "POST", &decide, decision.clone())
            .await;
    }
    contract.call(ada, "GET", reports, Value::Null).await;
    let decisions = "/api/safety/decisions";
    let about = contract.call(mal, "GET", decisions, Value::Null).await;
    let about = format!("{decisions}/{}", text(&about.payload()["items"][0]["id"]));
    let visitor = app.visitor();
    for client in [mal, ada, &visitor] {
        contract.call(client, "GET", &about, Value::Null).await;
    }
    let appeal = format!("{about}/appeal");
    let words = json!({ "text": "제가 쓴 글이 아닙니다. 다시 확인해 주시기 바랍니다." });
    contract
        .call(mal, "POST", &appeal, json!({ "text": "no" }))
        .await;
    for _ in 0..2 {
        contract.call(mal, "POST", &appeal, words.clone()).await;
    }
    let second = app.with_role("second", "moderator").await;
    let answer = json!({ "outcome": "uphold", "reason": "because" });
    for client in [keeper, &second, &second] {
        let path = format!("{case}/appeal");
        contract.call(client, "POST", &path, answer.clone()).await;
    }
    for state in ["appealed", "closed", "nothing"] {
        let path = format!("{queue}?state={state}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    contract.call(keeper, "GET", &case, Value::Null).await;
}

async fn administration(contract: &mut Contract, app: &TestApp, keeper: &Client, ada: &Client) {
    for query in ["", "?search=ad&limit=1", "?limit=0"] {
        let path = format!("/api/admin/users{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    let user = format!("/api/admin/users/{}", ada.id);
    let role = format!("{user}/roles/moderator");
    for method in ["PUT", "DELETE"] {
        contract.call(keeper, method, &role, Value::Null).await;
    }
    let last = format!("/api/admin/users/{}/roles/admin", keeper.id);
    contract.call(keeper, "DELETE", &last, Value::Null).await;
    let sanctions = format!("{user}/sanctions");
    let body = json!({ "action": "suspend", "reason": "because" });
    let passed = contract.call(keeper, "POST", &sanctions, body).await;
    let sanction = text(&passed.payload()["sanctions"][0]["id"]);
    let lift = format!("/api/admin/sanctions/{sanction}/lift");
    for _ in 0..2 {
        let body = json!({ "reason": "because" });
        contract.call(keeper, "POST", &lift, body).await;
    }
    log_in(app, "ada").await;
    let revoke = format!("{user}/sessions/revoke");
    contract.call(keeper, "POST", &revoke, Value::Null).await;
    for id in [ada.id.to_string(), UNKNOWN_ID.to_owned(), "7".to_owned()] {
        let path = format!("/api/admin/users/{id}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    for _ in 0..2 {
        let body = json!({ "word": "zork", "kind": "part" });
        contract
            .call(keeper, "POST", "/api/admin/words", body)
            .await;
    }
    for query in ["", "?search=zo", "?limit=1"] {
        let path = format!("/api/admin/words{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
        let path = format!("/api/admin/audit{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    for _ in 0..2 {
        let path = "/api/admin/words/zork";
        contract.call(keeper, "DELETE", path, Value::Null).await;
    }
    forbidden_files(contract, keeper).await;
    let keys = "/api/admin/signing-keys";
    contract.call(keeper, "GET", keys, Value::Null).await;
    let rotate = "/api/admin/signing-keys/rotate";
    contract.call(keeper, "POST", rotate, Value::Null).await;
}

async fn forbidden_files(contract: &mut Contract, keeper: &Client) {
    let files = "/api/admin/forbidden-files";
    let digest = "0".repeat(64);
    for body in [
        json!({ "digest": digest, "reason": "because" }),
        json!({ "digest": digest, "reason": "because" }),
        json!({ "digest": "x", "reason": "because" }),
    ] {
        contract.call(keeper, "POST", files, body).await;
    }
    for query in ["", "?limit=1", &format!("?digest={digest}"), "?digest=x"] {
        let path = format!("{files}{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    for (digest, reason) in [
        (digest.as_str(), "no"),
        (&digest, "because"),
        (&digest, "because"),
        ("x", "because"),
    ] {
        let path = format!("{files}/{digest}/remove");
        let body = json!({ "reason": reason });
        contract.call(keeper, "POST", &path, body).await;
    }
}

async fn wallets(contract: &mut Contract, rich: &Client) {
    let wallets = "/api/account/wallets";
    let key = Key::new(3);
    let address = key.address();
    let challenge = "/api/account/wallets/challenge";
    for address in ["x", &address] {
        let body = json!({ "address": address });
        contract.call(rich, "POST", challenge, body).await;
    }
    let body = json!({ "address": address, "signature": "0x" });
    for _ in 0..2 {
        contract.call(rich, "POST", wallets, body.clone()).await;
    }
    let ask = json!({ "address": address });
    let asked = contract.call(rich, "POST", challenge, ask.clone()).await;
    let signature = key.sign(&text(&asked.payload()["message"]));
    let body = json!({ "address": address, "signature": signature });
    contract.call(rich, "POST", wallets, body).await;
    contract.call(rich, "POST", challenge, ask).await;
    contract.call(rich, "GET", wallets, Value::Null).await;
    for _ in 0..2 {
        let path = format!("{wallets}/{address}");
        contract.call(rich, "DELETE", &path, Value::Null).await;
    }
}
