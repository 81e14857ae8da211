//! Hidden and pinned posts, and what their authors learn.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::{FEED, Town, comment, feed, fixed, pin, read};
use crate::mails::alarms;
use crate::support::concurrently;
use crate::user::text;

#[tokio::test]
async fn a_hidden_post_is_seen_by_its_author_and_administrators() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "buy my things").await;
    town.post(&town.owner, "welcome").await;
    assert_eq!(pin(&town.admin, &id).await.payload()["isFixed"], true);
    let hidden = town.hide(&id, true).await;
    assert_eq!(
        (hidden.line().as_str(), &hidden.payload()["isHide"]),
        ("200", &json!(true))
    );
    for client in [&town.app.visitor(), &town.guest, &town.member] {
        assert_eq!(feed(client).await, ["welcome"]);
        assert_eq!(fixed(client).await, Value::Null);
        assert_eq!(read(client, &id).await.line(), "404 feed_not_found");
        let history = client.get(&format!("{FEED}/{id}/history")).await;
        assert_eq!(history.line(), "404 feed_not_found");
        let comments = client.get(&format!("{FEED}/{id}/comments")).await;
        assert_eq!(comments.line(), "404 feed_not_found");
    }
    assert_eq!(
        comment(&town.member, &id, "x").await.line(),
        "404 feed_not_found"
    );
    assert_eq!(
        comment(&town.patron, &id, "x").await.line(),
        "404 feed_not_found"
    );
    assert_eq!(town.hide(&id, true).await.line(), "200", "idempotent");
    for client in [&town.patron, &town.admin, &town.owner] {
        assert_eq!(feed(client).await, ["welcome", "buy my things"]);
        assert_eq!(
            read(client, &id).await.payload()["hideReason"],
            "No advertising"
        );
    }
    let view = format!("{FEED}?worldName=agora&view=hidden");
    assert_eq!(town.member.get(&view).await.line(), "403 world_admins_only");
    let listed = town.owner.get(&view).await;
    assert_eq!(listed.payload()["items"].as_array().unwrap().len(), 1);
    assert_eq!(pin(&town.admin, &id).await.line(), "409 feed_hidden");

    let told = alarms(&town.patron).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["title"]["en"], "An administrator hid your post");
    let description = text(&told[0]["description"]["en"]);
    for part in ["buy my things", "No advertising", "ask for a review"] {
        assert!(description.contains(part), "{description}");
    }
    assert_eq!(told[0]["from"], Value::Null);
    let path = format!("{FEED}/{id}/appeal");
    let appeal = json!({ "text": "It is a gift." });
    assert_eq!(
        town.member.post(&path, appeal.clone()).await.line(),
        "404 feed_not_found"
    );
    assert_eq!(town.patron.post(&path, appeal.clone()).await.line(), "200");
    assert_eq!(
        town.patron.post(&path, appeal).await.line(),
        "409 appeal_sent"
    );
    let asked = alarms(&town.admin).await;
    assert!(text(&asked[0]["description"]["en"]).ends_with("It is a gift."));

    assert_eq!(town.hide(&id, false).await.payload()["isHide"], false);
    assert_eq!(feed(&town.guest).await, ["welcome", "buy my things"]);
    town.app.stop().await;
}

#[tokio::test]
async fn one_post_is_pinned() {
    let town = Town::start().await;
    let (first, second) = (
        town.post(&town.owner, "first").await,
        town.post(&town.owner, "second").await,
    );
    assert_eq!(pin(&town.admin, &first).await.payload()["isFixed"], true);
    assert_eq!(fixed(&town.guest).await["text"], "first");
    assert_eq!(pin(&town.owner, &second).await.payload()["isFixed"], true);
    assert_eq!(fixed(&town.app.visitor()).await["text"], "second");
    assert_eq!(read(&town.guest, &first).await.payload()["isFixed"], false);
    assert_eq!(pin(&town.owner, &second).await.payload()["isFixed"], false);
    assert_eq!(fixed(&town.guest).await, Value::Null);
    town.app.stop().await;
}

#[tokio::test]
async fn a_hundred_pins_at_once_leave_one() {
    let town = Town::start().await;
    let fill = "insert into plugin_community.post (id, world, author_id, text, posted_at)
        select gen_random_uuid(), 'agora', $1, 'post ' || n, now() - (n || ' minutes')::interval
        from generate_series(1, 100) n returning id::text";
    let ids: Vec<String> = sqlx::query_scalar(fill)
        .bind(town.owner.id)
        .fetch_all(town.app.owner())
        .await
        .unwrap();
    let pins = ids.into_iter().map(|id| {
        let admin: Client = town.admin.clone();
        async move { pin(&admin, &id).await.line() }
    });
    let lines = concurrently(pins).await;
    assert!(lines.iter().any(|line| line == "200"), "{lines:?}");
    // Requests that waited too long for the others, or were too many in a second, were refused.
    let refused = ["429 ", "503 ", "504 "];
    let known =
        |line: &String| line == "200" || refused.iter().any(|status| line.starts_with(status));
    assert!(lines.iter().all(known), "{lines:?}");
    assert_eq!(
        town.app
            .count("select count(*) from plugin_community.pin")
            .await,
        1
    );
    assert!(fixed(&town.guest).await["isFixed"].as_bool().unwrap());
    town.app.stop().await;
}

#[tokio::test]
async fn what_an_administrator_deletes_is_deleted_with_notice() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "a long story").await;
    let path = format!("{FEED}/{id}");
    assert_eq!(
        town.member.send("DELETE", &path, None).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(town.admin.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(
        town.admin.send("DELETE", &path, None).await.line(),
        "404 feed_not_found"
    );
    let told = alarms(&town.patron).await;
    assert_eq!(told[0]["title"]["ko"], "관리자가 글을 삭제했습니다");
    assert!(text(&told[0]["description"]["en"]).contains("a long story"));
    town.app.stop().await;
}
