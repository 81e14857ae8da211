//! Scenes: saving, stale saves, versions, restoring, publishing, limits.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply};

use super::{BLOCKS, assert_blocks_consistent, draft, publish};
use crate::community::Town;
use crate::support::concurrently;
use crate::user::{says, says_at, text};

/// A scene with a number of trees.
pub(crate) fn scene(trees: usize) -> Value {
    let objects: Vec<Value> = (0..trees)
        .map(|n| {
            json!({
                "id": format!("tree-{n}"), "kind": "tree", "yaw": 45.5, "scale": 1.5, "colour": "#3b7a3b",
                "position": { "x": 0.5, "y": 0.0, "z": 63.99 },
            })
        })
        .collect();
    json!({
        "format": 1, "seed": 1, "size": 64, "ground": { "kind": "grass", "colour": "#7fae6b" },
        "sky": { "hue": 255, "hour": null }, "objects": objects,
        "spawnPoints": [{ "id": "door", "position": { "x": 1.25, "y": 0.0, "z": 1.0 }, "yaw": 90.0 }],
        "seats": [], "links": [], "lights": [],
    })
}

async fn save(by: &Client, id: &str, based_on: i64, scene: Value) -> Reply {
    let body = json!({ "basedOn": based_on, "scene": scene });
    by.put(&format!("{BLOCKS}/{id}/scene"), body).await
}

async fn version(by: &Client, id: &str, version: &str) -> Reply {
    by.get(&format!("{BLOCKS}/{id}/versions/{version}")).await
}

async fn restore(by: &Client, id: &str, version: i64, based_on: i64) -> Reply {
    let path = format!("{BLOCKS}/{id}/versions/{version}/restore");
    by.post(&path, json!({ "basedOn": based_on })).await
}

#[tokio::test]
async fn a_scene_is_saved_published_and_restored() {
    let town = Town::start().await;
    let (maker, visitor) = (&town.patron, town.app.visitor());
    let id = draft(maker, "plaza").await;
    let first = version(maker, &id, "latest").await;
    assert_eq!(first.payload()["version"], 1);
    assert_eq!(first.payload()["scene"]["objects"], json!([]));
    let saved = save(maker, &id, 1, scene(3)).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    assert_eq!(saved.payload()["version"], 2);
    assert_eq!(publish(maker, &id, 2).await.line(), "200");
    assert_eq!(save(&town.admin, &id, 2, scene(5)).await.line(), "200");
    let seen = visitor.get(&format!("{BLOCKS}/{id}/scene")).await;
    assert_eq!(seen.payload()["scene"], scene(3), "the published version");
    assert_eq!(
        version(maker, &id, "latest").await.payload()["scene"],
        scene(5)
    );
    let restored = restore(maker, &id, 1, 3).await;
    assert_eq!(
        (restored.line().as_str(), &restored.payload()["version"]),
        ("201", &json!(4))
    );
    let path = format!("{BLOCKS}/{id}/versions");
    let list = maker.get(&path).await;
    let rows: Vec<Value> = list.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            json!([
                row["version"],
                row["objects"],
                row["restoredFrom"],
                row["isPublished"],
                row["savedBy"]["nickname"]
            ])
        })
        .collect();
    let expected = json!([
        [4, 0, 1, false, "patron"],
        [3, 5, null, false, "admin_1"],
        [2, 3, null, true, "patron"],
        [1, 0, null, false, "patron"],
    ]);
    assert_eq!(json!(rows), expected);
    for (what, reply) in [
        ("publish", publish(maker, &id, 9).await),
        ("view", version(maker, &id, "9").await),
        ("restore", restore(maker, &id, 9, 4).await),
        ("no number", version(maker, &id, "x").await),
    ] {
        assert_eq!(reply.line(), "404 scene_version_not_found", "{what}");
    }
    let managers_only = "403 block_managers_only";
    assert_eq!(town.member.get(&path).await.line(), managers_only);
    assert_eq!(
        save(&town.member, &id, 4, scene(0)).await.line(),
        managers_only
    );
    assert_eq!(publish(&town.member, &id, 4).await.line(), managers_only);
    assert_eq!(restore(&town.member, &id, 1, 4).await.line(), managers_only);
    assert_eq!(
        version(&visitor, &id, "1").await.line(),
        "401 unauthenticated"
    );
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_stale_save_is_refused() {
    let town = Town::start().await;
    let id = draft(&town.patron, "plaza").await;
    let replies = concurrently((0..4).map(|n| {
        let (patron, id) = (town.patron.clone(), id.clone());
        async move { save(&patron, &id, 1, scene(n)).await }
    }))
    .await;
    let (won, lost): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, 3));
    for reply in lost {
        says(
            reply,
            "409 scene_stale",
            "다른 화면에서 먼저 저장했습니다. 최신 버전을 불러온 후 다시 저장해 주세요.",
            "This scene was saved elsewhere. Load the latest version, then save again.",
        );
        assert_eq!(reply.body["fields"][0]["field"], "currentVersion");
        assert_eq!(reply.body["fields"][0]["message"], "2");
    }
    let stale = restore(&town.patron, &id, 1, 1).await;
    assert_eq!(stale.line(), "409 scene_stale");
    assert_eq!(save(&town.patron, &id, 2, scene(1)).await.line(), "200");
    town.app.stop().await;
}

#[tokio::test]
async fn fifty_versions_and_the_published_one_are_kept() {
    let town = Town::start().await;
    let id = draft(&town.patron, "plaza").await;
    assert_eq!(save(&town.patron, &id, 1, scene(2)).await.line(), "200");
    assert_eq!(publish(&town.patron, &id, 2).await.line(), "200");
    for n in 2..60 {
        assert_eq!(save(&town.patron, &id, n, scene(1)).await.line(), "200");
    }
    let list = town.patron.get(&format!("{BLOCKS}/{id}/versions")).await;
    let versions: Vec<i64> = list.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["version"].as_i64().unwrap())
        .collect();
    let expected: Vec<i64> = (11..=60).rev().chain([2]).collect();
    assert_eq!(versions, expected);
    let seen = town
        .app
        .visitor()
        .get(&format!("{BLOCKS}/{id}/scene"))
        .await;
    assert_eq!(seen.payload()["version"], 2);
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_scene_has_limits() {
    let town = Town::start().await;
    let id = draft(&town.patron, "plaza").await;
    assert_eq!(save(&town.patron, &id, 1, scene(400)).await.line(), "200");
    says_at(
        &save(&town.patron, &id, 2, scene(401)).await,
        &[(
            "scene.objects",
            "오브젝트: 최대 400개까지 놓을 수 있습니다. 현재 401개입니다.",
            "A scene can have at most 400 objects; this one has 401.",
        )],
    );
    let mut wrong = scene(2);
    wrong["objects"][1]["position"]["x"] = json!(70);
    wrong["spawnPoints"] = json!([]);
    says_at(
        &save(&town.patron, &id, 2, wrong).await,
        &[
            (
                "scene.spawnPoints",
                "입장 위치는 1~8개여야 합니다.",
                "A scene needs 1 to 8 spawn points.",
            ),
            (
                "scene.objects[1].position.x",
                "‘tree-1’: 위치는 0~64m 사이에서 0.01m 단위로 지정해 주세요.",
                "“tree-1”: a position is between 0 and 64 m, in steps of 0.01 m.",
            ),
        ],
    );
    let mut odd = scene(1);
    odd["objects"][0]["position"] = json!("here");
    let reply = save(&town.patron, &id, 2, odd).await;
    let field = &reply.body["fields"][0]["field"];
    assert_eq!(field, "scene.objects[0].position");
    // A list is no object, also where its values would fit.
    for (place, list) in [("position", json!([1, 0, 1])), ("", json!([1]))] {
        let mut odd = scene(1);
        match place {
            "" => odd = list,
            place => odd["objects"][0][place] = list,
        }
        let reply = save(&town.patron, &id, 2, odd).await;
        let field = reply.body["fields"][0]["field"].as_str();
        let path = ["scene", "scene.objects[0].position"][usize::from(!place.is_empty())];
        assert_eq!(
            (reply.line().as_str(), field),
            ("422 validation_failed", Some(path))
        );
    }
    let mut long = scene(0);
    long["ground"]["colour"] = json!("x".repeat(512 * 1024));
    let reply = save(&town.patron, &id, 2, long).await;
    assert_eq!(reply.line(), "413 scene_too_large");
    let latest = version(&town.patron, &id, "latest").await;
    assert_eq!(latest.payload()["version"], 2, "nothing was saved");
    assert_eq!(text(&latest.payload()["blockId"]), id);
    town.app.stop().await;
}
