//! The logo and the picture of a world.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::managing::world_of;
use super::world;
use crate::files::{png, ready};
use crate::user::text;

const IMAGES: &str = "/api/v3/worlds/admins/img";

#[tokio::test]
async fn administrators_change_the_pictures_of_a_world() {
    let app = TestApp::start().await;
    let (owner, mina) = (app.person("hana").await, app.person("mina").await);
    let id = world_of(&owner, "agora").await;
    let file = ready(&app, &owner, png(900, 600)).await;
    let other = ready(&app, &mina, png(90, 60)).await;
    let put = |logo: Value| json!({ "worldId": id, "logo": logo });
    assert_eq!(
        mina.put(IMAGES, put(json!(file))).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(
        owner.put(IMAGES, put(json!(other))).await.line(),
        "404 file_not_found",
        "the file of another person"
    );
    let changed = owner.put(IMAGES, put(json!(file))).await;
    let path = text(&changed.payload()["worldLogoImg"]);
    assert_eq!(path, format!("/files/{file}/256.webp"));
    assert_eq!(app.visitor().get(&path).await.line(), "200");
    assert_eq!(changed.payload()["worldThumbnailImg"], Value::Null);
    let both = json!({ "worldId": id, "thumbnail": file });
    let changed = owner.put(IMAGES, both).await;
    assert_eq!(
        text(&changed.payload()["worldLogoImg"]),
        path,
        "an absent picture is kept"
    );
    let used = owner.get(&format!("/api/files/{file}")).await;
    assert_eq!(used.payload()["uses"].as_array().unwrap().len(), 2);
    let removed = owner.put(IMAGES, put(Value::Null)).await;
    assert_eq!(removed.payload()["worldLogoImg"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn a_deleted_file_is_no_picture_of_a_world_any_more() {
    let app = TestApp::start().await;
    let owner = app.person("hana").await;
    let id = world_of(&owner, "agora").await;
    let (logo, picture) = (
        ready(&app, &owner, png(300, 300)).await,
        ready(&app, &owner, png(310, 300)).await,
    );
    for (key, file) in [("logo", &logo), ("thumbnail", &picture)] {
        let changed = owner.put(IMAGES, json!({ "worldId": id, key: file })).await;
        assert_eq!(changed.line(), "200", "{}", changed.body);
    }
    let deleted = owner
        .send("DELETE", &format!("/api/files/{logo}"), None)
        .await;
    assert_eq!(deleted.status, 204);
    app.eventually("the logo is gone", async || {
        world(&app.visitor(), "agora").await.payload()["worldLogoImg"].is_null()
    })
    .await;
    let seen = world(&app.visitor(), "agora").await;
    assert_eq!(
        seen.payload()["worldThumbnailImg"],
        format!("/files/{picture}/768.webp")
    );
    app.stop().await;
}

#[tokio::test]
async fn a_world_is_created_with_pictures() {
    let app = TestApp::start().await;
    let owner = app.person("hana").await;
    let file = ready(&app, &owner, png(300, 300)).await;
    let new = json!({ "worldName": "agora", "logoFileId": file });
    let created = owner.post("/api/v3/worlds", new).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    let seen = world(&app.visitor(), "agora").await;
    assert_eq!(
        seen.payload()["worldLogoImg"],
        format!("/files/{file}/256.webp")
    );
    let unknown = json!({ "worldName": "orbit", "thumbnailFileId": uuid::Uuid::nil() });
    let refused = app
        .person("mina")
        .await
        .post("/api/v3/worlds", unknown)
        .await;
    assert_eq!(refused.line(), "404 file_not_found");
    app.stop().await;
}
