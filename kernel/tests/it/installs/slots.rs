//! Where the pages of installed plugins appear: the dashboard of a world, the header, and profiles.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, text};

const PAGE: &str = "<!doctype html><title>Page</title>";

fn package() -> TestPackage {
    TestPackage {
        more: "[ui]\nisolation = \"frame\"\nslots = [\n\
               { at = \"world.dashboard.tab\", page = \"board\", title = \"t:name\" },\n\
               { at = \"profile.tab\", page = \"me\", title = \"t:name\" },\n\
               { at = \"header.action\", page = \"quick\", title = \"t:name\" }]"
            .into(),
        files: vec![
            ("web/board.html", PAGE.into()),
            ("web/me.html", PAGE.into()),
            ("web/quick.html", PAGE.into()),
        ],
        ..TestPackage::new("1.0.0")
    }
}

/// The places and the documents of the plugins of a world that a person sees.
async fn seen(client: &Client, owner: &Owner) -> Vec<(String, String)> {
    let pages = client.get(&owner.path("extensions")).await;
    let items = pages.payload()["items"].as_array().unwrap().clone();
    let slots = items
        .iter()
        .flat_map(|item| item["slots"].as_array().unwrap());
    slots
        .map(|slot| (text(slot, "at"), text(slot, "file")))
        .collect()
}

async fn on_profile(client: &Client) -> Vec<Value> {
    let pages = client.get("/api/v3/extensions").await;
    pages.payload()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_page_appears_where_its_slot_says_and_only_there() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&package(), None).await;
    assert_eq!(
        install["slots"],
        json!(["world.dashboard.tab", "profile.tab", "header.action"])
    );
    let header = ("header.action".to_owned(), "quick.html".to_owned());
    let dashboard = ("world.dashboard.tab".to_owned(), "board.html".to_owned());
    assert_eq!(
        seen(&mina.client, &mina).await,
        [dashboard, header.clone()],
        "the dashboard is for the people who manage the world"
    );
    let bora = app.person("bora").await;
    assert_eq!(seen(&bora, &mina).await, [header]);

    // On the profile of members and managers, not of a person who only visits.
    let own = on_profile(&mina.client).await;
    assert_eq!(
        (&own[0]["file"], &own[0]["worldName"]),
        (&json!("me.html"), &json!("mina"))
    );
    assert!(on_profile(&bora).await.is_empty());
    let join = format!(
        "/api/v2/worlds/user/member?worldId={}",
        own[0]["worldId"].as_str().unwrap()
    );
    let joined = bora.post(&join, json!({})).await;
    assert!(joined.status.is_success(), "{}", joined.line());
    assert_eq!(on_profile(&bora).await.len(), 1);
    let entry = json!({ "nickname": "bora", "reason": "Floods the feed", "until": null });
    let listed = mina.client.post(&mina.path("blacklist"), entry).await;
    assert!(listed.status.is_success(), "{:?}", listed.body);
    assert!(
        on_profile(&bora).await.is_empty(),
        "who may not enter the world has no role that counts"
    );
    assert_eq!(
        app.visitor().get("/api/v3/extensions").await.line(),
        "401 unauthenticated"
    );

    // A stopped plugin is nowhere.
    mina.patch(&install, json!({ "enabled": false })).await;
    assert!(on_profile(&mina.client).await.is_empty());
    assert!(seen(&mina.client, &mina).await.is_empty());
    assert_eq!(mina.view(&install).await.payload()["slots"], json!([]));
    app.stop().await;
}

#[tokio::test]
async fn a_trial_has_its_own_pages_only() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let review = mina.upload(&package()).await;
    let review = review.payload();
    assert_eq!(review["slots"].as_array().unwrap().len(), 3);
    let order = json!({ "package": review["digest"], "grant": review["requested"], "trial": true });
    let tried = mina.client.post(&mina.path("plugins"), order).await;
    assert_eq!(tried.line(), "201", "{:?}", tried.body);
    assert!(seen(&mina.client, &mina).await.is_empty());
    assert!(on_profile(&mina.client).await.is_empty());
    app.stop().await;
}
