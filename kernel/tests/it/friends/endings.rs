//! Friendships that end because of blocks and erasures, and the data export.

use std::time::Duration;

use super::*;

const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test]
async fn a_friendship_ends_and_a_request_is_cancelled() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    befriend(&mina, (&theo, "theo")).await;
    let mut screen = Screen::open(&mina).await;
    assert_eq!(
        *unfriend(&theo, "mina").await.payload(),
        json!({ "deleted": true })
    );
    let push = screen.next().await.unwrap();
    assert_eq!(push.data, json!({ "kind": "removed", "userId": theo.id }));
    assert!(friends(&mina).await.is_empty() && friends(&theo).await.is_empty());
    // Either person may send a new request at once.
    let asked = ask(&mina, "theo").await;
    let id = text(&asked.payload()["relationshipId"]);
    let mut screen = Screen::open(&theo).await;
    assert_eq!(
        *cancel(&mina, &id).await.payload(),
        json!({ "cancelled": true })
    );
    let push = screen.next().await.unwrap();
    assert_eq!(push.data, json!({ "kind": "cancelled", "userId": mina.id }));
    assert_eq!(cancel(&mina, &id).await.line(), "404 request_not_found");
    assert_eq!(
        answer(&theo, &id, true).await.line(),
        "404 request_not_found"
    );
    assert_eq!(state(&theo, "mina").await, "none");
    assert_eq!(ask(&mina, "theo").await.line(), "200");
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_block_ends_friendship_and_requests_and_is_not_revealed() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let sora = app.person("sora").await;
    befriend(&mina, (&theo, "theo")).await;
    let waiting = text(&ask(&sora, "mina").await.payload()["relationshipId"]);
    for other in [&theo, &sora] {
        let path = format!("/api/safety/blocks/{}", other.id);
        assert_eq!(mina.send("PUT", &path, None).await.line(), "200");
    }
    for (client, name) in [
        (&mina, "theo"),
        (&theo, "mina"),
        (&sora, "mina"),
        (&mina, "sora"),
    ] {
        assert_eq!(ask(client, name).await.line(), "404 user_not_found");
        let path = format!("{BASE}/with/{name}");
        assert_eq!(client.get(&path).await.line(), "404 user_not_found");
    }
    // Before the event and after it: a request of a blocked person cannot be accepted.
    let reply = answer(&mina, &waiting, true).await;
    assert_eq!(reply.line(), "404 request_not_found");
    app.eventually("the friendship ends", async || {
        app.count("select count(*) from plugin_friends.relationship")
            .await
            == 0
    })
    .await;
    assert!(friends(&mina).await.is_empty() && friends(&theo).await.is_empty());
    assert_eq!(
        (counted(&mina).await, counted(&sora).await),
        ([0, 0, 0], [0, 0, 0])
    );
    let path = format!("/api/safety/blocks/{}", theo.id);
    assert_eq!(mina.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(state(&theo, "mina").await, "none");
    assert_eq!(ask(&theo, "mina").await.line(), "200");
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_erased_account_has_no_friends() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (sora, jules) = (app.person("sora").await, app.person("jules").await);
    befriend(&mina, (&theo, "theo")).await;
    befriend(&theo, (&sora, "sora")).await;
    assert_eq!(ask(&mina, "sora").await.line(), "200");
    assert_eq!(ask(&jules, "mina").await.line(), "200");
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(7 * DAY + Duration::from_secs(60));
    let about = format!(
        "select count(*) from plugin_friends.relationship where '{}' in (asker_id, asked_id)",
        mina.id
    );
    app.eventually("nothing is left of her", async || {
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(about.clone()))
            .fetch_one(app.owner())
            .await
            .unwrap();
        left == 0
    })
    .await;
    let theo = again(&app, "theo").await;
    assert_eq!(friends(&theo).await, ["sora"]);
    for (name, expected) in [("sora", [1, 0, 0]), ("jules", [0, 0, 0])] {
        assert_eq!(counted(&again(&app, name).await).await, expected, "{name}");
    }
    app.eventually("her counters are gone", async || {
        let left = format!(
            "select count(*) from plugin_friends.tally where account_id = '{}'",
            mina.id
        );
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(left))
            .fetch_one(app.owner())
            .await
            .unwrap();
        left == 0
    })
    .await;
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn more_than_a_call_can_part_are_parted_in_several() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let fill = "with p as (select gen_random_uuid() as id, i from generate_series(1, 1300) i),
        r as (insert into plugin_friends.relationship
                (id, low_id, high_id, asker_id, asked_id, status, requested_at, answered_at)
              select gen_random_uuid(), least(id, $1), greatest(id, $1), id, $1, i % 3,
                     now(), case when i % 3 > 0 then now() end from p),
        f as (insert into plugin_friends.friend (account_id, friend_id, nickname, since)
              select $1, id, 'p' || i, now() from p where i % 3 = 1
              union all select id, $1, 'mina', now() from p where i % 3 = 1),
        t as (insert into plugin_friends.tally (account_id, friends, sent)
              select id, (i % 3 = 1)::int, (i % 3 = 0)::int from p)
        insert into plugin_friends.tally (account_id, friends, received)
        select $1, count(*) filter (where i % 3 = 1), count(*) filter (where i % 3 = 0) from p";
    let filled = sqlx::query(fill).bind(mina.id).execute(app.owner()).await;
    filled.unwrap();
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(7 * DAY + Duration::from_secs(60));
    app.eventually("all are parted", async || {
        app.count("select (select count(*) from plugin_friends.relationship) + (select count(*) from plugin_friends.friend)")
            .await
            == 0
    })
    .await;
    let left =
        "select count(*) from plugin_friends.tally where (friends, received, sent) <> (0, 0, 0)";
    app.eventually("and counted", async || app.count(left).await == 0)
        .await;
    app.stop().await;
}

#[tokio::test]
async fn an_export_lists_friends_and_requests() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let sora = app.person("sora").await;
    befriend(&mina, (&theo, "theo")).await;
    assert_eq!(ask(&mina, "sora").await.line(), "200");
    let asked = mina.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    app.eventually("the copy is made", async || {
        mina.get("/api/account/export").await.payload()["state"] == "ready"
    })
    .await;
    let reply = mina.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let mut file = |name: &str| -> Value {
        let file = zip.by_name(&format!("friends/{name}")).unwrap();
        serde_json::from_reader(file).unwrap()
    };
    assert_eq!(file("friends-1.json")[0]["nickname"], "theo");
    assert_eq!(file("requests-sent-1.json")[0]["nickname"], "sora");
    assert_eq!(file("requests-received-1.json"), json!([]));
    drop(sora);
    app.stop().await;
}
