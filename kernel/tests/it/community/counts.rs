//! Counts leave out people on either side of a block with the reader.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::{FEED, PAUSE, Town, block, comment, read};
use crate::user::text;

async fn react(by: &Client, id: &str, kind: &str) -> Value {
    let path = format!("{FEED}/{id}/reaction");
    let reply = by.put(&path, json!({ "kind": kind })).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["reactions"].clone()
}

async fn reply_to(by: &Client, id: &str, parent: &str, words: &str) -> String {
    let body = json!({ "text": words, "parentId": parent });
    let reply = by.post(&format!("{FEED}/{id}/comments"), body).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["commentId"])
}

/// The counts of a post: comments, and `kind count` of its reactions. The feed shows the same.
async fn counts(by: &Client, id: &str) -> (u64, Vec<String>) {
    let post = read(by, id).await.payload().clone();
    let feed = by.get(&format!("{FEED}?worldName=agora")).await;
    let listed = feed.payload()["items"].as_array().unwrap();
    let listed = listed.iter().find(|post| post["feedId"] == id).unwrap();
    assert_eq!(listed["commentCount"], post["commentCount"]);
    assert_eq!(listed["reactions"], post["reactions"]);
    let reactions = post["reactions"].as_array().unwrap().iter();
    let reactions = reactions.map(|one| format!("{} {}", text(&one["kind"]), one["count"]));
    (post["commentCount"].as_u64().unwrap(), reactions.collect())
}

/// Comments with the number of their replies; a deleted one has no text.
async fn comments(by: &Client, id: &str) -> Value {
    let reply = by.get(&format!("{FEED}/{id}/comments")).await;
    let items = reply.payload()["items"].as_array().unwrap().iter();
    items
        .map(|one| json!([one["text"], one["replyCount"]]))
        .collect()
}

#[tokio::test]
async fn counts_leave_out_people_on_either_side_of_a_block() {
    let town = Town::start().await;
    let visitor = town.app.visitor();
    let id = town.post(&town.owner, "hello").await;
    let first = comment(&town.patron, &id, "first").await;
    let first = text(&first.payload()["commentId"]);
    reply_to(&town.member, &id, &first, "of the member").await;
    let other = reply_to(&town.admin, &id, &first, "of the administrator").await;
    town.app.advance(PAUSE);
    assert_eq!(comment(&town.member, &id, "second").await.line(), "201");
    react(&town.member, &id, "like").await;
    react(&town.guest, &id, "like").await;
    react(&town.patron, &id, "wow").await;
    let all = (4, vec!["like 2".to_owned(), "wow 1".to_owned()]);
    for reader in [&town.guest, &town.member, &town.admin, &visitor] {
        assert_eq!(counts(reader, &id).await, all);
        let listed = comments(reader, &id).await;
        assert_eq!(listed, json!([["first", 2], ["second", 0]]));
    }

    block(&town.guest, &town.member).await;
    block(&town.patron, &town.guest).await;
    block(&town.admin, &town.member).await;
    // The guest does not see the member and the patron; a count of zero is left out.
    let few = (1, vec!["like 1".to_owned()]);
    assert_eq!(counts(&town.guest, &id).await, few);
    assert_eq!(comments(&town.guest, &id).await, json!([]));
    assert_eq!(
        react(&town.guest, &id, "love").await,
        json!([{ "kind": "love", "count": 1 }])
    );
    react(&town.guest, &id, "like").await;
    // The people on the other side.
    let of_member = (3, vec!["like 1".to_owned(), "wow 1".to_owned()]);
    assert_eq!(counts(&town.member, &id).await, of_member);
    let listed = comments(&town.member, &id).await;
    assert_eq!(listed, json!([["first", 1], ["second", 0]]));
    let of_patron = (4, vec!["like 1".to_owned(), "wow 1".to_owned()]);
    assert_eq!(counts(&town.patron, &id).await, of_patron);
    // An administrator and people without blocks see all.
    for reader in [&town.admin, &town.owner, &visitor] {
        assert_eq!(counts(reader, &id).await, all);
    }

    // A deleted comment stays only for readers who see a reply to it.
    for comment in [&first, &other] {
        let path = format!("{FEED}/{id}/comments/{comment}");
        assert_eq!(town.owner.send("DELETE", &path, None).await.line(), "200");
    }
    block(&town.owner, &town.guest).await;
    block(&town.patron, &town.member).await;
    assert_eq!(
        comments(&visitor, &id).await,
        json!([[null, 1], ["second", 0]])
    );
    assert_eq!(comments(&town.patron, &id).await, json!([]));
    assert_eq!(counts(&town.patron, &id).await.0, 0);
    let hidden = read(&town.guest, &id).await;
    assert_eq!(
        hidden.line(),
        "404 feed_not_found",
        "its author has a block"
    );
    town.app.stop().await;
}
