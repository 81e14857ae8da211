//! `/api/v2/user/sns`, `/api/v2/profile/…`: public profiles.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::support::portrait_of;

async fn profile(client: &Client, name: &str) -> Reply {
    client.get(&format!("/api/v2/profile/user/{name}")).await
}

async fn check(client: &Client, id: &str) -> Reply {
    client.get(&format!("/api/v2/profile/check/{id}")).await
}

fn nothing() -> Value {
    json!({ "self": false, "blocked": false, "muted": false })
}

#[tokio::test]
async fn a_card_is_public_and_in_the_callers_language() {
    let app = TestApp::with(|config| {
        config.dev.mailbox = false;
        config.http.public_url = Some("https://witverse.example/".into());
    })
    .await;
    let mina = app.person("mina").await;
    let address = format!("/api/v2/user/sns/{}", mina.id);
    let korean = app.visitor().get(&address).await;
    assert_eq!(
        *korean.payload(),
        json!({
            "id": mina.id, "nickname": "mina", "profileImage": portrait_of(mina.id), "image": portrait_of(mina.id),
            "worldName": null,
            "title": "mina · Witverse",
            "description": "Witverse에서 mina님을 만나 보세요.",
            "imageUrl": format!("https://witverse.example{}", portrait_of(mina.id)),
            "link": format!("https://witverse.example/user/{}", mina.id),
        })
    );
    let world = json!({ "worldName": "agora" });
    assert_eq!(mina.post("/api/v3/worlds", world).await.line(), "201");
    let english = app
        .visitor()
        .with_header("x-language", "en")
        .get(&address)
        .await;
    assert_eq!(english.payload()["worldName"], "agora");
    assert_eq!(
        english.payload()["description"],
        "Come and see mina's world, agora."
    );
    app.stop().await;
}

#[tokio::test]
async fn a_profile_contains_the_relation_to_the_caller() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let seen = profile(&app.visitor(), "mina").await;
    assert_eq!(seen.payload()["id"], json!(mina.id));
    assert!(seen.payload()["joinedAt"].as_str().unwrap().ends_with('Z'));
    assert_eq!(seen.payload()["relation"], nothing());
    assert_eq!(
        profile(&mina, "mina").await.payload()["relation"]["self"],
        true
    );
    let mute = format!("/api/safety/mutes/{}", mina.id);
    assert_eq!(theo.send("PUT", &mute, None).await.line(), "200");
    let relation = profile(&theo, "mina").await.payload()["relation"].clone();
    assert_eq!(
        relation,
        json!({ "self": false, "blocked": false, "muted": true })
    );
    assert_eq!(
        *check(&theo, &mina.id.to_string()).await.payload(),
        json!({ "id": mina.id, "exists": true, "nickname": "mina", "relation": relation })
    );
    let nobody = Uuid::from_u128(7);
    assert_eq!(
        *check(&theo, &nobody.to_string()).await.payload(),
        json!({ "id": nobody, "exists": false, "nickname": null, "relation": nothing() })
    );
    app.stop().await;
}

#[tokio::test]
async fn a_blocked_person_does_not_find_the_blocker() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let block = format!("/api/safety/blocks/{}", theo.id);
    assert_eq!(mina.send("PUT", &block, None).await.line(), "200");
    assert_eq!(profile(&theo, "mina").await.line(), "404 user_not_found");
    let hidden = check(&theo, &mina.id.to_string()).await;
    assert_eq!(
        *hidden.payload(),
        json!({ "id": mina.id, "exists": false, "nickname": null, "relation": nothing() }),
        "the block is never revealed"
    );
    let seen = profile(&mina, "theo").await;
    assert_eq!(seen.payload()["relation"]["blocked"], true);
    assert_eq!(profile(&app.visitor(), "mina").await.line(), "200");
    assert_eq!(mina.send("DELETE", &block, None).await.line(), "200");
    assert_eq!(profile(&theo, "mina").await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn unknown_names_are_not_found() {
    let app = TestApp::start().await;
    let nameless = app.nameless("nobody").await;
    let long = "x".repeat(5000);
    for name in ["nobody", "%00", "a%00b", "%ff", "%ed%95%9c", &long, "..%2f"] {
        let reply = profile(&app.visitor(), name).await;
        assert_eq!(reply.status, 404, "{name:.20}");
    }
    for id in ["7", "%00", "%ff", &long, "user"] {
        assert_eq!(check(&app.visitor(), id).await.line(), "404 not_found");
        let card = app.visitor().get(&format!("/api/v2/user/sns/{id}")).await;
        assert_eq!(card.line(), "404 not_found", "{id:.20}");
    }
    let unnamed = format!("/api/v2/user/sns/{}", nameless.id);
    assert_eq!(
        app.visitor().get(&unnamed).await.line(),
        "404 user_not_found"
    );
    let bad = app.visitor().with_token("x");
    assert_eq!(profile(&bad, "mina").await.line(), "401 unauthenticated");
    app.stop().await;
}
