//! `GET /api/v2/user/{id}/portrait`: the picture of everybody who has set none.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{choose, view, wear};
use crate::files::{png, ready};
use crate::items::granted_with;
use crate::support::portrait_of;

async fn portrait(by: &Client, of: &Client) -> Reply {
    by.get(&portrait_of(of.id)).await
}

/// The text of a portrait, and its tag.
async fn drawing(by: &Client, of: &Client) -> (String, String) {
    let reply = portrait(by, of).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let text = String::from_utf8(reply.bytes.to_vec()).unwrap();
    let tag = reply.header("etag").unwrap().to_owned();
    (text, tag)
}

/// The pictures of a person in the view of another one: a profile, a card for sharing, and a list.
async fn pictures(by: &Client, of: &Client) -> [Value; 3] {
    let profile = by.get("/api/v2/profile/user/mina").await;
    let card = by.get(&format!("/api/v2/user/sns/{}", of.id)).await;
    let search = json!({ "searchData": "mina" });
    let found = by.post("/api/v2/relationship/search", search).await;
    assert_eq!(found.line(), "200", "{}", found.body);
    [
        profile.payload()["profileImage"].clone(),
        card.payload()["image"].clone(),
        found.payload()["items"][0]["thumbnail"].clone(),
    ]
}

#[tokio::test]
async fn a_portrait_is_public_and_cannot_run_anything() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let reply = portrait(&app.visitor(), &mina).await;
    assert_eq!(reply.line(), "200");
    let expected = [
        ("content-type", "image/svg+xml"),
        (
            "cache-control",
            "public, max-age=300, stale-while-revalidate=86400",
        ),
        (
            "content-security-policy",
            "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'",
        ),
        ("x-content-type-options", "nosniff"),
    ];
    for (name, value) in expected {
        assert_eq!(reply.header(name), Some(value), "{name}");
    }
    let text = String::from_utf8(reply.bytes.to_vec()).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>"));
    assert!(text.len() < 64 << 10, "{} bytes", text.len());
    for refused in ["<script", "style", "href", "data:", " on"] {
        assert!(!text.contains(refused), "{refused}");
    }
    // The response to a signed-in caller is the same, but for shared caches.
    let own = portrait(&mina, &mina).await;
    assert_eq!(own.bytes, reply.bytes);
    assert_eq!(
        own.header("cache-control"),
        Some("private, max-age=300, stale-while-revalidate=86400")
    );
    app.stop().await;
}

#[tokio::test]
async fn a_portrait_follows_the_look_and_its_tag_follows_the_portrait() {
    let app = TestApp::start().await;
    let (keeper, mina, theo) = (
        app.administrator().await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let (derived, first) = drawing(&theo, &mina).await;
    assert_eq!(drawing(&app.visitor(), &mina).await.0, derived, "stable");
    let known = app.visitor().with_header("if-none-match", &first);
    let again = portrait(&known, &mina).await;
    assert_eq!((again.line().as_str(), again.bytes.len()), ("304", 0));
    assert_eq!(again.header("etag"), Some(first.as_str()));
    assert_eq!(choose(&mina, "twin-tails").await.line(), "200");
    let (chosen, second) = drawing(&theo, &mina).await;
    assert!(chosen != derived && second != first);
    assert_eq!(portrait(&known, &mina).await.line(), "200", "it changed");
    let more = json!({ "gear": { "slot": "head", "model": "crown" } });
    let crown = granted_with(&keeper, "crown", "mina", more).await;
    assert_eq!(wear(&mina, "head", json!(crown)).await.line(), "200");
    let (crowned, _) = drawing(&theo, &mina).await;
    assert!(crowned.len() > chosen.len());
    // A block hides the avatar, but not the picture, which lists show to visitors too.
    crate::community::block(&mina, &theo).await;
    assert_eq!(view(&theo, &mina).await["chosen"], false);
    assert_eq!(drawing(&theo, &mina).await.0, crowned);
    app.stop().await;
}

#[tokio::test]
async fn only_people_whom_others_see_have_a_portrait() {
    let app = TestApp::start().await;
    let nameless = app.nameless("nameless").await;
    let ids = [
        nameless.id.to_string(),
        uuid::Uuid::nil().to_string(),
        "7".to_owned(),
    ];
    for id in ids {
        let path = format!("/api/v2/user/{id}/portrait");
        let reply = app.visitor().get(&path).await;
        assert_eq!(reply.line(), "404 user_not_found", "{id}");
    }
    let me = nameless.post("/api/user/auth", json!({})).await;
    assert_eq!(me.payload()["default_img"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn a_picture_of_ones_own_takes_the_place_of_the_portrait() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let made = json!(portrait_of(mina.id));
    let own = async || {
        let me = mina.post("/api/user/auth", json!({})).await;
        let me = me.payload();
        (me["default_img"].clone(), me["hasImage"].clone())
    };
    let set = async |file: Value| {
        let reply = mina
            .put("/api/v2/user/image", json!({ "fileId": file }))
            .await;
        reply.payload()["profileImage"].clone()
    };
    assert_eq!(pictures(&theo, &mina).await, [(); 3].map(|()| made.clone()));
    assert_eq!(own().await, (made.clone(), json!(false)));
    let file = ready(&app, &mina, png(300, 300)).await;
    let photo = json!(format!("/files/{file}"));
    assert_eq!(set(json!(file)).await, photo);
    assert_eq!(
        pictures(&theo, &mina).await,
        [(); 3].map(|()| photo.clone())
    );
    assert_eq!(own().await, (photo.clone(), json!(true)));
    assert_eq!(
        portrait(&theo, &mina).await.line(),
        "200",
        "it is still there"
    );
    assert_eq!(set(Value::Null).await, made);
    assert_eq!(pictures(&theo, &mina).await, [(); 3].map(|()| made.clone()));
    assert_eq!(own().await, (made.clone(), json!(false)));
    // The picture of a deleted file gives way, too.
    assert_eq!(set(json!(file)).await, photo);
    let path = format!("/api/files/{file}");
    assert_eq!(mina.send("DELETE", &path, None).await.line(), "204");
    assert_eq!(own().await, (made, json!(false)));
    app.stop().await;
}

#[tokio::test]
async fn an_erased_account_has_neither_picture_nor_portrait() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    assert_eq!(choose(&mina, "braid").await.line(), "200");
    let shown = "select count(*) from kernel.account where picture is not null";
    assert_eq!(app.count(shown).await, 1);
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(Duration::from_secs(7 * 86_400 + 60));
    app.eventually("the account is erased", async || {
        app.count("select count(*) from kernel.account where erased_at is null")
            .await
            == 0
    })
    .await;
    assert_eq!(app.count(shown).await, 0);
    assert_eq!(
        portrait(&app.visitor(), &mina).await.line(),
        "404 user_not_found"
    );
    app.stop().await;
}
