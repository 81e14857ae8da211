//! A draw is computed again from what is published.

use sha2::{Digest, Sha256};

use super::*;

fn hash(tag: &str, parts: &[&[u8]]) -> Vec<u8> {
    let version = if matches!(tag, "leaf" | "rank") { 2 } else { 1 };
    let mut hasher = Sha256::new();
    hasher.update(format!("witverse:draw:{tag}:v{version}:").as_bytes());
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().to_vec()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = text(hex);
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

fn root(mut level: Vec<Vec<u8>>) -> Vec<u8> {
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|two| match two {
                [left, right] => hash("node", &[left, right]),
                lone => lone[0].clone(),
            })
            .collect();
    }
    level.remove(0)
}

async fn published(client: &Client, event: &str) -> Value {
    let reply = call(client, "GET", &format!("/{event}/draw"), &Value::Null).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_recomputed_from_what_was_published() {
    let mut scene = Scene::open().await;
    let changes = json!({ "entry": "draw", "maxPeople": 2, "drawMinutesBefore": 60 });
    let event = scene.created(&scene.town.patron, 3 * HOUR, changes).await;
    let before = published(&scene.town.member, &event).await;
    assert_eq!(
        (&before["seed"], &before["root"]),
        (&Value::Null, &Value::Null)
    );
    let path = format!("/{event}/draw/leaves");
    let early = call(&scene.town.member, "GET", &path, &Value::Null).await;
    assert_eq!(early.line(), "409 event_draw_not_closed");
    let extra = scene.town.app.person("fifth").await;
    let Town {
        member,
        guest,
        admin,
        owner,
        ..
    } = &scene.town;
    let bare = post(member, &event, "apply", json!({})).await;
    assert_eq!(bare.line(), "422 validation_failed");
    assert_eq!(published(member, &event).await["receipt"], Value::Null);
    for who in [member, guest, admin, owner, &extra] {
        assert_eq!(apply(who, &event).await.payload()["state"], "applied");
    }
    // The receipt of an entry is signed from the application on, before the seed and the other entries are known.
    let receipt = published(member, &event).await["receipt"].clone();
    let named = format!("{event}:{}:{}", text(&receipt["placeId"]), nonce_of(member));
    assert_eq!(bytes(&receipt["leaf"]), hash("leaf", &[named.as_bytes()]));
    let statement = text(&receipt["statement"]);
    crate::items::assert_signed(
        "events",
        &statement,
        &json!({ "keyId": receipt["keyId"], "signature": receipt["signature"] }),
        &receipt["keys"],
    );
    let stated: Value = serde_json::from_str(&statement).unwrap();
    assert_eq!(
        (&stated["leaf"], &stated["commit"]),
        (&receipt["leaf"], &before["commit"])
    );
    scene.advance(2 * HOUR).await;
    let member = &scene.town.member;
    scene
        .town
        .app
        .eventually("the root is published", async || {
            published(member, &event).await["root"].is_string()
        })
        .await;
    let closed = published(member, &event).await;
    assert_eq!(
        (&closed["seed"], &closed["entries"]),
        (&Value::Null, &json!(5))
    );
    assert_eq!(
        apply(&scene.town.patron, &event).await.line(),
        "409 event_entry_closed"
    );
    scene.advance(Duration::from_secs(61)).await;
    let app = &scene.town.app;
    let visitor = app.visitor();
    app.eventually("it is drawn", async || {
        published(&visitor, &event).await["seed"].is_string()
    })
    .await;
    let result = published(&visitor, &event).await;
    let leaves = call(&visitor, "GET", &path, &Value::Null).await;
    let outcomes = leaves.payload()["items"].as_array().unwrap().clone();
    let leaves: Vec<Vec<u8>> = outcomes.iter().map(|leaf| bytes(&leaf["hash"])).collect();
    assert_eq!(root(leaves.clone()), bytes(&result["root"]));
    assert_eq!(result["root"], closed["root"]);
    let seed = bytes(&result["seed"]);
    assert_eq!(hash("seed", &[&seed]), bytes(&before["commit"]));
    let mut ranked = leaves;
    let published_root = bytes(&result["root"]);
    ranked.sort_by_key(|leaf| hash("rank", &[&seed, &published_root, leaf]));
    for leaf in &outcomes {
        let rank = ranked.iter().position(|one| *one == bytes(&leaf["hash"]));
        let outcome = if rank.unwrap() < 2 {
            "drawn"
        } else {
            "notDrawn"
        };
        assert_eq!(leaf["outcome"], outcome);
    }
    let (mut won, mut winner) = (0, None);
    let Town {
        member,
        guest,
        admin,
        owner,
        ..
    } = &scene.town;
    for who in [member, guest, admin, owner] {
        let own = published(who, &event).await["own"].clone();
        let leaf = bytes(&own["leaf"]);
        let named = format!("{event}:{}:{}", text(&own["placeId"]), nonce_of(who));
        assert_eq!(leaf, hash("leaf", &[named.as_bytes()]));
        let mut node = leaf.clone();
        for sibling in own["proof"].as_array().unwrap() {
            let other = bytes(&sibling["hash"]);
            node = match sibling["isLeft"] == true {
                true => hash("node", &[&other, &node]),
                false => hash("node", &[&node, &other]),
            };
        }
        assert_eq!(node, bytes(&result["root"]), "the proof of an entry");
        let rank = 1 + ranked.iter().position(|one| *one == leaf).unwrap();
        assert_eq!(own["rank"], json!(rank));
        let state = detail(who, &event).await["place"]["state"].clone();
        assert_eq!(state, if rank <= 2 { "taken" } else { "waiting" });
        won += usize::from(rank <= 2);
        winner = if rank <= 2 { Some(who) } else { winner };
    }
    assert!(won >= 1);
    assert_eq!(
        detail(&scene.town.patron, &event).await["numbers"]["taken"],
        2
    );
    for (alarms, count) in [
        (
            "select count(*) from plugin_mail.alarm where title_en = 'You won a place'",
            2,
        ),
        (
            "select count(*) from plugin_mail.alarm where title_en = 'The draw has taken place'",
            3,
        ),
    ] {
        app.eventually("all are notified of the draw", async || {
            app.count(alarms).await == count
        })
        .await;
    }
    // A place that a winner gives back is offered to the next rank.
    let left = post(winner.unwrap(), &event, "leave", Value::Null).await;
    assert_eq!(left.line(), "200", "{}", left.body);
    let offered =
        "select coalesce(sum(rank), 0)::bigint from plugin_events.place where state = 'offered'";
    assert_eq!(scene.town.app.count(offered).await, 3);
    scene.close().await;
}
