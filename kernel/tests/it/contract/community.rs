//! The operations of a community: one success each, and their refusals.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::user::text;

const FEED: &str = "/api/v2/world/feed";
/// The people of the calls: the owner of the world, and a person without a world.
type Two<'a> = (&'a Client, &'a Client);

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (owner, guest) = (app.person("feedowner").await, app.person("feedguest").await);
    let new = json!({ "worldName": "feeds", "isPublic": true });
    owner.post("/api/v3/worlds", new).await;
    let two = (&owner, &guest);
    let id = posts(contract, app, two).await;
    comments(contract, two, &id).await;
    moderation(contract, app, two, &id).await;
    announcements(contract, two).await;
    gallery(contract, app, two).await;
    let path = format!("{FEED}/{id}");
    for who in [&guest, &owner, &owner] {
        contract.call(who, "DELETE", &path, Value::Null).await;
    }
}

async fn posts(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) -> String {
    let new = |words: &str| json!({ "worldName": "feeds", "text": words });
    let written = contract.call(owner, "POST", FEED, new("hello")).await;
    let id = text(&written.payload()["feedId"]);
    for (who, body) in [
        (owner, new("again")),
        (owner, new("")),
        (guest, new("hello")),
        (&app.nameless("feednameless").await, new("hello")),
        (owner, json!({ "worldName": "nowhere", "text": "a" })),
    ] {
        contract.call(who, "POST", FEED, body).await;
    }
    for path in ["?q=hello", ""] {
        let path = format!("/api/v2/world/posts/search{path}");
        contract.call(guest, "GET", &path, Value::Null).await;
    }
    let block = uuid::Uuid::nil();
    for path in [
        "?worldName=feeds".to_owned(),
        "?worldName=feeds&view=hidden".to_owned(),
        "?worldName=feeds&limit=0".to_owned(),
        "?worldName=nowhere".to_owned(),
        format!("/block/query?worldName=feeds&blockId={block}"),
        "/block/query?worldName=feeds&blockId=x".to_owned(),
        "/fixed/feeds".to_owned(),
        "/fixed/nowhere".to_owned(),
        format!("/{id}"),
        "/x".to_owned(),
        format!("/{id}/history"),
    ] {
        for who in [owner, guest] {
            let path = format!("{FEED}{path}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    let path = format!("{FEED}/{id}");
    for who in [owner, guest] {
        let body = json!({ "text": "changed" });
        contract.call(who, "PUT", &path, body).await;
    }
    let history = format!("{path}/history");
    contract.call(guest, "GET", &history, Value::Null).await;
    let reaction = format!("{path}/reaction");
    for kind in ["like", "hate"] {
        let body = json!({ "kind": kind });
        contract.call(guest, "PUT", &reaction, body).await;
    }
    contract.call(guest, "DELETE", &reaction, Value::Null).await;
    let mute = format!("{path}/mute");
    for method in ["PUT", "DELETE"] {
        contract.call(guest, method, &mute, Value::Null).await;
    }
    id
}

async fn comments(contract: &mut Contract, (owner, guest): Two<'_>, id: &str) {
    let path = format!("{FEED}/{id}/comments");
    let written = contract
        .call(owner, "POST", &path, json!({ "text": "hello" }))
        .await;
    let comment = text(&written.payload()["commentId"]);
    for (who, body) in [
        (owner, json!({ "text": "again" })),
        (owner, json!({ "text": "" })),
        (guest, json!({ "text": "hello" })),
    ] {
        contract.call(who, "POST", &path, body).await;
    }
    for query in [String::new(), format!("?parentId={comment}")] {
        let path = format!("{path}{query}");
        contract.call(guest, "GET", &path, Value::Null).await;
    }
    let one = format!("{path}/{comment}");
    for who in [guest, owner] {
        let body = json!({ "isHide": true });
        let status = format!("{one}/status");
        contract.call(who, "POST", &status, body).await;
    }
    for who in [guest, owner, owner] {
        contract.call(who, "DELETE", &one, Value::Null).await;
    }
}

async fn moderation(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>, id: &str) {
    let pin = format!("{FEED}/{id}/fixed");
    for who in [guest, owner] {
        contract.call(who, "PUT", &pin, Value::Null).await;
    }
    let path = format!("{FEED}/fixed/feeds");
    contract.call(guest, "GET", &path, Value::Null).await;
    for who in [guest, owner] {
        let body = json!({ "feedId": id, "isMember": true });
        let path = format!("{FEED}/change/ismember");
        contract.call(who, "POST", &path, body).await;
    }
    let path = format!("{FEED}/{id}");
    contract.call(guest, "GET", &path, Value::Null).await;
    for (who, is_hide) in [(guest, true), (owner, true)] {
        let body = json!({ "feedId": id, "isHide": is_hide, "reason": "a rule" });
        let path = format!("{FEED}/change/status");
        contract.call(who, "POST", &path, body).await;
    }
    contract.call(owner, "PUT", &pin, Value::Null).await;
    let appeal = format!("{path}/appeal");
    for who in [guest, owner, owner] {
        let body = json!({ "text": "Please look again." });
        contract.call(who, "POST", &appeal, body).await;
        app.advance(Duration::from_secs(1));
    }
}

async fn announcements(contract: &mut Contract, (owner, guest): Two<'_>) {
    const BASE: &str = "/api/v2/world/announcements/feeds";
    let words = |it: &str| json!({ "ko": it, "en": it });
    let new = |it: &str| json!({ "title": words(it), "content": words(it) });
    let made = contract.call(owner, "POST", BASE, new("news")).await;
    let one = format!("{BASE}/{}", text(&made.payload()["announcementId"]));
    for (who, body) in [(owner, new("")), (guest, new("news"))] {
        contract.call(who, "POST", BASE, body).await;
    }
    for who in [guest, owner] {
        contract.call(who, "PUT", &one, new("other news")).await;
        let pin = format!("{one}/fixed");
        contract.call(who, "PUT", &pin, Value::Null).await;
    }
    for path in [BASE, &one, &format!("{BASE}/x")] {
        contract.call(guest, "GET", path, Value::Null).await;
    }
    for who in [guest, owner, owner] {
        contract.call(who, "DELETE", &one, Value::Null).await;
    }
}

async fn gallery(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) {
    let keeper = app.with_role("feedkeeper", "admin").await;
    let item = crate::items::granted(&keeper, "feedlamp", "feedowner").await;
    let path = format!("/api/v2/comments/item/{item}");
    let body = |words: &str| json!({ "text": words });
    let made = contract.call(guest, "POST", &path, body("nice")).await;
    let one = format!("{path}/{}", text(&made.payload()["commentId"]));
    for words in ["again", ""] {
        contract.call(guest, "POST", &path, body(words)).await;
    }
    for path in [path.as_str(), "/api/v2/comments/block/x"] {
        contract.call(guest, "GET", path, Value::Null).await;
    }
    for ids in [item.as_str(), "x"] {
        let counts = format!("/api/v2/comments/counts?itemIds={ids}");
        contract.call(guest, "GET", &counts, Value::Null).await;
    }
    let status = format!("{one}/status");
    for (who, body) in [
        (guest, json!({ "isHide": true })),
        (owner, json!({ "isHide": true })),
        (owner, json!({ "isHide": "x" })),
    ] {
        contract.call(who, "POST", &status, body).await;
    }
    for who in [owner, owner] {
        contract.call(who, "DELETE", &one, Value::Null).await;
    }
}
