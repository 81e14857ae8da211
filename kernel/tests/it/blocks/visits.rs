//! The counters of a block.

use std::time::Duration;

use serde_json::json;
use witverse_testing::Client;

use super::{BLOCKS, assert_blocks_consistent, complete, draft};
use crate::community::Town;
use crate::friends::again;
use crate::support::concurrently;

async fn enter(by: &Client, id: &str) {
    let reply = by
        .send("POST", &format!("{BLOCKS}/{id}/entered"), None)
        .await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
}

async fn counted(town: &Town, id: &str) -> (u64, u64) {
    let block = town.app.visitor().get(&format!("{BLOCKS}/{id}")).await;
    let number = |name: &str| block.payload()[name].as_u64().unwrap();
    (number("visits"), number("visitors"))
}

#[tokio::test]
async fn an_entry_after_half_an_hour_is_another_visit() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    assert_eq!(counted(&town, &id).await, (0, 0));
    let mina = town.app.person("mina").await;
    enter(&mina, &id).await;
    town.app.advance(Duration::from_secs(10 * 60));
    let mina = again(&town.app, "mina").await;
    enter(&mina, &id).await;
    assert_eq!(counted(&town, &id).await, (1, 1));
    town.app.advance(Duration::from_secs(21 * 60));
    let (mina, theo) = (
        again(&town.app, "mina").await,
        town.app.person("theo").await,
    );
    // Tabs that open at the same time.
    concurrently((0..4).map(|_| {
        let (mina, id) = (mina.clone(), id.clone());
        async move { enter(&mina, &id).await }
    }))
    .await;
    assert_eq!(counted(&town, &id).await, (2, 1));
    enter(&theo, &id).await;
    assert_eq!(counted(&town, &id).await, (3, 2));
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_draft_has_no_visits() {
    let town = Town::start().await;
    let id = draft(&town.patron, "hidden").await;
    enter(&town.patron, &id).await;
    let block = town.patron.get(&format!("{BLOCKS}/{id}")).await;
    assert_eq!(block.payload()["visits"], json!(0));
    town.app.stop().await;
}

#[tokio::test]
async fn an_entry_beside_the_deletion_of_a_block_counts_nothing() {
    let town = Town::start().await;
    let id = complete(&town.patron, "gone").await;
    let pools = &town.app.app.platform.pools;
    let (mut deletion, mut watch) = (pools.owner().await.unwrap(), pools.owner().await.unwrap());
    // The row alone is deleted: the scenes do not matter here.
    let begin = "begin; set local session_replication_role = replica";
    sqlx::raw_sql(begin).execute(&mut deletion).await.unwrap();
    sqlx::query("delete from plugin_blocks.block where id = $1::uuid")
        .bind(&id)
        .execute(&mut deletion)
        .await
        .unwrap();
    let waiting = "select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'";
    let commits = async {
        loop {
            let found: i64 = sqlx::query_scalar(waiting)
                .fetch_one(&mut watch)
                .await
                .unwrap();
            if found > 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        sqlx::raw_sql("commit")
            .execute(&mut deletion)
            .await
            .unwrap();
    };
    tokio::join!(enter(&town.member, &id), commits);
    assert_eq!(
        town.app
            .count("select count(*) from plugin_blocks.visitor")
            .await,
        0
    );
    town.app.stop().await;
}
