//! Which collections of a world its operator opens for a plugin, and how long its locks last.

use std::time::Duration;

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use witverse_testing::TestPackage;

use super::service_worlds::{FLOOR, LISTED, LOCK, OWNS, RELEASE, item_of_agora};
use super::services::{ALL, called, outcome};
use super::{Owner, run, text};
use crate::community::Town;

/// The grant of everything that the probe asks for, in some collections.
fn only(requested: &Value, collections: &[&str]) -> Value {
    let mut grant = requested.clone();
    grant["objects"] = json!({ "collections": collections });
    grant
}

#[tokio::test]
async fn a_plugin_reaches_only_the_collections_that_its_operator_chose() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let (first, item) = item_of_agora(&town).await;
    let (second, other_item) = item_of_agora(&town).await;
    let package = TestPackage::new("1.0.0").asking_for(ALL);
    let review = owner.upload(&package).await;
    let requested = review.payload()["requested"].clone();
    assert!(requested.get("objects").is_none(), "a manifest limits none");
    let lines = review.payload()["permissions"].as_array().unwrap().clone();
    let limited: Vec<String> = lines
        .iter()
        .filter(|line| line["objects"] == "collections")
        .map(|line| text(line, "key"))
        .collect();
    let expected = [
        "items@1.lock",
        "items@1.owns",
        "items@1.transfer",
        "market@1.prices",
    ];
    assert_eq!(limited, expected.map(|key| format!("services.{key}")));

    let install = owner
        .install(&package, Some(only(&requested, &[&first])))
        .await;
    let chosen = json!({ "collections": [first] });
    assert_eq!(install["granted"]["objects"], chosen);
    let calls = |collection: &str, item: &str| {
        [
            (
                OWNS,
                json!({ "collectionId": collection, "userId": town.owner.id }),
            ),
            (LOCK, json!({ "itemId": item, "key": "a" })),
            (FLOOR, json!({ "collectionId": collection })),
            (LISTED, json!({ "itemId": item })),
        ]
    };
    let check = async |collection: &str, item: &str, expect: &str| {
        for (function, payload) in calls(collection, item) {
            let said = outcome(&town.owner, &install, function, &payload).await;
            assert_eq!(said, expect, "{function:?}");
        }
    };
    check(&first, &item, "ok").await;
    check(&second, &other_item, "collection_not_opened").await;
    // A change takes effect while the plugin runs. What it has locked can still be released.
    called(
        &town.owner,
        &install,
        LOCK,
        json!({ "itemId": item, "key": "b" }),
    )
    .await;
    let narrowed = json!({ "grant": only(&requested, &[&second]) });
    assert_eq!(owner.patch(&install, narrowed).await.line(), "200");
    check(&first, &item, "collection_not_opened").await;
    check(&second, &other_item, "ok").await;
    let released = json!({ "itemId": item, "key": "b" });
    let answer = called(&town.owner, &install, RELEASE, released).await;
    assert_eq!(answer, json!({ "released": true }));
    let path = owner.path(&format!("plugins/{}/events", text(&install, "id")));
    let events = owner.client.get(&path).await;
    let details = &events.payload()["items"][0]["details"];
    let chosen = json!({ "collections": [second] });
    assert_eq!(details["granted"]["objects"], chosen);

    // An empty list opens nothing; without a list all are open.
    let nothing = json!({ "grant": only(&requested, &[]) });
    assert_eq!(owner.patch(&install, nothing).await.line(), "200");
    check(&second, &other_item, "collection_not_opened").await;
    let all = json!({ "grant": requested });
    assert_eq!(owner.patch(&install, all).await.line(), "200");
    check(&first, &item, "ok").await;
    check(&second, &other_item, "ok").await;
    town.app.stop().await;
}

#[tokio::test]
async fn an_operator_can_choose_memberships_too() {
    let town = Town::start().await;
    let (made, _) = item_of_agora(&town).await;
    let path = format!("/api/v3/worlds/{}/item-collections?every=true", town.id);
    let all = town.owner.get(&path).await;
    assert_eq!(all.payload()["total"], 2, "{}", all.body);
    let items = all.payload()["items"].as_array().unwrap();
    assert_eq!(items[0]["collectionId"], json!(made));
    assert_eq!(items[1]["name"]["en"], "Spring");
    let page = town.owner.get(&format!("{path}&limit=1")).await;
    let cursor = text(page.payload(), "nextCursor");
    let next = town.owner.get(&format!("{path}&cursor={cursor}")).await;
    assert_eq!(next.payload()["items"][0]["name"]["en"], "Spring");
    let made_by_people = path.replace("?every=true", "");
    let list = town.owner.get(&made_by_people).await;
    assert_eq!(list.payload()["total"], 1, "{}", list.body);
    assert_eq!(list.payload()["items"][0]["collectionId"], json!(made));
    let named = "/api/v3/worlds/agora/item-collections?every=true";
    let refused = town.owner.get(named).await;
    assert_eq!(refused.line(), "422 validation_failed");
    town.app.stop().await;
}

#[tokio::test]
async fn a_version_opens_no_collection_that_was_withdrawn() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let (first, _) = item_of_agora(&town).await;
    let (second, _) = item_of_agora(&town).await;
    let package = TestPackage::new("1.0.0").asking_for(ALL);
    let requested = owner.upload(&package).await.payload()["requested"].clone();
    let both = only(&requested, &[&first, &second]);
    let install = owner.install(&package, Some(both)).await;
    let next = owner
        .upload(&TestPackage::new("1.1.0").asking_for(ALL))
        .await;
    let upgrade = json!({ "package": next.payload()["digest"], "isEarly": true });
    let upgraded = owner.post(&install, "version", upgrade).await;
    let objects = |reply: &witverse_testing::Reply| {
        let objects = &reply.payload()["granted"]["objects"]["collections"];
        objects.as_array().map(Vec::len)
    };
    assert_eq!(objects(&upgraded), Some(2), "an update keeps the choice");
    let narrowed = json!({ "grant": only(&requested, &[&first]) });
    assert_eq!(owner.patch(&install, narrowed).await.line(), "200");
    let back = owner.post(&install, "rollback", json!({})).await;
    assert_eq!(back.line(), "200", "{}", back.body);
    let chosen = json!({ "collections": [first] });
    assert_eq!(back.payload()["granted"]["objects"], chosen);

    // What no provider has, and more than fits.
    let many: Vec<String> = (0..51).map(|id| format!("c-{id}")).collect();
    for objects in [json!({ "tracks": ["a"] }), json!({ "collections": many })] {
        let mut grant = requested.clone();
        grant["objects"] = objects;
        let refused = owner.patch(&install, json!({ "grant": grant })).await;
        assert_eq!(refused.line(), "422 validation_failed");
        assert_eq!(refused.body["fields"][0]["field"], "grant.objects");
    }
    town.app.stop().await;
}

#[tokio::test]
async fn a_lock_ends_by_itself() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let (_, item) = item_of_agora(&town).await;
    let package = TestPackage::new("1.0.0").asking_for(ALL);
    let install = owner.install(&package, None).await;
    let lock_for =
        |key: &str, minutes: i64| json!({ "itemId": item, "key": key, "durationMinutes": minutes });
    let lock = async |payload: Value| called(&town.owner, &install, LOCK, payload).await;
    let release = async |key: &str| {
        let of = json!({ "itemId": item, "key": key });
        let answer = called(&town.owner, &install, RELEASE, of).await;
        answer["released"] == true
    };
    let shown = async || {
        let shown = town.owner.get(&format!("/api/v2/items/{item}")).await;
        shown.payload()["lock"].clone()
    };
    for minutes in [0, 43_201] {
        let said = outcome(&town.owner, &install, LOCK, &lock_for("a", minutes)).await;
        assert_eq!(said, "validation_failed", "{minutes}");
    }

    // Seven days without a duration. A repeated call keeps the end.
    let until = lock(json!({ "itemId": item, "key": "a" })).await["until"].clone();
    let end = OffsetDateTime::parse(until.as_str().unwrap(), &Rfc3339).unwrap();
    let left = end - town.app.app.platform.clock.now();
    assert!((left.whole_minutes() - 7 * 24 * 60).abs() <= 1, "{left}");
    assert_eq!(lock(lock_for("a", 3)).await["until"], until);
    assert_eq!(shown().await, json!({ "by": "plugin", "until": until }));
    assert!(release("a").await);

    // The end counts for reads and changes at once, whether or not the timer has run.
    lock(lock_for("b", 1)).await;
    let said = outcome(&town.owner, &install, LOCK, &lock_for("c", 1)).await;
    assert_eq!(said, "already_rock_item");
    town.app.advance(Duration::from_secs(61));
    assert_eq!(shown().await, Value::Null);
    assert!(!release("b").await, "the lock had ended before");
    lock(lock_for("b", 1)).await;
    town.app.advance(Duration::from_secs(61));
    lock(lock_for("c", 1)).await;
    assert!(!release("b").await, "the lock of another key stays");
    assert_eq!(shown().await["by"], "plugin");

    // The timer clears what is over.
    town.app.advance(Duration::from_secs(61));
    let locked =
        "select count(*) from plugin_items.item where state = 'locked' or lock_until is not null";
    town.app
        .eventually("the timer ends the lock", async || {
            town.app.count(locked).await == 0
        })
        .await;
    let free = town.owner.get("/api/item/inventory/craft/photo/free").await;
    assert_eq!(free.payload()["total"], 1);
    town.app.stop().await;
}

#[tokio::test]
async fn an_end_beside_a_release_and_a_new_lock_is_counted_once() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let (_, item) = item_of_agora(&town).await;
    let package = TestPackage::new("1.0.0").asking_for(ALL);
    let install = owner.install(&package, None).await;
    let payload = |key: &str| json!({ "itemId": item, "key": key, "durationMinutes": 1 });
    let call = |function: (&str, &str), key: &str| {
        json!([{
            "op": "service_call", "service": function.0, "method": function.1, "payload": payload(key),
        }])
    };
    // On a busy machine a statement may wait for the others too long. Each of the calls can be repeated.
    let succeeds = async |ops: Value| {
        for _ in 0..20 {
            let reply = run(&town.owner, &install, ops.clone()).await;
            match reply.status.as_u16() {
                200 => return,
                500.. => tokio::time::sleep(Duration::from_millis(100)).await,
                _ => panic!("{}", reply.body),
            }
        }
        panic!("no call has succeeded");
    };
    for round in 0..4 {
        let (old, new) = (format!("old-{round}"), format!("new-{round}"));
        called(&town.owner, &install, LOCK, payload(&old)).await;
        town.app.advance(Duration::from_secs(61));
        tokio::join!(
            succeeds(call(RELEASE, &old)),
            succeeds(call(LOCK, &new)),
            succeeds(call(RELEASE, &old)),
        );
        let shown = town.owner.get(&format!("/api/v2/items/{item}")).await;
        assert_eq!(shown.payload()["lock"]["by"], "plugin");
        // The counters agree with the items.
        let differs = "select count(*) from plugin_items.tally t where t.items <> (
            select count(*) from plugin_items.item i
            where i.owner_id = t.owner_id and i.type = t.type and i.state = t.state)";
        assert_eq!(town.app.count(differs).await, 0, "round {round}");
        let answer = called(&town.owner, &install, RELEASE, payload(&new)).await;
        assert_eq!(answer, json!({ "released": true }));
    }
    town.app.stop().await;
}
