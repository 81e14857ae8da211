//! Erased accounts, and the data export.

use std::time::Duration;

use serde_json::{Value, json};

use super::{FEED, Town, comment, feed};
use crate::friends::again;

const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test]
async fn an_erased_account_leaves_no_texts() {
    let town = Town::start().await;
    let own = town.post(&town.patron, "mine").await;
    let other = town.post(&town.owner, "hers").await;
    assert_eq!(
        comment(&town.member, &own, "gone with the post")
            .await
            .line(),
        "201"
    );
    let first = comment(&town.patron, &other, "gone").await;
    assert_eq!(first.line(), "201");
    town.app.advance(Duration::from_secs(6));
    // A reply to oneself: the comment and the reply are deleted by the same call.
    let path = format!("{FEED}/{other}/comments");
    let answer = json!({ "text": "gone, too", "parentId": first.payload()["commentId"] });
    assert_eq!(town.patron.post(&path, answer).await.line(), "201");
    let path = format!("{FEED}/{other}/reaction");
    assert_eq!(
        town.patron
            .put(&path, json!({ "kind": "like" }))
            .await
            .line(),
        "200"
    );
    let pinned = town
        .admin
        .send("PUT", &format!("{FEED}/{own}/fixed"), None)
        .await;
    assert_eq!(pinned.line(), "200");
    let leaving = town.patron.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200");
    town.app.advance(7 * DAY + Duration::from_secs(60));
    town.app
        .eventually("nothing is left", async || {
            town.app
                .count(
                    "select (select count(*) from plugin_community.post where text <> 'hers')
                        + (select count(*) from plugin_community.comment where not is_deleted)
                        + (select coalesce(sum(replies), 0)::bigint from plugin_community.comment)
                        + (select count(*) from plugin_community.reaction)
                        + (select count(*) from plugin_community.pin)",
                )
                .await
                == 0
        })
        .await;
    let guest = again(&town.app, "guest").await;
    assert_eq!(feed(&guest).await, ["hers"]);
    let post = guest.get(&format!("{FEED}/{other}")).await;
    assert_eq!(post.payload()["commentCount"], 0);
    assert_eq!(post.payload()["reactions"], json!([]));
    town.app.stop().await;
}

#[tokio::test]
async fn more_posts_than_a_call_deletes_are_deleted_in_several() {
    let town = Town::start().await;
    let fill = "with p as (
            insert into plugin_community.post (id, world, author_id, text, posted_at, comments)
            select gen_random_uuid(), 'agora', $1, 'post ' || n, now() - (n || ' minutes')::interval, 2
            from generate_series(1, 450) n returning id)
        insert into plugin_community.comment (id, post_id, author_id, text, at)
        select gen_random_uuid(), p.id, case when n = 1 then $1 else $2 end, 'x', now()
        from p, generate_series(1, 2) n";
    sqlx::query(fill)
        .bind(town.patron.id)
        .bind(town.member.id)
        .execute(town.app.owner())
        .await
        .unwrap();
    let leaving = town.patron.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200");
    town.app.advance(7 * DAY + Duration::from_secs(60));
    town.app
        .eventually("all are deleted", async || {
            town.app
                .count(
                    "select (select count(*) from plugin_community.post)
                        + (select count(*) from plugin_community.comment)",
                )
                .await
                == 0
        })
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn an_export_has_posts_and_comments() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "mine").await;
    assert_eq!(comment(&town.patron, &id, "my comment").await.line(), "201");
    let asked = town.patron.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    town.app
        .eventually("the copy is made", async || {
            town.patron.get("/api/account/export").await.payload()["state"] == "ready"
        })
        .await;
    let reply = town.patron.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let mut file = |name: &str| -> Value {
        let file = zip.by_name(&format!("community/{name}")).unwrap();
        serde_json::from_reader(file).unwrap()
    };
    assert_eq!(file("posts-1.json")[0]["text"], "mine");
    assert_eq!(file("posts-1.json")[0]["worldName"], "agora");
    assert_eq!(file("comments-1.json")[0]["text"], "my comment");
    assert_eq!(file("gallery-comments-1.json"), json!([]));
    town.app.stop().await;
}
