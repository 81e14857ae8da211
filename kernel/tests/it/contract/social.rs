//! The operations of friends, gifts, items and mail: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::mails::{alarm, raise};
use crate::user::text;

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (nari, bomi) = (app.person("nari").await, app.person("bomi").await);
    friends(contract, app, (&nari, &bomi)).await;
    items(contract, app, &nari).await;
    gifts(contract, app, (&nari, &bomi)).await;
    mail(contract, app, (&nari, &bomi)).await;
}

async fn mail(contract: &mut Contract, app: &TestApp, (nari, bomi): (&Client, &Client)) {
    const BASE: &str = "/api/v2/mails";
    let keeper = app.with_role("crier", "admin").await;
    let raised = raise(
        bomi,
        alarm(
            nari,
            "contract",
            json!({ "from": bomi.id, "canReply": true }),
        ),
    )
    .await;
    let id = text(&raised["alarmId"]);
    let reply = format!("{BASE}/alarm/reply");
    for (who, id, content) in [
        (nari, id.as_str(), "hello"),
        (nari, id.as_str(), ""),
        (nari, "x", "hello"),
        (&app.nameless("nobodyyet").await, id.as_str(), "hello"),
    ] {
        let body = json!({ "alarmId": id, "content": content });
        contract.call(who, "POST", &reply, body).await;
    }
    for path in [
        "new/check",
        "alarms",
        "alarms?limit=0",
        &format!("alarm/{id}"),
        "alarm/x",
        "alarm/check/reply",
        "alarm/check/x",
        "preferences",
        "plugins",
    ] {
        for who in [nari, bomi] {
            let path = format!("{BASE}/{path}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    let log = format!("{BASE}/alarm/log");
    for id in ["all", "x"] {
        contract
            .call(nari, "POST", &log, json!({ "alarmId": id }))
            .await;
    }
    let path = format!("{BASE}/preferences");
    let chosen = nari.get(&path).await.payload().clone();
    for body in [chosen, json!({})] {
        contract.call(nari, "PUT", &path, body).await;
    }
    let path = format!("{BASE}/plugins/mute");
    for is_muted in [true, false] {
        let choice = json!({ "worldId": nari.id, "plugin": "acme.poll", "isMuted": is_muted });
        contract.call(nari, "PUT", &path, choice).await;
    }
    notices(contract, &keeper, nari).await;
}

async fn notices(contract: &mut Contract, keeper: &Client, nari: &Client) {
    const BASE: &str = "/api/v2/mails";
    let admin = format!("{BASE}/admin/notices");
    let text_of = |it: &str| json!({ "ko": it, "en": it });
    let notice = |title: &str, at: Value| json!({ "title": text_of(title), "body": text_of("body"), "publishAt": at });
    let later = json!("2099-01-01T00:00:00Z");
    let written = contract
        .call(keeper, "POST", &admin, notice("later", later.clone()))
        .await;
    let waiting = format!("{admin}/{}", text(&written.payload()["noticeId"]));
    let written = contract
        .call(keeper, "POST", &admin, notice("now", Value::Null))
        .await;
    let out = text(&written.payload()["noticeId"]);
    contract
        .call(keeper, "POST", &admin, notice("", Value::Null))
        .await;
    contract
        .call(nari, "POST", &admin, notice("mine", Value::Null))
        .await;
    for path in [&waiting, &format!("{admin}/{out}"), &format!("{admin}/x")] {
        contract
            .call(keeper, "PUT", path, notice("changed", later.clone()))
            .await;
    }
    contract.call(keeper, "GET", &admin, Value::Null).await;
    let path = format!("{BASE}/notices");
    contract.call(nari, "GET", &path, Value::Null).await;
    for id in [out.as_str(), "all", "x"] {
        let log = format!("{BASE}/notice/log");
        contract
            .call(nari, "POST", &log, json!({ "noticeId": id }))
            .await;
    }
    for path in [&waiting, &format!("{admin}/x")] {
        contract.call(keeper, "DELETE", path, Value::Null).await;
    }
}

async fn friends(contract: &mut Contract, app: &TestApp, (nari, bomi): (&Client, &Client)) {
    const BASE: &str = "/api/v2/relationship";
    let nameless = app.nameless("unnamed").await;
    let (ask, answer) = (
        format!("{BASE}/request/friend"),
        format!("{BASE}/process/request"),
    );
    let (cancel, delete) = (
        format!("{BASE}/cancel/request"),
        format!("{BASE}/delete/friend"),
    );
    let named = |name: &str| json!({ "nickname": name });
    for (client, name) in [
        (&nameless, "bomi"),
        (nari, "nari"),
        (nari, "nobody"),
        (nari, "bomi"),
        (nari, "bomi"),
    ] {
        contract.call(client, "POST", &ask, named(name)).await;
    }
    let path = format!("{BASE}/requests?direction=sent");
    let listed = contract.call(nari, "GET", &path, Value::Null).await;
    let id = text(&listed.payload()["items"][0]["relationshipId"]);
    let by_id = json!({ "relationshipId": id });
    for _ in 0..2 {
        contract.call(nari, "POST", &cancel, by_id.clone()).await;
    }
    let asked = contract.call(nari, "POST", &ask, named("bomi")).await;
    let id = asked.payload()["relationshipId"].clone();
    let path = format!("{BASE}/requests");
    contract.call(bomi, "GET", &path, Value::Null).await;
    for approve in [false, true] {
        let body = json!({ "relationshipId": id, "approve": approve });
        contract.call(nari, "POST", &answer, body.clone()).await;
        contract.call(bomi, "POST", &answer, body).await;
    }
    contract.call(nari, "POST", &ask, named("bomi")).await;
    let asked = contract.call(bomi, "POST", &ask, named("nari")).await;
    assert_eq!(asked.payload()["status"], 0);
    let asked = contract.call(nari, "POST", &ask, named("bomi")).await;
    assert_eq!(asked.payload()["status"], 1);
    contract.call(nari, "POST", &ask, named("bomi")).await;
    for path in [
        "get/friends",
        "get/friends?limit=0",
        "get/friends?page=101",
        "requests?direction=x",
        "with/bomi",
        "with/nari",
        "with/nobody",
        "suggestions",
        "suggestions?limit=0",
        "people/search?q=bo",
        "people/search",
        "summary",
    ] {
        let path = format!("{BASE}/{path}");
        contract.call(nari, "GET", &path, Value::Null).await;
    }
    let search = format!("{BASE}/search");
    for body in [json!({ "searchData": "bo" }), json!({})] {
        contract.call(nari, "POST", &search, body).await;
    }
    for _ in 0..2 {
        contract.call(nari, "POST", &delete, named("bomi")).await;
    }
}

async fn items(contract: &mut Contract, app: &TestApp, nari: &Client) {
    let (keeper, visitor) = (app.with_role("giver", "admin").await, app.visitor());
    let grants = "/api/v2/items/grants";
    let grant = crate::items::grant_of("contract", "nari", json!({ "numbered": true }));
    contract.call(nari, "POST", grants, grant.clone()).await;
    contract.call(&keeper, "POST", grants, json!({})).await;
    for (field, wrong) in [
        ("ownerNickname", json!("nobody")),
        ("collectionName", Value::Null),
    ] {
        let mut grant = grant.clone();
        grant[field] = wrong;
        contract.call(&keeper, "POST", grants, grant).await;
    }
    let made = contract.call(&keeper, "POST", grants, grant).await;
    let id = text(&made.payload()["itemId"]);
    let collection = text(&made.payload()["collection"]["collectionId"]);
    let official = format!("/api/v2/collections/{collection}/official");
    for (client, path) in [
        (nari, official.as_str()),
        (&visitor, &official),
        (&keeper, "/api/v2/collections/x/official"),
        (&keeper, &official),
    ] {
        for body in [json!({ "isOfficial": true }), json!({})] {
            contract.call(client, "PUT", path, body).await;
        }
    }
    for (client, path) in [
        (nari, "/api/item/inventory/craft/all/all".to_owned()),
        (nari, "/api/item/inventory/craft/x/all".to_owned()),
        (nari, "/api/item/inventory/craft/gift/item".to_owned()),
        (
            nari,
            "/api/item/inventory/craft/gift/item?limit=0".to_owned(),
        ),
        (
            &visitor,
            format!("/api/v2/user/inventory/paging/{}", nari.id),
        ),
        (
            &visitor,
            format!("/api/v2/user/inventory/paging/{}?page=101", nari.id),
        ),
        (&visitor, format!("/api/v2/items/{id}")),
        (&visitor, "/api/v2/items/7".to_owned()),
        (&visitor, format!("/api/v2/items/{id}/provenance")),
        (&visitor, "/api/v2/items/7/provenance".to_owned()),
    ] {
        contract.call(client, "GET", &path, Value::Null).await;
    }
    let cat = crate::items::grant_of("cat", "nari", json!({ "type": "pfp" }));
    let cat = contract.call(&keeper, "POST", grants, cat).await;
    let hers = crate::items::granted(&keeper, "keepers", "bomi").await;
    for (client, item) in [
        (nari, text(&cat.payload()["itemId"])),
        (nari, id),
        (nari, hers),
        (nari, "7".to_owned()),
        (&visitor, "7".to_owned()),
    ] {
        let path = format!("/api/v2/items/{item}/profile-image");
        contract.call(client, "PUT", &path, Value::Null).await;
    }
}

async fn gifts(contract: &mut Contract, app: &TestApp, (nari, bomi): (&Client, &Client)) {
    const BASE: &str = "/api/v2/gift";
    let keeper = app.with_role("wrapper", "admin").await;
    let (create, handle) = (format!("{BASE}/create"), format!("{BASE}/handle"));
    let wit = |wit: Value, to: &Client| crate::gifts::new_gift("wit", wit, to.id);
    contract
        .call(nari, "POST", &create, wit(json!(1), bomi))
        .await;
    crate::friends::befriend(nari, (bomi, "bomi")).await;
    crate::wallet_admin::give(app, nari.id, 1_000).await;
    for gift in [
        json!({}),
        wit(json!(1), nari),
        wit(json!(0), bomi),
        wit(json!(11), bomi),
        wit(json!(1), &keeper),
        crate::gifts::new_gift("item", json!("7"), bomi.id),
    ] {
        contract.call(nari, "POST", &create, gift).await;
    }
    let item = crate::items::granted(&keeper, "to-give", "nari").await;
    let others = crate::items::granted(&keeper, "not-hers", "bomi").await;
    let mut sent = Vec::new();
    for gift in [
        wit(json!(10), bomi),
        crate::gifts::new_gift("item", json!(item), bomi.id),
        crate::gifts::new_gift("item", json!(item), bomi.id),
        crate::gifts::new_gift("item", json!(others), bomi.id),
    ] {
        let reply = contract.call(nari, "POST", &create, gift).await;
        sent.push(reply.body["payload"]["airdropId"].clone());
    }
    for (client, id, approve) in [
        (nari, &sent[0], true),
        (bomi, &sent[0], true),
        (bomi, &sent[0], true),
        (bomi, &sent[1], false),
        (bomi, &json!("7"), false),
    ] {
        let body = json!({ "airdropId": id, "approve": approve });
        contract.call(client, "POST", &handle, body).await;
    }
    for path in [
        "received",
        "sent",
        "sent?status=pending",
        "sent?status=x",
        "sent?page=101",
        &text(&sent[0]),
        "7",
    ] {
        let path = format!("{BASE}/{path}");
        contract.call(nari, "GET", &path, Value::Null).await;
    }
    let search = format!("{BASE}/user/search");
    for body in [json!({ "searchData": "" }), json!({})] {
        contract.call(nari, "POST", &search, body).await;
    }
}
