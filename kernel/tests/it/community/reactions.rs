//! Reactions are counted in roll-up rows, once per person.

use serde_json::json;
use witverse_testing::Client;

use super::{FEED, Town};

#[tokio::test]
async fn a_reaction_counts_once_per_person() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "hello").await;
    let path = format!("{FEED}/{id}/reaction");
    let set = async |by: &Client, kind: &str| by.put(&path, json!({ "kind": kind })).await;
    set(&town.member, "like").await;
    let again = set(&town.member, "like").await;
    assert_eq!(
        *again.payload(),
        json!({ "reactions": [{ "kind": "like", "count": 1 }], "myReaction": "like" })
    );
    set(&town.guest, "like").await;
    let changed = set(&town.member, "wow").await;
    assert_eq!(
        changed.payload()["reactions"],
        json!([{ "kind": "like", "count": 1 }, { "kind": "wow", "count": 1 }])
    );
    let removed = town.member.send("DELETE", &path, None).await;
    assert_eq!(
        *removed.payload(),
        json!({ "reactions": [{ "kind": "like", "count": 1 }], "myReaction": null })
    );
    assert_eq!(
        set(&town.member, "hate").await.line(),
        "422 validation_failed"
    );
    assert_eq!(
        set(&town.app.visitor(), "like").await.line(),
        "401 unauthenticated"
    );
    let wrong = "select count(*) from plugin_community.reaction_total t where t.total <>
        (select count(*) from plugin_community.reaction r where r.post_id = t.post_id and r.kind = t.kind)";
    assert_eq!(town.app.count(wrong).await, 0);
    town.app.stop().await;
}
