//! `/api/v3/blocks/…` and the blocks of a world: who creates, sees, edits and enters them.

mod creating;
mod entry;
mod items;
mod kicking;
mod leaving;
mod listing;
mod models;
mod pages;
mod presence;
mod rooms;
mod scenes;
mod thumbnails;
mod visits;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::user::text;

pub(crate) use rooms::enter;
pub(crate) use scenes::scene;

/// The path of the blocks of the world of the tests.
pub(crate) const OF_AGORA: &str = "/api/v3/worlds/agora/blocks";
pub(crate) const BLOCKS: &str = "/api/v3/blocks";

pub(crate) fn new_block(name: &str) -> Value {
    json!({
        "blockName": name, "type": "social", "title": { "ko": "광장", "en": "Plaza" },
    })
}

async fn create(by: &Client, name: &str) -> Reply {
    by.post(OF_AGORA, new_block(name)).await
}

/// A draft; returns its id.
async fn draft(by: &Client, name: &str) -> String {
    let created = create(by, name).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    text(&created.payload()["blockId"])
}

async fn publish(by: &Client, id: &str, version: i64) -> Reply {
    let path = format!("{BLOCKS}/{id}/publish");
    by.post(&path, json!({ "version": version })).await
}

/// A complete block; returns its id.
pub(crate) async fn complete(by: &Client, name: &str) -> String {
    let id = draft(by, name).await;
    assert_eq!(publish(by, &id, 1).await.line(), "200");
    id
}

async fn delete(by: &Client, id: &str) -> Reply {
    by.send("DELETE", &format!("{BLOCKS}/{id}"), None).await
}

async fn choose_main(by: &Client, id: &str) -> Reply {
    let path = "/api/v3/worlds/agora/main-block";
    by.put(path, json!({ "blockId": id })).await
}

/// The names of the listed blocks.
async fn listed(by: &Client) -> Vec<String> {
    let reply = by.get(OF_AGORA).await;
    names(&reply.payload()["items"])
}

fn names(cards: &Value) -> Vec<String> {
    let cards = cards.as_array().unwrap();
    cards.iter().map(|card| text(&card["blockName"])).collect()
}

/// Waits until the world knows the number of its blocks.
async fn counts(app: &TestApp, expected: i64) {
    let visitor = app.visitor();
    app.eventually("the world counts its blocks", async || {
        let world = visitor.get("/api/v2/worlds/mInfo?worldName=agora").await;
        world.payload()["blockCount"] == expected
    })
    .await;
}

/// Counters and rows agree.
async fn assert_blocks_consistent(app: &TestApp) {
    let differences = "select
        (select count(*) from plugin_blocks.world_total t where
            t.blocks <> (select count(*) from plugin_blocks.block b where b.world_id = t.world_id)
            or t.complete <> (select count(*) from plugin_blocks.block b
                where b.world_id = t.world_id and b.state = 'complete'))
        + (select count(*) from plugin_blocks.maker_total t where
            t.blocks <> (select count(*) from plugin_blocks.block b where b.maker_id = t.account_id))
        + (select count(*) from plugin_blocks.block b where not exists (
            select 1 from plugin_blocks.scene_version v where v.block_id = b.id and v.version = b.version))
        + (select count(*) from plugin_blocks.block b where b.published_version is not null and not exists (
            select 1 from plugin_blocks.scene_version v where v.block_id = b.id and v.version = b.published_version))
        + (select count(*) from plugin_blocks.block_total t where t.visitors < (
            select count(*) from plugin_blocks.visitor v where v.block_id = t.block_id))
        + (select count(*) from (select id, owner_id, lock_key, lock_by from plugin_items.item where lock_plugin = 'blocks') i
            full join plugin_blocks.placed_item p on p.item_id = i.id and p.owner_id = i.owner_id
                and p.block_id::text = i.lock_key and i.lock_by = 'placed'
            where i.id is null or p.item_id is null)
        + (select abs((select count(*) from kernel.resource where kind = 'blocks::Block')
            - (select count(*) from plugin_blocks.block)))";
    assert_eq!(app.count(differences).await, 0);
}
