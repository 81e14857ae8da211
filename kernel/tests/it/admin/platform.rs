//! Forbidden words, the audit log of all accounts, signing keys.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Reply, TestApp};

use super::{UNKNOWN_ID, role, sanction, warn};
use crate::safety::all_pages;
use crate::user::{says, says_at};

#[tokio::test]
async fn a_forbidden_word_applies_at_once() {
    let app = TestApp::start().await;
    let (keeper, nameless) = (app.administrator().await, app.nameless("unnamed").await);
    let add = async |word: &str, kind: &str| {
        keeper
            .post("/api/admin/words", json!({ "word": word, "kind": kind }))
            .await
    };
    let name = async || {
        nameless
            .get("/api/v2/user/query/nickname?nickname=xzorkx")
            .await
            .line()
    };
    assert_eq!(name().await, "200");
    let reply = add("zork", "part").await;
    assert_eq!(reply.line(), "201");
    assert_eq!(*reply.payload(), json!({ "word": "zork", "kind": "part" }));
    assert_eq!(name().await, "422 unavailable_nickname");
    says(
        &add("zork", "exact").await,
        "409 word_exists",
        "이미 등록된 금지어입니다.",
        "This word is already on the list.",
    );
    for bad in ["", "Zork", "a b", "a\0", &"x".repeat(31)] {
        says_at(
            &add(bad, "part").await,
            &[(
                "word",
                "금지어는 소문자 1~30자로, 띄어쓰기 없이 입력해 주세요.",
                "Use 1 to 30 lowercase characters without spaces.",
            )],
        );
    }
    assert_eq!(add("x", "half").await.line(), "422 validation_failed");
    assert_eq!(add("나쁜말", "part").await.line(), "201");
    let all = all_pages(&keeper, "/api/admin/words", 7).await;
    let count = app
        .count("select count(*) from kernel.forbidden_word")
        .await;
    assert_eq!(i64::try_from(all.len()).unwrap(), count);
    let found = all_pages(&keeper, "/api/admin/words?search=Zo", 7).await;
    assert_eq!(json!(found), json!([{ "word": "zork", "kind": "part" }]));
    let remove = async |word: &str| {
        let path = format!("/api/admin/words/{word}");
        keeper.send("DELETE", &path, None).await.line()
    };
    assert_eq!(remove("zork").await, "200");
    assert_eq!(remove("zork").await, "404 word_not_found");
    assert_eq!(remove("%EB%82%98%EC%81%9C%EB%A7%90").await, "200");
    for bad in ["%00", "%ff", &"x".repeat(9000)] {
        assert_eq!(remove(bad).await, "404 not_found");
    }
    assert_eq!(name().await, "200");
    app.stop().await;
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_time_kind_and_account() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    for _ in 0..3 {
        app.advance(Duration::from_secs(1));
        role(&keeper, "PUT", mina.id, "moderator").await;
        role(&keeper, "DELETE", mina.id, "moderator").await;
    }
    sanction(&keeper, mina.id, warn()).await;
    let total = app.count("select count(*) from kernel.audit_entry").await;
    let all = all_pages(&keeper, "/api/admin/audit", 2).await;
    assert_eq!(i64::try_from(all.len()).unwrap(), total, "each once");
    assert_eq!(all[0]["kind"], "sanction.received");
    assert_eq!(
        json!([
            all[0]["account"]["nickname"],
            all[0]["actor"]["nickname"],
            all[0]["ip"]
        ]),
        json!(["mina", "keeper", ""])
    );
    let times: Vec<&str> = all
        .iter()
        .map(|entry| entry["at"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "the latest first");
    let granted = all_pages(&keeper, "/api/admin/audit?kind=role.granted", 1).await;
    assert_eq!(granted.len(), 3);
    let both = format!("/api/admin/audit?kind=role.revoked&account={}", mina.id);
    assert_eq!(all_pages(&keeper, &both, 1).await.len(), 3);
    let none = format!("/api/admin/audit?account={UNKNOWN_ID}");
    assert!(all_pages(&keeper, &none, 5).await.is_empty());
    for bad in ["account=7", "kind=%00", "cursor=x"] {
        let reply = keeper.get(&format!("/api/admin/audit?{bad}")).await;
        assert_eq!(reply.line(), "400 invalid_query", "{bad}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_new_signing_key_is_announced() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let states = |reply: &Reply| -> Vec<Value> {
        let items = reply.payload()["items"].as_array().unwrap().clone();
        items.iter().map(|key| key["state"].clone()).collect()
    };
    let path = "/api/admin/signing-keys";
    let before = keeper.get(path).await;
    assert_eq!(states(&before), ["signing"]);
    assert_eq!(before.payload()["items"][0]["retiresAt"], Value::Null);
    let reply = keeper
        .send("POST", "/api/admin/signing-keys/rotate", None)
        .await;
    assert_eq!(states(&reply), ["signing", "coming"]);
    app.advance(Duration::from_secs(61));
    let after = keeper.get(path).await;
    assert_eq!(states(&after), ["verifying", "signing"]);
    assert!(after.payload()["items"][0]["retiresAt"].is_string());
    app.stop().await;
}
