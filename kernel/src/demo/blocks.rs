//! The blocks of the demo worlds. Each begins with a template; doors lead from one to the next.

use serde_json::{Value, json};

use super::clients::DemoClients;
use super::people::MEMBERS;
use crate::error::{Error, Result};

struct DemoBlock {
    world: &'static str,
    name: &'static str,
    kind: &'static str,
    template: &'static str,
    title: [&'static str; 2],
    /// The door to the next block: x, z and yaw.
    door: [f64; 3],
}

#[rustfmt::skip]
const BLOCKS: &[DemoBlock] = &[
    block("agora", "garden", "social", "lantern-garden", ["등불 정원", "Lantern garden"], [38.0, 6.0, 315.0]),
    block("agora", "rooftop", "social", "rooftop", ["밤의 옥상", "Night rooftop"], [26.0, 26.0, 225.0]),
    block("arcade", "cafe", "store", "cafe", ["작은 카페", "Little café"], [19.6, 16.4, 270.0]),
];

const fn block(
    world: &'static str,
    name: &'static str,
    kind: &'static str,
    template: &'static str,
    title: [&'static str; 2],
    door: [f64; 3],
) -> DemoBlock {
    DemoBlock {
        world,
        name,
        kind,
        template,
        title,
        door,
    }
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

    async fn view(&self, clients: &DemoClients<'_>) -> Result<Value> {
        let path = format!("{}/{}", self.path(), self.name);
        let found = clients.get(self.maker()?, &path).await?;
        Ok(found.payload().clone())
    }
}

/// Builds and publishes the blocks. Idempotent.
pub(super) async fn build(clients: &DemoClients<'_>) -> Result<()> {
    for block in BLOCKS {
        let [ko, en] = block.title;
        let new = json!({
            "blockName": block.name, "type": block.kind, "title": { "ko": ko, "en": en },
            "template": block.template,
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
    for (block, next) in BLOCKS.iter().zip(BLOCKS.iter().cycle().skip(1)) {
        let target = next.view(clients).await?["blockId"].clone();
        open(clients, block, &target).await?;
    }
    for block in BLOCKS.iter().rev() {
        let id = &block.view(clients).await?["blockId"];
        let path = format!("/api/v3/worlds/{}/main-block", block.world);
        clients
            .put(block.maker()?, &path, json!({ "blockId": id }))
            .await?;
    }
    Ok(())
}

/// Adds the door and publishes the block, unless it is open.
async fn open(clients: &DemoClients<'_>, block: &DemoBlock, target: &Value) -> Result<()> {
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
    let [x, z, yaw] = block.door;
    scene["links"] = json!([{
        "id": "door-1", "position": { "x": x, "y": 0, "z": z }, "yaw": yaw, "blockId": target,
    }]);
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
