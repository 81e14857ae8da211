//! The page of a block, its doors, and the templates that it can begin with.

use serde_json::json;

use super::{BLOCKS, OF_AGORA, complete, delete, draft, new_block, publish, scene};
use crate::community::Town;
use crate::user::text;

#[tokio::test]
async fn a_block_has_a_page_at_its_name_until_it_is_deleted() {
    let town = Town::start().await;
    let (maker, visitor) = (&town.patron, town.app.visitor());
    let status = async |path: &str| visitor.get(path).await.status.as_u16();
    assert_eq!(status("/agora/plaza").await, 404);
    let id = complete(maker, "plaza").await;
    assert_eq!(status("/agora/plaza").await, 200);
    assert_eq!(status("/nowhere/plaza").await, 404);
    let renamed = json!({ "blockName": "square" });
    let path = format!("{BLOCKS}/{id}");
    assert_eq!(maker.put(&path, renamed).await.line(), "200");
    assert_eq!(status("/agora/plaza").await, 404);
    assert_eq!(status("/agora/square").await, 200);
    assert_eq!(delete(maker, &id).await.line(), "200");
    assert_eq!(status("/agora/square").await, 404);
    // A draft looks like nothing, but its maker gets the page of the shell; so does a block of a private world.
    draft(maker, "secret").await;
    let page = maker.get("/agora/secret").await;
    assert_eq!(page.status, 404);
    let nothing = maker.get("/agora/nothing").await;
    assert_eq!(nothing.status, page.status);
    assert!(String::from_utf8_lossy(&page.bytes).contains(r#"id="boot">"#));
    assert_eq!(
        visitor.send("HEAD", "/agora/secret", None).await.status,
        404
    );
    complete(maker, "open").await;
    assert_eq!(status("/agora/open").await, 200);
    town.make_private().await;
    assert_eq!(status("/agora/open").await, 404);
    town.app.stop().await;
}

#[tokio::test]
async fn doors_lead_to_blocks_that_visitors_see() {
    let town = Town::start().await;
    let (maker, visitor) = (&town.patron, town.app.visitor());
    let (hall, open, hidden) = (
        draft(maker, "hall").await,
        complete(maker, "open").await,
        draft(maker, "hidden").await,
    );
    let mut with_doors = scene(1);
    let gone = "0193b6a4-0000-7000-8000-000000000000";
    let links = [&open, &hidden, gone, &open].into_iter().enumerate();
    with_doors["links"] = links
        .map(|(n, block)| {
            let position = json!({ "x": 1.0, "y": 0.0, "z": 1.0 });
            json!({ "id": format!("door-{n}"), "position": position, "yaw": 0.0, "blockId": block })
        })
        .collect();
    let body = json!({ "basedOn": 1, "scene": with_doors });
    let saved = maker.put(&format!("{BLOCKS}/{hall}/scene"), body).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    assert_eq!(publish(maker, &hall, 2).await.line(), "200");
    let seen = visitor.get(&format!("{BLOCKS}/{hall}/scene")).await;
    let expected = json!([{
        "blockId": open, "worldName": "agora", "blockName": "open", "title": { "ko": "광장", "en": "Plaza" },
    }]);
    assert_eq!(seen.payload()["doors"], expected);
    assert_eq!(
        seen.payload()["scene"]["links"].as_array().map(Vec::len),
        Some(4)
    );
    town.app.stop().await;
}

#[tokio::test]
async fn a_block_begins_with_its_template() {
    let town = Town::start().await;
    let mut new = new_block("garden");
    new["template"] = json!("lantern-garden");
    let created = town.patron.post(OF_AGORA, new.clone()).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    assert_eq!(created.payload()["template"], "lantern-garden");
    let id = text(&created.payload()["blockId"]);
    let path = format!("{BLOCKS}/{id}/versions/latest");
    let first = town.patron.get(&path).await;
    let objects = first.payload()["scene"]["objects"]
        .as_array()
        .map_or(0, Vec::len);
    assert!(objects > 100, "{objects}");
    new["template"] = json!("volcano");
    let refused = town.patron.post(OF_AGORA, new).await;
    assert_eq!(refused.line(), "422 validation_failed", "{}", refused.body);
    town.app.stop().await;
}
