//! `PUT /api/v2/user/image`.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::samples::{mp4, png};
use super::{assert_files_consistent, create, ready};
use crate::support::portrait_of;

async fn set(client: &Client, file: Value) -> witverse_testing::Reply {
    client
        .put("/api/v2/user/image", json!({ "fileId": file }))
        .await
}

async fn shown(client: &Client) -> Value {
    let reply = client.post("/api/user/auth", json!({})).await;
    reply.payload()["default_img"].clone()
}

#[tokio::test]
async fn a_person_sets_changes_and_removes_their_picture() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (first, second) = (
        ready(&app, &mina, png(300, 300)).await,
        ready(&app, &mina, png(301, 301)).await,
    );
    assert_eq!(shown(&mina).await, portrait_of(mina.id));
    let reply = set(&mina, json!(first)).await;
    assert_eq!(reply.payload()["profileImage"], format!("/files/{first}"));
    assert_eq!(
        shown(&mina).await,
        format!("/files/{first}"),
        "the cache was renewed"
    );
    let profile = theo.get("/api/v2/profile/user/mina").await;
    assert_eq!(profile.payload()["image"], format!("/files/{first}"));
    let card = app
        .visitor()
        .get(&format!("/api/v2/user/sns/{}", mina.id))
        .await;
    let image = card.payload()["imageUrl"].as_str().unwrap();
    let path = image.split_once("/files/").unwrap().1;
    assert_eq!(
        app.visitor().get(&format!("/files/{path}")).await.line(),
        "200"
    );
    // Another picture: the first one is no longer used.
    assert_eq!(set(&mina, json!(second)).await.line(), "200");
    assert_eq!(
        app.count("select count(*) from kernel.file_use where plugin = 'kernel'")
            .await,
        1
    );
    assert_eq!(
        set(&mina, Value::Null).await.payload()["profileImage"],
        portrait_of(mina.id),
        "the portrait is the picture again"
    );
    assert_eq!(app.count("select count(*) from kernel.file_use").await, 0);
    assert_eq!(shown(&mina).await, portrait_of(mina.id));
    // A deleted picture is shown nowhere.
    assert_eq!(set(&mina, json!(second)).await.line(), "200");
    let path = format!("/api/files/{second}");
    assert_eq!(mina.send("DELETE", &path, None).await.line(), "204");
    assert_eq!(shown(&mina).await, portrait_of(mina.id));
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn only_an_own_image_becomes_a_picture() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let video = ready(&app, &mina, mp4(3000)).await;
    let image = ready(&app, &theo, png(30, 30)).await;
    let unfinished = create(&mina, 100)
        .await
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    for (file, expected) in [
        (json!(video), "422 file_wrong_kind"),
        (json!(image), "404 file_not_found"),
        (json!(unfinished), "409 file_not_ready"),
        (json!("x"), "422 validation_failed"),
        (json!(7), "422 validation_failed"),
        (json!(uuid::Uuid::nil()), "404 file_not_found"),
    ] {
        assert_eq!(set(&mina, file).await.line(), expected);
    }
    let empty = mina.put("/api/v2/user/image", json!({})).await;
    assert_eq!(empty.line(), "422 validation_failed");
    assert_eq!(shown(&mina).await, portrait_of(mina.id));
    app.stop().await;
}
