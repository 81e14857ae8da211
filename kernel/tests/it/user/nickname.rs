//! Choosing a nickname, once.

use serde_json::json;
use witverse_testing::TestApp;

use super::{says, says_at, says_unauthenticated};
use crate::support::concurrently;

#[tokio::test]
async fn a_nickname_is_chosen_once() {
    let app = TestApp::start().await;
    let (someone, taken) = (app.nameless("someone").await, app.person("moonlight").await);
    let query = async |name: &str| {
        let name: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        someone
            .get(&format!("/api/v2/user/query/nickname?nickname={name}"))
            .await
    };
    let set = async |name: &str| {
        someone
            .post("/api/user/nickname", json!({ "nickname": name }))
            .await
    };
    let unavailable = (
        "사용할 수 없는 닉네임입니다.",
        "this is an unavailable nickname",
    );
    for bad in [
        "ab",
        "thirteenchars",
        "Abc",
        "a-b",
        "a b",
        " abc",
        "달빛이",
        "abc\0",
        "admin",
        "myadmin1",
        "register",
        "xregisterx",
        "system",
        "sibal12",
        "witverse_1",
    ] {
        says(
            &query(bad).await,
            "422 unavailable_nickname",
            unavailable.0,
            unavailable.1,
        );
        says(
            &set(bad).await,
            "422 unavailable_nickname",
            unavailable.0,
            unavailable.1,
        );
    }
    let enter = (
        "nickname",
        "닉네임을 입력해 주세요.",
        "please enter your nickname",
    );
    for empty in ["", "  "] {
        says_at(&query(empty).await, &[enter]);
        says_at(&set(empty).await, &[enter]);
    }
    says_at(&someone.get("/api/v2/user/query/nickname").await, &[enter]);
    let duplicate = (
        "이미 사용 중인 닉네임입니다.",
        "this nickname is already in use",
    );
    says(
        &query("moonlight").await,
        "409 duplicate_nickname",
        duplicate.0,
        duplicate.1,
    );
    says(
        &set("moonlight").await,
        "409 duplicate_nickname",
        duplicate.0,
        duplicate.1,
    );
    for good in ["abc", "a_1", "twelve_chars", "___"] {
        assert_eq!(*query(good).await.payload(), json!({ "available": true }));
    }

    assert_eq!(
        *set("starlight").await.payload(),
        json!({ "nickname": "starlight" })
    );
    assert_eq!(
        *set("starlight").await.payload(),
        json!({ "nickname": "starlight" }),
        "asked again"
    );
    let again = (
        "닉네임은 한 번 정하면 바꿀 수 없습니다.",
        "A nickname cannot be changed once set.",
    );
    says(
        &set("sunlight").await,
        "409 nickname_already_set",
        again.0,
        again.1,
    );
    assert_eq!(
        *someone.get("/api/user/nickname").await.payload(),
        json!({ "nickname": "starlight" })
    );
    assert_eq!(
        *taken.get("/api/user/nickname").await.payload(),
        json!({ "nickname": "moonlight" })
    );
    says_unauthenticated(&app.visitor().get("/api/user/nickname").await);
    says_unauthenticated(
        &app.visitor()
            .post("/api/user/nickname", json!({ "nickname": "abc" }))
            .await,
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_gets_the_nickname() {
    let app = TestApp::start().await;
    let (a, b) = (app.nameless("first").await, app.nameless("second").await);
    let replies = concurrently([a.clone(), b.clone()].map(|person| async move {
        person
            .post("/api/user/nickname", json!({ "nickname": "wanted" }))
            .await
            .line()
    }))
    .await;
    let mut sorted = replies.clone();
    sorted.sort();
    assert_eq!(sorted, ["200", "409 duplicate_nickname"]);
    let loser = if replies[0] == "200" { b } else { a };
    assert_eq!(
        loser
            .post("/api/user/nickname", json!({ "nickname": "other" }))
            .await
            .line(),
        "200"
    );

    // Of two concurrent choices of one person, one succeeds.
    let torn = app.nameless("torn").await;
    let mut replies = concurrently(["left", "right"].map(|name| {
        let torn = torn.clone();
        async move {
            torn.post("/api/user/nickname", json!({ "nickname": name }))
                .await
                .line()
        }
    }))
    .await;
    replies.sort();
    assert_eq!(replies, ["200", "409 nickname_already_set"]);
    app.stop().await;
}
