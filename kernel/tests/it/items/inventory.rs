//! The service `items@1`: lock, release, transfer; concurrent calls have one winner.

use super::*;
use crate::support::concurrently;

#[tokio::test]
async fn a_lock_belongs_to_its_plugin_and_key() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let item = granted(&keeper, "a", "mina").await;
    let nobody = Uuid::nil().to_string();
    for (item, owner, code) in [
        (&*item, theo.id, "not_item_owner"),
        (&nobody, mina.id, "item_not_found"),
    ] {
        let refused = lock(&mina, item, owner, ("k", "gift")).await;
        assert_eq!(refused, Err(code.to_owned()));
    }
    let locked = lock(&mina, &item, mina.id, ("k", "gift")).await.unwrap();
    assert_eq!(
        (&locked["replayed"], &locked["item"]["lockedBy"]),
        (&json!(false), &json!("gift"))
    );
    let again = lock(&mina, &item, mina.id, ("k", "gift")).await.unwrap();
    assert_eq!(again["replayed"], true);
    let awaiting = Err("item_awaiting_acceptance".to_owned());
    assert_eq!(lock(&mina, &item, mina.id, ("l", "gift")).await, awaiting);
    assert_eq!(
        transfer(&mina, &item, (mina.id, theo.id), None).await,
        awaiting
    );
    let other = transfer(&mina, &item, (mina.id, theo.id), Some("l")).await;
    assert_eq!(other, awaiting);
    let path = format!("/api/v2/items/{item}");
    for (client, shown) in [
        (&mina, json!({ "by": "gift", "until": null })),
        (&theo, Value::Null),
        (&app.visitor(), Value::Null),
    ] {
        assert_eq!(client.get(&path).await.payload()["lock"], shown);
    }
    let released = |key: &'static str| release(&mina, &item, key);
    assert_eq!(released("l").await.unwrap()["released"], false);
    assert_eq!(released("k").await.unwrap()["released"], true);
    assert_eq!(released("k").await.unwrap()["released"], false);
    // A released lock transfers nothing.
    let late = transfer(&mina, &item, (mina.id, theo.id), Some("k")).await;
    assert_eq!(late, Err("already_rock_item".to_owned()));

    lock(&mina, &item, mina.id, ("p", "placed")).await.unwrap();
    let placed = lock(&mina, &item, mina.id, ("k", "gift")).await;
    assert_eq!(placed, Err("already_rock_item".to_owned()));
    let moved = transfer(&mina, &item, (mina.id, theo.id), Some("p")).await;
    assert_eq!(moved.unwrap()["seq"], 2);
    let gone = transfer(&mina, &item, (mina.id, theo.id), None).await;
    assert_eq!(gone, Err("not_item_owner".to_owned()));
    let used = json!({ "itemId": item, "owner": theo.id });
    assert_eq!(
        serve(&theo, "use", used.clone()).await.unwrap()["used"],
        true
    );
    for refused in [
        serve(&theo, "use", used).await,
        lock(&theo, &item, theo.id, ("k", "gift")).await,
        transfer(&theo, &item, (theo.id, mina.id), None).await,
    ] {
        assert_eq!(refused, Err("used_item".to_owned()));
    }
    assert_eq!(theo.get(&path).await.payload()["used"], true);
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_provenance_chain_lists_every_owner_in_order() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let item = granted(&keeper, "a", "mina").await;
    for (from, to) in [(&mina, &theo), (&theo, &mina), (&mina, &theo)] {
        let moved = transfer(from, &item, (from.id, to.id), None).await;
        assert!(moved.is_ok(), "{moved:?}");
        app.advance(std::time::Duration::from_secs(1));
    }
    let history = chain(&app, &item).await;
    let links = history["links"].as_array().unwrap();
    let links_shown: Vec<Value> = links
        .iter()
        .map(|link| {
            let name = |side: &str| link[side]["nickname"].clone();
            json!([
                link["seq"],
                link["kind"],
                name("from"),
                name("to"),
                link["reference"]
            ])
        })
        .collect();
    assert_eq!(
        json!(links_shown),
        json!([
            [1, "made", null, "mina", null],
            [2, "given", "mina", "theo", "gift:7"],
            [3, "given", "theo", "mina", "gift:7"],
            [4, "given", "mina", "theo", "gift:7"],
        ])
    );
    // The chain is verifiable with the data of the response alone.
    for link in links {
        assert_signed("items", &text(&link["statement"]), link, &history["keys"]);
    }
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_concurrent_lock_requests_succeeds() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mut people = Vec::new();
    for n in 0..3 {
        people.push(app.person(&format!("p_{n}")).await);
    }
    let item = granted(&keeper, "a", "p_0").await;
    let mut owner = 0;
    for round in 0..12 {
        let to = (owner + 1) % 3;
        let tries = concurrently((0..4).map(|n| {
            let (client, item) = (people[owner].clone(), item.clone());
            let (from, to) = (people[owner].id, people[to].id);
            async move {
                let key = format!("k{n}");
                match n {
                    0 | 1 => lock(&client, &item, from, (&key, "gift")).await,
                    _ => transfer(&client, &item, (from, to), None).await,
                }
                .is_ok()
            }
        }))
        .await;
        let won: Vec<usize> = (0..4).filter(|n| tries[*n]).collect();
        assert_eq!(won.len(), 1, "round {round}: {tries:?}");
        if won[0] < 2 {
            let key = format!("k{}", won[0]);
            // Concurrent release and transfer: the lock ends in one of the two ways.
            let ends = concurrently([true, false].map(|gives| {
                let (client, item, key) = (people[owner].clone(), item.clone(), key.clone());
                let (from, to) = (people[owner].id, people[to].id);
                async move {
                    if gives {
                        transfer(&client, &item, (from, to), Some(&key))
                            .await
                            .is_ok()
                    } else {
                        release(&client, &item, &key).await.unwrap()["released"] == true
                    }
                }
            }))
            .await;
            assert_eq!(ends.iter().filter(|ended| **ended).count(), 1, "{ends:?}");
            owner = if ends[0] { to } else { owner };
        } else {
            owner = to;
        }
        assert_items_consistent(&app).await;
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_creates_one_item_also_concurrently() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    app.person("mina").await;
    let more = json!({ "numbered": true });
    let ids = concurrently((0..8).map(|n| {
        let (keeper, more) = (keeper.clone(), more.clone());
        async move { granted_with(&keeper, &format!("k{}", n % 2), "mina", more).await }
    }))
    .await;
    let distinct: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), 2);
    assert_eq!(
        app.count("select editions from plugin_items.collection")
            .await,
        2
    );
    assert_items_consistent(&app).await;
    app.stop().await;
}
