//! VRM files: who may appear as one, what others see of it, and how it ends.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::avatars::{Version, avatar_parts, sample_avatar};
use witverse_testing::models::{glb, sample_model};
use witverse_testing::{Client, Reply, TestApp};

use super::{VRM, view};
use crate::files::{checked, upload};
use crate::mails::alarms;
use crate::user::text;

/// Uploads a file for avatars, and waits for its check.
pub(crate) async fn uploaded(app: &TestApp, by: &Client, bytes: Vec<u8>) -> String {
    let sent = upload(by, "?purpose=vrm&name=me.vrm", bytes).await;
    assert_eq!(sent.line(), "201", "{}", sent.body);
    let id = text(&sent.payload()["fileId"]);
    let file = checked(app, by, &id).await;
    assert_eq!(file["state"], "ready", "{file}");
    id
}

/// An avatar that only its author may use.
fn own_avatar() -> Vec<u8> {
    let (mut document, binary) = avatar_parts(Version::V1);
    document["extensions"]["VRMC_vrm"]["meta"]["avatarPermission"] = json!("onlyAuthor");
    glb(&document, &binary)
}

async fn appear(by: &Client, file: &str, confirmed: bool) -> Reply {
    by.put(VRM, json!({ "fileId": file, "confirmed": confirmed }))
        .await
}

async fn uses(app: &TestApp) -> i64 {
    app.count("select count(*) from kernel.file_use where plugin = 'avatars'")
        .await
}

#[tokio::test]
async fn a_person_appears_as_a_file_and_others_read_its_licence() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let old = uploaded(&app, &mina, sample_avatar(Version::V0)).await;
    let new = uploaded(&app, &mina, sample_avatar(Version::V1)).await;
    for file in [&old, &new, &new] {
        assert_eq!(appear(&mina, file, false).await.line(), "200");
    }
    assert_eq!(uses(&app).await, 1, "the first file is released");
    let vrm = view(&theo, &mina).await["vrm"].clone();
    assert_eq!(vrm["fileId"], json!(new));
    assert_eq!(
        (&vrm["title"], &vrm["authors"]),
        (&json!("Boxling"), &json!(["Mina"]))
    );
    assert_eq!(
        vrm["licence"],
        json!({
            "allowedUsers": "everyone", "commercialUse": "no", "creditRequired": true, "modification": "allowed",
            "redistribution": true, "violence": false, "sexualContent": false, "name": null,
            "url": "https://vrm.dev/licenses/1.0/", "otherPermissionUrl": null,
        })
    );
    let served = app.visitor().get(&text(&vrm["url"])).await;
    assert_eq!(served.line(), "200");
    assert!(served.bytes.starts_with(b"glTF"));
    assert_eq!(view(&theo, &theo).await["vrm"], Value::Null);
    // After a block, the avatar is one made of the id.
    let blocked = theo
        .put(&format!("/api/safety/blocks/{}", mina.id), json!({}))
        .await;
    assert!(blocked.status.is_success(), "{}", blocked.line());
    assert_eq!(view(&theo, &mina).await["vrm"], Value::Null);
    for _ in 0..2 {
        let ended = mina.put(VRM, json!({ "fileId": null })).await;
        assert_eq!(
            (ended.line().as_str(), &ended.payload()["vrm"]),
            ("200", &Value::Null)
        );
    }
    assert_eq!(uses(&app).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_licence_for_the_author_asks_for_a_confirmation() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let file = uploaded(&app, &mina, own_avatar()).await;
    let refused = appear(&mina, &file, false).await;
    assert_eq!(refused.line(), "422 vrm_permission_needed");
    assert_eq!(uses(&app).await, 0, "a refusal uses nothing");
    assert_eq!(appear(&mina, &file, true).await.line(), "200");
    // It was confirmed once for this file.
    assert_eq!(appear(&mina, &file, false).await.line(), "200");
    let confirmed = "select count(*) from plugin_avatars.vrm where confirmed_at is not null";
    assert_eq!(app.count(confirmed).await, 1);
    let free = uploaded(&app, &mina, sample_avatar(Version::V1)).await;
    assert_eq!(appear(&mina, &free, true).await.line(), "200");
    assert_eq!(app.count(confirmed).await, 0, "nothing had to be confirmed");
    app.stop().await;
}

#[tokio::test]
async fn only_own_avatars_can_be_used() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let file = uploaded(&app, &mina, sample_avatar(Version::V1)).await;
    let model = upload(&mina, "?purpose=model&name=a.glb", sample_model(4)).await;
    let model = text(&model.payload()["fileId"]);
    checked(&app, &mina, &model).await;
    for (by, file, expected) in [
        (&theo, file.as_str(), "404 file_not_found"),
        (&mina, model.as_str(), "422 file_wrong_kind"),
        (&mina, "7", "404 file_not_found"),
        (&app.visitor(), file.as_str(), "401 unauthenticated"),
    ] {
        assert_eq!(appear(by, file, true).await.line(), expected, "{file}");
    }
    assert_eq!(uses(&app).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn it_ends_with_its_file_or_by_an_administrator() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let keeper = app.administrator().await;
    let path = format!("/api/v2/avatars/users/{}/vrm", mina.id);
    let file = uploaded(&app, &mina, sample_avatar(Version::V1)).await;
    assert_eq!(appear(&mina, &file, false).await.line(), "200");
    assert_eq!(
        theo.send("DELETE", &path, None).await.line(),
        "403 forbidden"
    );
    for _ in 0..2 {
        let taken = keeper.send("DELETE", &path, None).await;
        assert_eq!(
            (taken.line().as_str(), &taken.payload()["vrm"]),
            ("200", &Value::Null)
        );
    }
    assert_eq!(uses(&app).await, 0);
    let mail = alarms(&mina).await;
    assert_eq!(mail.len(), 1, "the repeated call raised no alarm: {mail:?}");
    assert_eq!(mail[0]["title"]["en"], "Your 3D avatar was taken off");
    assert_eq!(appear(&mina, &file, false).await.line(), "200");
    let deleted = mina
        .send("DELETE", &format!("/api/files/{file}"), None)
        .await;
    assert_eq!(deleted.line(), "204");
    assert_eq!(view(&theo, &mina).await["vrm"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn an_erased_account_releases_its_file() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let file = uploaded(&app, &mina, own_avatar()).await;
    assert_eq!(appear(&mina, &file, true).await.line(), "200");
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(Duration::from_secs(7 * 86_400 + 60));
    app.eventually("the erasure was handled", async || {
        uses(&app).await + app.count("select count(*) from plugin_avatars.vrm").await == 0
    })
    .await;
    app.stop().await;
}
