//! Erased accounts, and the data export.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::PASSWORD;

use super::{BLOCKS, assert_blocks_consistent, complete, draft, publish};
use crate::account;
use crate::community::Town;

const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test]
async fn the_blocks_of_an_erased_account_stay_with_the_administrators() {
    let town = Town::start().await;
    let (open, hidden) = (
        complete(&town.patron, "plaza").await,
        draft(&town.patron, "hidden").await,
    );
    let entered = format!("{BLOCKS}/{open}/entered");
    assert_eq!(town.patron.send("POST", &entered, None).await.line(), "200");
    let leaving = town.patron.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200");
    town.app.advance(7 * DAY + Duration::from_secs(60));
    town.app
        .eventually("nothing is left", async || {
            town.app
                .count(
                    "select (select count(*) from plugin_blocks.block where maker_id is not null)
                         + (select count(*) from plugin_blocks.scene_version where saved_by is not null)
                         + (select count(*) from plugin_blocks.maker_total)
                         + (select count(*) from plugin_blocks.visited)
                         + (select count(*) from plugin_blocks.visitor)",
                )
                .await
                == 0
        })
        .await;
    let logged_in = account::log_in(&town.app, "owner.1", PASSWORD).await;
    let owner = account::client_of(&town.app, &logged_in);
    let seen = owner.get(&format!("{BLOCKS}/{open}")).await;
    assert_eq!(seen.payload()["maker"], json!(null));
    assert_eq!(seen.payload()["canManage"], true);
    assert_eq!(publish(&owner, &hidden, 1).await.line(), "200");
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn an_export_lists_the_blocks_of_a_person() {
    let town = Town::start().await;
    complete(&town.patron, "plaza").await;
    let hers = complete(&town.owner, "hers").await;
    let entered = format!("{BLOCKS}/{hers}/entered");
    assert_eq!(town.patron.send("POST", &entered, None).await.line(), "200");
    let asked = town.patron.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    town.app
        .eventually("the export is ready", async || {
            town.patron.get("/api/account/export").await.payload()["state"] == "ready"
        })
        .await;
    let reply = town.patron.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let file = zip.by_name("blocks/blocks.json").unwrap();
    let stored: Value = serde_json::from_reader(file).unwrap();
    assert_eq!(stored["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(stored["blocks"][0]["blockName"], "plaza");
    assert_eq!(stored["visited"], json!(["agora/hers"]));
    assert_eq!(stored["visits"][0]["block"], "agora/hers");
    assert_eq!(stored["placedItems"], json!([]));
    town.app.stop().await;
}
