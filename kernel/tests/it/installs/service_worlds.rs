//! What an installed plugin reaches with services is limited to its world: items of its collections, and people who have used it.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestPackage};

use super::services::{ALL, called, outcome};
use super::{Owner, text};
use crate::community::Town;
use crate::files::{png, ready};
use crate::items::crafting::{collection, items};
use crate::mails::alarms;

pub(super) const OWNS: (&str, &str) = ("items@1", "owns");
pub(super) const LOCK: (&str, &str) = ("items@1", "lock");
pub(super) const RELEASE: (&str, &str) = ("items@1", "release");
pub(super) const FLOOR: (&str, &str) = ("market@1", "floor");
pub(super) const LISTED: (&str, &str) = ("market@1", "listed");
const SEND: (&str, &str) = ("mail@1", "send");
const JOIN: (&str, &str) = ("mail@1", "add_recipient");

/// An item of a collection of the world, and the collection.
pub(super) async fn item_of_agora(town: &Town) -> (String, String) {
    let made = collection(json!({ "worldName": "agora" }));
    let made = town.owner.post("/api/v2/collections", made).await;
    let collection = text(made.payload(), "collectionId");
    let image = ready(&town.app, &town.owner, png(64, 64)).await;
    let path = format!("/api/v2/collections/{collection}/items");
    let crafted = town.owner.post(&path, items(&image, json!({}))).await;
    assert_eq!(crafted.line(), "201", "{}", crafted.body);
    let item = text(&crafted.payload()["item"], "itemId");
    let unknown =
        "select count(*) from plugin_items.collection where world = 'agora' and world_id is null";
    town.app
        .eventually("the collection knows its world", async || {
            town.app.count(unknown).await == 0
        })
        .await;
    (collection, item)
}

#[tokio::test]
async fn items_of_the_world_are_checked_and_locked_until_the_plugin_goes() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let (collection, item) = item_of_agora(&town).await;
    let package = || TestPackage::new("1.0.0").asking_for(ALL);
    let install = owner.install(&package(), None).await;
    let bea = Owner::of(&town.app, "bea").await;
    let elsewhere = bea.install(&package(), None).await;

    let owns = |person: &Client| json!({ "collectionId": collection, "userId": person.id });
    let answer = called(&town.member, &install, OWNS, owns(&town.owner)).await;
    assert_eq!(answer, json!({ "owns": true }));
    let answer = called(&town.member, &install, OWNS, owns(&town.member)).await;
    assert_eq!(answer, json!({ "owns": false }));
    let said = outcome(&bea.client, &elsewhere, OWNS, &owns(&town.owner)).await;
    assert_eq!(said, "collection_not_found");

    // So are prices.
    let (of_collection, of_item) = (
        json!({ "collectionId": collection }),
        json!({ "itemId": item }),
    );
    let answer = called(&town.member, &install, FLOOR, of_collection.clone()).await;
    assert_eq!(answer, json!({ "floorHundredths": null, "listed": 0 }));
    let answer = called(&town.member, &install, LISTED, of_item.clone()).await;
    assert_eq!(
        answer,
        json!({ "listingId": null, "priceHundredths": null })
    );
    let said = outcome(&bea.client, &elsewhere, FLOOR, &of_collection).await;
    assert_eq!(said, "collection_not_found");
    let said = outcome(&bea.client, &elsewhere, LISTED, &of_item).await;
    assert_eq!(said, "item_not_found");

    // Only the person who calls locks an own item, only in its world, and only this install releases the lock.
    let lock = json!({ "itemId": item, "key": "race" });
    let said = outcome(&town.owner, &elsewhere, LOCK, &lock).await;
    assert_eq!(said, "item_not_found");
    let said = outcome(&town.member, &install, LOCK, &lock).await;
    assert_eq!(said, "not_item_owner");
    for _ in 0..2 {
        let answer = called(&town.owner, &install, LOCK, lock.clone()).await;
        assert_eq!(answer["locked"], true);
    }
    let answer = called(&town.owner, &elsewhere, RELEASE, lock.clone()).await;
    assert_eq!(answer, json!({ "released": false }));
    let free = async || {
        let shown = town.owner.get("/api/item/inventory/craft/photo/free").await;
        shown.payload()["total"].clone()
    };
    assert_eq!(free().await, 0);
    let answer = called(&town.owner, &install, RELEASE, lock.clone()).await;
    assert_eq!(answer, json!({ "released": true }));
    assert_eq!(free().await, 1);

    // A lock does not outlive the plugin.
    called(&town.owner, &install, LOCK, lock).await;
    assert_eq!(free().await, 0);
    assert_eq!(owner.uninstall(&install).await.line(), "200");
    town.app
        .eventually("the lock ends with the plugin", async || free().await == 1)
        .await;
    town.app.stop().await;
}

fn message(to: &Client, key: &str) -> Value {
    json!({
        "to": to.id, "key": key, "title": { "ko": "결과", "en": "Result" },
        "text": { "ko": "투표가 끝났습니다.", "en": "The poll is over." },
    })
}

#[tokio::test]
async fn people_who_have_used_a_plugin_get_a_few_marked_messages() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let package = || TestPackage::new("1.0.0").asking_for(ALL);
    let install = owner.install(&package(), None).await;
    let bea = Owner::of(&town.app, "bea").await;
    let elsewhere = bea.install(&package(), None).await;
    let send =
        async |key: &str| outcome(&town.owner, &install, SEND, &message(&town.member, key)).await;
    assert_eq!(send("a").await, "mail_recipient_needed");
    called(&town.member, &elsewhere, JOIN, json!({})).await;
    assert_eq!(
        send("a").await,
        "mail_recipient_needed",
        "the same plugin in another world is another one"
    );
    called(&town.member, &install, JOIN, json!({})).await;
    assert_eq!(
        outcome(
            &town.owner,
            &install,
            SEND,
            &json!({ "to": town.member.id, "key": "a", "title": { "ko": "", "en": "a" }, "text": { "ko": "b", "en": "b" } })
        )
        .await,
        "validation_failed"
    );
    for key in ["a", "b", "a", "c"] {
        let sent = called(&town.owner, &install, SEND, message(&town.member, key)).await;
        assert!(sent["replayed"].is_boolean());
    }
    assert_eq!(send("d").await, "mail_plugin_limit", "three a day");
    let inbox = alarms(&town.member).await;
    let marked: Vec<_> = inbox
        .iter()
        .filter(|alarm| alarm["title"].to_string().contains(": Result"))
        .collect();
    assert_eq!(marked.len(), 3, "the key a was sent once: {inbox:?}");
    let shown = marked[0].to_string();
    assert!(
        shown.contains("From a plugin in the world agora") && shown.contains("/agora/x/acme.probe"),
        "{shown}"
    );
    town.app.advance(Duration::from_secs(86_400));
    let member = town.app.log_in("member", town.member.id).await;
    let owner_later = town.app.log_in("owner_1", town.owner.id).await;
    let sent = called(&owner_later, &install, SEND, message(&member, "d")).await;
    assert_eq!(sent, json!({ "replayed": false }));
    called(&member, &install, ("mail@1", "remove_recipient"), json!({})).await;
    let said = outcome(&owner_later, &install, SEND, &message(&member, "e")).await;
    assert_eq!(said, "mail_recipient_needed");
    town.app.stop().await;
}

#[tokio::test]
async fn a_person_turns_off_the_messages_of_one_plugin() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let package = || TestPackage::new("1.0.0").asking_for(ALL);
    let install = owner.install(&package(), None).await;
    let bea = Owner::of(&town.app, "bea").await;
    let elsewhere = bea.install(&package(), None).await;
    for install in [&install, &elsewhere] {
        called(&town.member, install, JOIN, json!({})).await;
    }
    called(&town.owner, &install, SEND, message(&town.member, "a")).await;
    let first = text(&alarms(&town.member).await[0], "alarmId");
    let sender = async || {
        let shown = town
            .member
            .get(&format!("/api/v2/mails/alarm/{first}"))
            .await;
        shown.payload()["sender"].clone()
    };
    let shown = sender().await;
    assert_eq!(
        (&shown["plugin"], &shown["isMuted"]),
        (&json!("acme.probe"), &json!(false))
    );
    assert_eq!(
        (&shown["worldId"], &shown["worldName"]),
        (&json!(town.id), &json!("agora"))
    );

    let mute = async |world: &str, is_muted: bool| {
        let choice = json!({ "worldId": world, "plugin": "acme.probe", "isMuted": is_muted });
        let body = Some(choice.to_string().into_bytes());
        let path = "/api/v2/mails/plugins/mute";
        town.member.send("PUT", path, body).await.line()
    };
    let unknown = Uuid::from_u128(7).to_string();
    assert_eq!(mute(&unknown, true).await, "404 plugin_sender_not_found");
    for _ in 0..2 {
        assert_eq!(mute(&town.id, true).await, "200");
    }
    assert_eq!(sender().await["isMuted"], true);

    // Its calls are answered as before, and the same plugin in another world still writes.
    let sent = called(&town.owner, &install, SEND, message(&town.member, "b")).await;
    assert_eq!(sent, json!({ "replayed": false }));
    called(&bea.client, &elsewhere, SEND, message(&town.member, "b")).await;
    assert_eq!(alarms(&town.member).await.len(), 2);
    let listed = async || {
        let listed = town.member.get("/api/v2/mails/plugins").await;
        let items = listed.payload()["items"].as_array().unwrap().clone();
        let muted = |item: &Value| (text(item, "worldName"), item["isMuted"] == true);
        items.iter().map(muted).collect::<Vec<_>>()
    };
    let both = [("agora".to_owned(), true), ("bea".to_owned(), false)];
    assert_eq!(listed().await, both);

    // A plugin that is installed again stays off.
    assert_eq!(owner.uninstall(&install).await.line(), "200");
    town.app
        .eventually("the plugin is forgotten", async || {
            sender().await == Value::Null
        })
        .await;
    assert_eq!(listed().await, both);
    let again = owner.install(&package(), None).await;
    called(&town.member, &again, JOIN, json!({})).await;
    called(&town.owner, &again, SEND, message(&town.member, "c")).await;
    assert_eq!(alarms(&town.member).await.len(), 2);
    assert_eq!(listed().await, both);

    for _ in 0..2 {
        assert_eq!(mute(&town.id, false).await, "200");
    }
    called(&town.owner, &again, SEND, message(&town.member, "d")).await;
    assert_eq!(alarms(&town.member).await.len(), 3);
    town.app.stop().await;
}
