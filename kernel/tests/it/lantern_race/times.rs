//! Best times: pages, ties, the data export, erased accounts, deleted blocks.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, TestApp};

use super::{latest, race_block};
use crate::account;
use crate::blocks::BLOCKS;
use crate::community::Town;

const DAY: Duration = Duration::from_secs(86_400);
const ROWS: &str = "select (select count(*) from plugin_lantern_race.best_time)
    + (select count(*) from plugin_lantern_race.runner) + (select count(*) from plugin_lantern_race.crossing)";

/// A race that has ended, with a run of each person and their times in milliseconds.
async fn past_race(app: &TestApp, block: &str, runs: &[(&Client, i64)]) {
    let race: uuid::Uuid = sqlx::query_scalar(
        "insert into plugin_lantern_race.race (id, block_id, course, gates, laps, state, end_reason, created_ms,
             lobby_until_ms, go_ms, limit_ms, created_at, ended_at)
         values (gen_random_uuid(), $1::uuid, 'c-1', '{s,a}', 1, 'ended', 'finished', 1, 2, 3, 4, now(), now())
         returning id",
    )
    .bind(block)
    .fetch_one(app.owner())
    .await
    .unwrap();
    for (at, (person, time)) in runs.iter().enumerate() {
        for statement in [
            "insert into plugin_lantern_race.runner (race_id, account_id, state, passed, false_starts, time_ms,
                 is_best, joined_at) select $1, $3, 'finished', 3, 0, $4, true, now() where $2::uuid is not null
                 and $5::int is not null",
            "insert into plugin_lantern_race.crossing (race_id, account_id, step, zone, at_ms)
                 select $1, $3, 0, 's', 3 + $4 where $2::uuid is not null and $5::int is not null",
            "insert into plugin_lantern_race.best_time (block_id, course, account_id, time_ms, achieved_at)
                 select $2::uuid, 'c-1', $3, $4, now() + $5 * interval '1 second' where $1::uuid is not null",
        ] {
            sqlx::query(statement)
                .bind(race)
                .bind(block)
                .bind(person.id)
                .bind(*time)
                .bind(i32::try_from(at).unwrap())
                .execute(app.owner())
                .await
                .unwrap();
        }
    }
}

#[tokio::test]
async fn best_times_are_listed_in_pages_and_ties_go_to_the_earlier() {
    let town = Town::start().await;
    let block = race_block(&town).await;
    let path = format!("{BLOCKS}/{block}/race/times");
    let empty = town.patron.get(&path).await;
    assert_eq!(
        (&empty.payload()["items"], &empty.payload()["own"]),
        (&json!([]), &Value::Null)
    );
    let runs = [
        (&town.member, 9_000),
        (&town.patron, 8_000),
        (&town.admin, 8_000),
        (&town.guest, 7_000),
    ];
    past_race(&town.app, &block, &runs).await;
    let (mut names, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = town.patron.get(&format!("{path}?limit=1{cursor}")).await;
        assert_eq!(page.line(), "200", "{}", page.body);
        assert_eq!(page.payload()["total"], 4);
        names.push(page.payload()["items"][0]["person"]["nickname"].clone());
        match page.payload()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(names, ["guest", "patron", "admin_1", "member"]);
    let by_page = town.member.get(&format!("{path}?limit=2&page=2")).await;
    assert_eq!(
        by_page.payload()["items"][0]["person"]["nickname"],
        "admin_1"
    );
    assert_eq!(by_page.payload()["own"]["timeMs"], 9_000);
    assert_eq!(
        latest(&town.app.visitor(), &block).await["runners"][0]["rank"],
        1
    );
    town.app.stop().await;
}

#[tokio::test]
async fn an_export_has_the_runs_and_an_erased_account_leaves_none() {
    let town = Town::start().await;
    let block = race_block(&town).await;
    past_race(&town.app, &block, &[(&town.guest, 8_000)]).await;
    let asked = town.guest.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    town.app
        .eventually("the export is ready", async || {
            town.guest.get("/api/account/export").await.payload()["state"] == "ready"
        })
        .await;
    let reply = town.guest.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let mut read = |name: &str| -> Value {
        let file = zip.by_name(&format!("lantern-race/{name}")).unwrap();
        serde_json::from_reader(file).unwrap()
    };
    let runs = read("races-1.json");
    assert_eq!(
        (&runs[0]["timeMs"], &runs[0]["trackMs"]),
        (&json!(8_000), &json!([8_000]))
    );
    assert_eq!(read("best-times-1.json")[0]["timeMs"], 8_000);
    let leaving = town.guest.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200");
    town.app.advance(7 * DAY + Duration::from_secs(60));
    town.app
        .eventually("nothing is left", async || town.app.count(ROWS).await == 0)
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_deleted_block_takes_its_times_along_and_old_races_are_deleted() {
    let town = Town::start().await;
    let block = race_block(&town).await;
    past_race(&town.app, &block, &[(&town.guest, 8_000)]).await;
    town.app.advance(31 * DAY);
    town.app
        .eventually("old races are deleted", async || {
            town.app
                .count("select count(*) from plugin_lantern_race.race")
                .await
                == 0
        })
        .await;
    assert_eq!(town.app.count(ROWS).await, 1, "the best time stays");
    // The token of before has expired.
    let logged_in = account::log_in(&town.app, "patron", PASSWORD).await;
    let patron = account::client_of(&town.app, &logged_in);
    let deleted = patron
        .send("DELETE", &format!("{BLOCKS}/{block}"), None)
        .await;
    assert_eq!(deleted.line(), "200");
    town.app
        .eventually("nothing is left", async || town.app.count(ROWS).await == 0)
        .await;
    town.app.stop().await;
}
