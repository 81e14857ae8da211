//! The blacklist of a world.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::managing::{change_to, world_of};
use super::{join, world};
use crate::friends::again;
use crate::live::Screen;
use crate::user::says;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn put_on(client: &Client, world: &str, nickname: &str, until: Value) -> Reply {
    let body = json!({ "nickname": nickname, "reason": "도배", "until": until });
    client
        .post(&format!("/api/v3/worlds/{world}/blacklist"), body)
        .await
}

#[tokio::test]
async fn a_blacklisted_member_leaves_at_once_and_may_choose_another_world() {
    let app = TestApp::start().await;
    let (owner, mina, theo) = (
        app.person("owner_1").await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let (agora, orbit) = (
        world_of(&owner, "agora").await,
        world_of(&theo, "orbit").await,
    );
    join(&mina, &agora).await;
    assert_eq!(
        put_on(&mina, &agora, "theo", Value::Null).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(
        put_on(&owner, &agora, "owner_1", Value::Null).await.line(),
        "409 cannot_blacklist"
    );
    let mut screen = Screen::open(&mina).await;
    assert_eq!(
        put_on(&owner, &agora, "mina", Value::Null).await.line(),
        "201"
    );
    let push = screen.next().await.unwrap();
    assert_eq!(
        (push.event.as_str(), push.data),
        ("worlds.changed", json!({ "worldName": "agora" }))
    );
    let seen = world(&mina, "agora").await;
    assert_eq!(
        seen.payload()["blacklisted"],
        json!({ "reason": "도배", "until": null })
    );
    assert_eq!(seen.payload()["description"]["ko"], "");
    assert_eq!(seen.payload()["isMember"], false);
    assert_eq!(seen.payload()["memberCount"], 1);
    says(
        &join(&mina, &agora).await,
        "403 world_blacklisted",
        "지금은 이 월드를 이용할 수 없습니다.",
        "You can't use this world at the moment.",
    );
    for path in ["members", "collections", "witch-points"] {
        let reply = mina.get(&format!("/api/v3/worlds/{agora}/{path}")).await;
        assert_eq!(reply.line(), "403 world_blacklisted", "{path}");
    }
    let link = format!("/api/v3/worlds/{agora}/invitation");
    let code = owner.send("POST", &link, None).await.payload()["code"].clone();
    let invitation = format!("/api/v3/invitations/{}", code.as_str().unwrap());
    assert_eq!(
        mina.post(&invitation, json!({})).await.line(),
        "403 world_blacklisted"
    );
    // Another world is no change: the person did not leave by choice.
    assert_eq!(join(&mina, &orbit).await.line(), "200");
    let mine = mina.get("/api/v2/worlds/my").await;
    assert_eq!(mine.payload()["isAvailableWorldChange"], true);
    let list = owner
        .get(&format!("/api/v3/worlds/{agora}/blacklist"))
        .await;
    assert_eq!(list.payload()["items"][0]["nickname"], "mina");
    let entry = format!("/api/v3/worlds/{agora}/blacklist/{}", mina.id);
    for removed in [true, false] {
        let reply = owner.send("DELETE", &entry, None).await;
        assert_eq!(reply.payload()["removed"], removed);
    }
    assert_eq!(change_to(&mina, &agora).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn an_entry_ends_at_its_time() {
    let app = TestApp::start().await;
    let owner = app.person("owner_1").await;
    app.person("mina").await;
    let agora = world_of(&owner, "agora").await;
    let until = |days: i32| {
        let at = app.clock.now() + DAY * u32::try_from(days).unwrap();
        json!(
            at.format(&time::format_description::well_known::Rfc3339)
                .unwrap()
        )
    };
    assert_eq!(put_on(&owner, &agora, "mina", until(1)).await.line(), "201");
    assert_eq!(put_on(&owner, &agora, "mina", until(2)).await.line(), "201");
    assert_eq!(
        put_on(&owner, &agora, "mina", json!("2020-01-01T00:00:00Z"))
            .await
            .line(),
        "422 validation_failed"
    );
    app.advance(DAY + Duration::from_secs(60));
    let mina = again(&app, "mina").await;
    assert_eq!(
        join(&mina, &agora).await.line(),
        "403 world_blacklisted",
        "extended"
    );
    app.advance(DAY);
    app.eventually("the entry has ended", async || {
        app.count("select count(*) from plugin_worlds.blacklist")
            .await
            == 0
    })
    .await;
    let mina = again(&app, "mina").await;
    assert_eq!(join(&mina, &agora).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn an_erased_account_leaves_nothing_behind() {
    let app = TestApp::start().await;
    let (owner, mina) = (app.person("owner_1").await, app.person("mina").await);
    let agora = world_of(&owner, "agora").await;
    join(&mina, &agora).await;
    let report = json!({ "worldName": "agora" });
    let path = "/api/v2/worlds/logs/user-connection";
    assert_eq!(mina.post(path, report).await.line(), "200");
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(7 * DAY + Duration::from_secs(60));
    app.eventually("the rows of the account are gone", async || {
        app.count("select count(*) from plugin_worlds.visitor")
            .await
            == 0
    })
    .await;
    let seen = world(&app.visitor(), "agora").await;
    assert_eq!(seen.payload()["memberCount"], 1);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_person_who_joins_while_being_listed_is_no_member() {
    let app = TestApp::start().await;
    let owner = app.person("owner_1").await;
    let agora = world_of(&owner, "agora").await;
    let link = format!("/api/v3/worlds/{agora}/invitation");
    let code = owner.send("POST", &link, None).await.payload()["code"].clone();
    let invitation = format!("/api/v3/invitations/{}", code.as_str().unwrap());
    for round in 0..4 {
        let name = format!("p_{round}");
        let person = app.person(&name).await;
        let joins = async {
            match round % 2 {
                0 => join(&person, &agora).await,
                _ => person.post(&invitation, json!({})).await,
            }
        };
        let (_, listed) = tokio::join!(joins, put_on(&owner, &agora, &name, Value::Null));
        assert_eq!(listed.line(), "201", "{}", listed.body);
    }
    let both = "select count(*) from plugin_worlds.member m
        join plugin_worlds.blacklist b on b.world_id = m.world_id and b.account_id = m.account_id";
    assert_eq!(app.count(both).await, 0);
    let seen = world(&owner, "agora").await;
    assert_eq!(seen.payload()["memberCount"], 1);
    app.stop().await;
}
