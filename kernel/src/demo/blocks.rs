//! The blocks of the demo worlds, from `blocks.json`: two or three a world, each with a template and doors to others. A test of
//! `web-plugins/blocks` checks that every door can be reached.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::clients::DemoClients;
use super::people::MEMBERS;
use crate::error::{Error, Result};

#[derive(Deserialize)]
struct DemoBlock {
    world: String,
    name: String,
    r#type: String,
    template: String,
    access: String,
    title: Value,
    description: Value,
    doors: Vec<Door>,
}

#[derive(Deserialize)]
struct Door {
    /// World and block.
    to: String,
    x: f64,
    z: f64,
    yaw: f64,
}

impl DemoBlock {
    /// The owner of the world, who makes its blocks.
    fn maker(&self) -> Result<&'static str> {
        let owner = MEMBERS.iter().find(|member| member.world == self.world);
        let owner = owner
            .ok_or_else(|| Error::internal(format!("demo data: {} has no owner", self.world)))?;
        Ok(owner.nickname)
    }

    fn path(&self) -> String {
        format!("/api/v3/worlds/{}/blocks", self.world)
    }

    /// World and name, as doors write it.
    fn key(&self) -> String {
        format!("{}/{}", self.world, self.name)
    }

    async fn view(&self, clients: &DemoClients<'_>) -> Result<Value> {
        let path = format!("{}/{}", self.path(), self.name);
        let found = clients.get(self.maker()?, &path).await?;
        Ok(found.payload().clone())
    }
}

fn blocks() -> Result<Vec<DemoBlock>> {
    serde_json::from_str(include_str!("blocks.json"))
        .map_err(|error| Error::internal(format!("demo data: blocks.json: {error}")))
}

/// Builds and publishes the blocks. Idempotent.
pub(super) async fn build(clients: &DemoClients<'_>) -> Result<()> {
    let blocks = blocks()?;
    for block in &blocks {
        let new = json!({
            "blockName": block.name, "type": block.r#type, "title": block.title,
            "description": block.description, "access": block.access, "template": block.template,
        });
        let key = format!("demo-block-{}", block.name);
        clients
            .post_accepting(
                block.maker()?,
                &block.path(),
                &key,
                new,
                &["block_name_duplicate"],
            )
            .await?;
    }
    let mut ids = HashMap::new();
    for block in &blocks {
        ids.insert(block.key(), block.view(clients).await?["blockId"].clone());
    }
    for block in &blocks {
        open(clients, block, &ids).await?;
    }
    // The first block of each world is its main block.
    for block in blocks.iter().rev() {
        let id = &ids[&block.key()];
        let path = format!("/api/v3/worlds/{}/main-block", block.world);
        clients
            .put(block.maker()?, &path, json!({ "blockId": id }))
            .await?;
    }
    Ok(())
}

/// Adds the doors and publishes the block, unless it is open.
async fn open(
    clients: &DemoClients<'_>,
    block: &DemoBlock,
    ids: &HashMap<String, Value>,
) -> Result<()> {
    let view = block.view(clients).await?;
    if view["state"] == "complete" {
        return Ok(());
    }
    let id = view["blockId"].as_str().unwrap_or_default();
    let path = format!("/api/v3/blocks/{id}");
    let latest = clients
        .get(block.maker()?, &format!("{path}/versions/latest"))
        .await?;
    let mut scene = latest.payload()["scene"].clone();
    scene["links"] = block
        .doors
        .iter()
        .enumerate()
        .map(|(at, door)| {
            json!({
                "id": format!("door-{}", at + 1), "yaw": door.yaw,
                "position": { "x": door.x, "y": 0, "z": door.z }, "blockId": ids.get(&door.to),
            })
        })
        .collect();
    let body = json!({ "basedOn": latest.payload()["version"], "scene": scene });
    let saved = clients
        .put(block.maker()?, &format!("{path}/scene"), body)
        .await?;
    let key = format!("demo-publish-{}", block.name);
    let version = json!({ "version": saved.payload()["version"] });
    clients
        .post_accepting(
            block.maker()?,
            &format!("{path}/publish"),
            &key,
            version,
            &[],
        )
        .await?;
    Ok(())
}
