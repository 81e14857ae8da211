//! Removing a person from a block: who may, whom, for how long, and what is left of it.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_rooms::protocol::KickCode;
use witverse_testing::{Client, Reply};

use super::rooms::{enter, join};
use super::{BLOCKS, complete, delete, draft};
use crate::community::Town;
use crate::rooms::socket::listen;
use crate::support::concurrently;
use crate::user::text;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);
const BANS: &str = "select count(*) from plugin_blocks.room_ban";

async fn kick(by: &Client, block: &str, body: Value) -> Reply {
    by.post(&format!("{BLOCKS}/{block}/kick"), body).await
}

fn of(person: &Client) -> Value {
    json!({ "accountId": person.id })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_person_comes_back_when_the_time_is_over() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let (id, other) = (
        complete(&town.patron, "plaza").await,
        complete(&town.patron, "garden").await,
    );
    let mut patron = enter(address, &town.patron, &id).await;
    let mut guest = enter(address, &town.guest, &id).await;
    let mut elsewhere = enter(address, &town.guest, &other).await;
    let two = json!({ "accountId": town.guest.id, "minutes": 2 });
    let removed = kick(&town.patron, &id, two).await;
    assert_eq!(removed.line(), "200", "{}", removed.body);
    assert_eq!(removed.payload()["accountId"], json!(town.guest.id));
    let reason = "이 블록의 관리자가 회원님을 내보냈습니다.".to_owned();
    assert_eq!(guest.kicked().await, (KickCode::Kicked, reason));
    assert_eq!(join(&town.guest, &id).await.line(), "403 block_kicked");
    let path = format!("{BLOCKS}/{id}");
    let entry = town.guest.get(&format!("{path}/entry")).await;
    assert_eq!(entry.payload()["code"], "block_kicked", "{}", entry.body);
    assert_eq!(entry.payload()["remedy"], Value::Null);
    let scene = town.guest.get(&format!("{path}/scene")).await;
    assert_eq!(scene.line(), "403 block_kicked");
    // Other people, and other blocks, are not affected.
    assert_eq!(join(&town.member, &id).await.line(), "200");
    elsewhere.chat("still here").await;
    assert_eq!(elsewhere.next_chat().await, "still here");
    patron.chat("bye").await;
    assert_eq!(patron.next_chat().await, "bye");
    town.app.advance(MINUTE);
    assert_eq!(join(&town.guest, &id).await.line(), "403 block_kicked");
    town.app.advance(2 * MINUTE);
    assert_eq!(join(&town.guest, &id).await.line(), "200");
    town.app.advance(DAY);
    town.app
        .eventually("the ban is deleted", async || {
            town.app.count(BANS).await == 0
        })
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn the_maker_and_the_administrators_remove_people_but_not_each_other() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let visitor = town.app.visitor();
    for (by, line) in [
        (&visitor, "401 unauthenticated"),
        (&town.guest, "403 block_managers_only"),
        (&town.member, "403 block_managers_only"),
        (&town.patron, "200"),
        (&town.admin, "200"),
        (&town.owner, "200"),
    ] {
        let whom = match by.id == town.guest.id {
            true => &town.member,
            false => &town.guest,
        };
        assert_eq!(kick(by, &id, of(whom)).await.line(), line);
    }
    for whom in [&town.patron, &town.admin, &town.owner] {
        for by in [&town.patron, &town.admin, &town.owner] {
            let refused = kick(by, &id, of(whom)).await;
            assert_eq!(refused.line(), "409 cannot_kick", "{}", refused.body);
            assert!(refused.fields()[0].starts_with("accountId: "));
        }
        assert_eq!(join(whom, &id).await.line(), "200");
    }
    let unknown = json!({ "accountId": uuid::Uuid::nil() });
    let refused = kick(&town.patron, &id, unknown).await;
    assert_eq!(refused.line(), "404 user_not_found");
    for minutes in [json!(0), json!(1441), json!(-1), json!("x")] {
        let body = json!({ "accountId": town.guest.id, "minutes": minutes });
        let refused = kick(&town.patron, &id, body).await;
        assert_eq!(refused.line(), "422 validation_failed", "{minutes}");
        assert!(refused.fields()[0].starts_with("minutes: "));
    }
    let nowhere = uuid::Uuid::nil().to_string();
    let refused = kick(&town.patron, &nowhere, of(&town.guest)).await;
    assert_eq!(refused.line(), "404 block_not_found");
    // A person who was removed becomes an administrator.
    let body = json!({ "nickname": "member" });
    assert_eq!(
        kick(&town.patron, &id, of(&town.member)).await.line(),
        "200"
    );
    assert_eq!(town.manage("admins", body).await.line(), "201");
    assert_eq!(join(&town.member, &id).await.line(), "200");
    town.app.stop().await;
}

#[tokio::test]
async fn a_manager_sees_who_is_removed_and_lets_them_in() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let kicks = format!("{BLOCKS}/{id}/kicks");
    for (whom, minutes) in [(&town.guest, 5), (&town.member, 60)] {
        let body = json!({ "accountId": whom.id, "minutes": minutes });
        assert_eq!(kick(&town.patron, &id, body).await.line(), "200");
    }
    for (by, line) in [
        (&town.app.visitor(), "401 unauthenticated"),
        (&town.guest, "403 block_managers_only"),
        (&town.member, "403 block_managers_only"),
        (&town.admin, "200"),
    ] {
        assert_eq!(by.get(&kicks).await.line(), line);
    }
    let names = async |query: &str| {
        let reply = town.patron.get(&format!("{kicks}{query}")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        let page = reply.payload().clone();
        let items = page["items"].as_array().unwrap().clone();
        let names: Vec<String> = items.iter().map(|one| text(&one["nickname"])).collect();
        (names, page["nextCursor"].as_str().map(str::to_owned))
    };
    assert_eq!(names("").await.0, ["member", "guest"]);
    let (first, next) = names("?limit=1").await;
    assert_eq!(first, ["member"]);
    let next = next.unwrap();
    assert_eq!(names(&format!("?limit=1&cursor={next}")).await.0, ["guest"]);
    let of_member = format!("{kicks}/{}", town.member.id);
    let refused = town.member.send("DELETE", &of_member, None).await;
    assert_eq!(refused.line(), "403 block_managers_only");
    for _ in 0..2 {
        let done = town.admin.send("DELETE", &of_member, None).await;
        assert_eq!(done.line(), "200", "{}", done.body);
    }
    assert_eq!(join(&town.member, &id).await.line(), "200");
    assert_eq!(join(&town.guest, &id).await.line(), "403 block_kicked");
    // A ban whose time is over is not listed, also before it is deleted.
    town.app.advance(6 * MINUTE);
    assert_eq!(names("").await.0, [""; 0]);
    let path = format!("{kicks}/x");
    let unknown = town.patron.send("DELETE", &path, None).await;
    assert_eq!(unknown.line(), "404 user_not_found");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_removal_replaces_the_end_also_concurrently() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let long = json!({ "accountId": town.guest.id, "minutes": 1440 });
    assert_eq!(kick(&town.patron, &id, long).await.line(), "200");
    let short = json!({ "accountId": town.guest.id, "minutes": 1 });
    let calls = [&town.patron, &town.admin, &town.owner, &town.patron].map(|by| {
        let (by, id, body) = (by.clone(), id.clone(), short.clone());
        async move { kick(&by, &id, body).await.line() }
    });
    assert_eq!(concurrently(calls).await, ["200"; 4]);
    assert_eq!(town.app.count(BANS).await, 1);
    town.app.advance(2 * MINUTE);
    assert_eq!(join(&town.guest, &id).await.line(), "200");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bans_end_with_the_block_and_with_the_account() {
    let town = Town::start().await;
    let (kept, gone) = (
        complete(&town.patron, "plaza").await,
        draft(&town.patron, "garden").await,
    );
    let day = json!({ "accountId": town.guest.id, "minutes": 1440 });
    for id in [&kept, &gone] {
        assert_eq!(kick(&town.patron, id, day.clone()).await.line(), "200");
    }
    let (removal, deletion) = tokio::join!(
        kick(&town.admin, &gone, of(&town.member)),
        delete(&town.patron, &gone)
    );
    assert_eq!(deletion.line(), "200");
    assert!(["200", "404 block_not_found"].contains(&removal.line().as_str()));
    assert_eq!(town.app.count(BANS).await, 1);
    let export = town.guest.post("/api/account/export", json!({})).await;
    assert_eq!(export.line(), "202");
    town.app
        .eventually("the export is ready", async || {
            town.guest.get("/api/account/export").await.payload()["state"] == "ready"
        })
        .await;
    let reply = town.guest.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let file = zip.by_name("blocks/blocks.json").unwrap();
    let stored: Value = serde_json::from_reader(file).unwrap();
    assert_eq!(stored["removedFrom"][0]["block"], "agora/plaza");
    for person in [&town.guest, &town.patron] {
        let asked = person.post("/api/account/deletion", json!({})).await;
        assert_eq!(asked.line(), "200");
    }
    town.app.advance(8 * DAY);
    town.app
        .eventually("nothing is left of both", async || {
            town.app.count(BANS).await == 0
        })
        .await;
    town.app.stop().await;
}
