//! 3D models in scenes: whose files, how long they are kept, and what visitors see of one that is gone.

use serde_json::{Value, json};
use witverse_testing::models::sample_model;
use witverse_testing::{Client, Reply, TestApp};

use super::scenes::scene;
use super::{BLOCKS, complete, delete};
use crate::community::Town;
use crate::files::{checked, png, ready, upload};
use crate::user::text;

const USES: &str = "select count(*) from kernel.file_use where plugin = 'blocks'";

async fn model(app: &TestApp, by: &Client, side: usize) -> String {
    let sent = upload(by, "?purpose=model&name=pagoda.glb", sample_model(side)).await;
    let id = text(&sent.payload()["fileId"]);
    assert_eq!(checked(app, by, &id).await["state"], "ready");
    id
}

/// A scene in which each of the files stands once.
fn with_models(files: &[&str]) -> Value {
    let mut document = scene(0);
    document["objects"] = files
        .iter()
        .enumerate()
        .map(|(at, file)| {
            json!({
                "id": format!("model-{at}"), "kind": "model", "yaw": 0.0, "scale": 1.0, "colour": "#808080",
                "position": { "x": 4.0, "y": 0.0, "z": 4.0 },
                "model": {
                    "fileId": file, "name": "석탑", "credit": "Mina, CC BY 4.0",
                    "size": { "x": 2.0, "y": 0.8, "z": 2.0 }, "triangles": 18, "draws": 1,
                },
            })
        })
        .collect();
    document
}

async fn save(by: &Client, id: &str, based_on: i64, scene: Value) -> Reply {
    let body = json!({ "basedOn": based_on, "scene": scene });
    by.put(&format!("{BLOCKS}/{id}/scene"), body).await
}

#[tokio::test]
async fn visitors_get_the_addresses_of_the_models() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let id = complete(maker, "plaza").await;
    let file = model(app, maker, 3).await;
    let saved = save(maker, &id, 1, with_models(&[&file, &file])).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    assert_eq!(app.count(USES).await, 1);
    let publish = format!("{BLOCKS}/{id}/publish");
    assert_eq!(
        maker.post(&publish, json!({ "version": 2 })).await.line(),
        "200"
    );
    let path = format!("{BLOCKS}/{id}/scene");
    let seen = app.visitor().get(&path).await;
    assert_eq!(seen.payload()["scene"], with_models(&[&file, &file]));
    assert_eq!(seen.payload()["models"][0]["fileId"], json!(file));
    let url = text(&seen.payload()["models"][0]["url"]);
    let level = app.visitor().get(&format!("{url}/level2.glb")).await;
    assert_eq!(level.line(), "200");
    // Another manager saves a scene with a model that the block already has, also when its owner has deleted the file.
    let again = save(&town.admin, &id, 2, with_models(&[&file])).await;
    assert_eq!(again.line(), "200", "{}", again.body);
    assert_eq!(
        maker
            .send("DELETE", &format!("/api/files/{file}"), None)
            .await
            .line(),
        "204"
    );
    let seen = app.visitor().get(&path).await;
    assert_eq!(
        (seen.line().as_str(), &seen.payload()["models"]),
        ("200", &json!([]))
    );
    assert_eq!(
        save(&town.admin, &id, 3, with_models(&[&file]))
            .await
            .line(),
        "200"
    );
    town.app.stop().await;
}

#[tokio::test]
async fn only_own_models_can_be_added() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let id = complete(maker, "plaza").await;
    let (own, foreign) = (
        model(app, maker, 2).await,
        model(app, &town.member, 2).await,
    );
    let picture = ready(app, maker, png(40, 40)).await;
    let refused = {
        let sent = upload(maker, "?purpose=model&name=x.glb", sample_model(180)).await;
        let id = text(&sent.payload()["fileId"]);
        assert_eq!(checked(app, maker, &id).await["state"], "refused");
        id
    };
    for (file, line) in [
        (foreign.as_str(), "404 file_not_found"),
        (&picture, "422 file_wrong_kind"),
        (&refused, "422 file_refused"),
        ("0190a1b2-0000-7000-8000-000000000001", "404 file_not_found"),
    ] {
        let reply = save(maker, &id, 1, with_models(&[&own, file])).await;
        assert_eq!(reply.line(), line, "{}", reply.body);
    }
    assert_eq!(
        save(&town.member, &id, 1, with_models(&[&foreign]))
            .await
            .line(),
        "403 block_managers_only"
    );
    assert_eq!(app.count(USES).await, 0, "a refused save keeps nothing");
    let many: Vec<String> = (0..21)
        .map(|n| format!("0190a1b2-0000-7000-8000-0000000000{n:02}"))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let reply = save(maker, &id, 1, with_models(&many)).await;
    assert_eq!(reply.line(), "422 validation_failed");
    assert_eq!(reply.body["fields"][0]["field"], "scene.objects");
    town.app.stop().await;
}

#[tokio::test]
async fn a_model_is_kept_as_long_as_a_version_shows_it() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let id = complete(maker, "plaza").await;
    let (first, second) = (model(app, maker, 2).await, model(app, maker, 3).await);
    assert_eq!(
        save(maker, &id, 1, with_models(&[&first, &second]))
            .await
            .line(),
        "200"
    );
    // Version 3 is version 2 again; then later ones without the second model.
    let restore = format!("{BLOCKS}/{id}/versions/2/restore");
    assert_eq!(
        maker.post(&restore, json!({ "basedOn": 2 })).await.line(),
        "201"
    );
    for version in 3..52 {
        assert_eq!(
            save(maker, &id, version, with_models(&[&first]))
                .await
                .line(),
            "200"
        );
    }
    assert_eq!(app.count(USES).await, 2, "version 3 is still kept");
    assert_eq!(
        save(maker, &id, 52, with_models(&[&first])).await.line(),
        "200"
    );
    assert_eq!(app.count(USES).await, 1, "only the first one is shown");
    assert_eq!(delete(maker, &id).await.line(), "200");
    assert_eq!(app.count(USES).await, 0);
    assert_eq!(
        app.count("select count(*) from plugin_blocks.scene_model")
            .await,
        0
    );
    town.app.stop().await;
}
