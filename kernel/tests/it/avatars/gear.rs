//! Wearing items: only own ones, in their slot, and never while they are given away.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::{view, wear};
use crate::items::{assert_items_consistent, granted_with, serve};
use crate::support::concurrently;

async fn gear(keeper: &Client, key: &str, (slot, model): (&str, &str)) -> Value {
    let more = json!({ "gear": { "slot": slot, "model": model } });
    json!(granted_with(keeper, key, "mina", more).await)
}

fn models(avatar: &Value) -> Vec<String> {
    let worn = avatar["gear"].as_array().unwrap().iter();
    worn.map(|gear| {
        format!(
            "{} {}",
            gear["slot"].as_str().unwrap(),
            gear["model"].as_str().unwrap()
        )
    })
    .collect()
}

#[tokio::test]
async fn gear_is_worn_replaced_and_taken_off() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let crown = gear(&keeper, "crown", ("head", "crown")).await;
    let beanie = gear(&keeper, "beanie", ("head", "beanie")).await;
    let wings = gear(&keeper, "wings", ("back", "wings")).await;
    for _ in 0..2 {
        let worn = wear(&mina, "head", crown.clone()).await;
        assert_eq!(worn.line(), "200", "{}", worn.body);
        assert_eq!(models(worn.payload()), ["head crown"]);
    }
    wear(&mina, "back", wings).await;
    let worn = wear(&mina, "head", beanie).await;
    assert_eq!(models(worn.payload()), ["back wings", "head beanie"]);
    let locked = "select count(*) from plugin_items.item where lock_by = 'worn'";
    assert_eq!(app.count(locked).await, 2, "the crown is free again");
    for _ in 0..2 {
        let worn = wear(&mina, "head", Value::Null).await;
        assert_eq!(models(worn.payload()), ["back wings"]);
    }
    assert_eq!(models(&view(&app.visitor(), &mina).await), ["back wings"]);
    assert_items_consistent(&app).await;
    app.stop().await;
}

/// Gear that covers the body names the parts, and rooms get all of them.
#[tokio::test]
async fn a_suit_hides_parts_of_the_body() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let suit = gear(&keeper, "suit", ("back", "space-suit")).await;
    let helmet = gear(&keeper, "helmet", ("head", "space-helmet")).await;
    let crown = gear(&keeper, "crown", ("head", "crown")).await;
    wear(&mina, "back", suit).await;
    let worn = wear(&mina, "head", helmet).await;
    let parts: Vec<&Value> = worn.payload()["gear"]
        .as_array()
        .unwrap()
        .iter()
        .map(|gear| &gear["bodiesToDisable"])
        .collect();
    assert_eq!(parts, [&json!(["torso", "arms", "legs"]), &json!(["hair"])]);
    let look = async || {
        let token = mina.get(super::TOKEN).await;
        let statement = token.payload()["statement"].as_str().unwrap().to_owned();
        serde_json::from_str::<Value>(&statement).unwrap()["look"].clone()
    };
    assert_eq!(
        look().await["hides"],
        json!(["arms", "hair", "legs", "torso"])
    );
    wear(&mina, "head", crown).await;
    assert_eq!(look().await["hides"], json!(["arms", "legs", "torso"]));
    wear(&mina, "back", Value::Null).await;
    assert_eq!(look().await["hides"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn only_own_items_that_are_made_for_the_slot() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let crown = gear(&keeper, "crown", ("head", "crown")).await;
    let plain = json!(crate::items::granted(&keeper, "plain", "mina").await);
    for (by, slot, item, expected) in [
        (&theo, "head", &crown, "403 not_item_owner"),
        (&mina, "back", &crown, "422 item_not_wearable"),
        (&mina, "head", &plain, "422 item_not_wearable"),
        (&mina, "head", &json!("7"), "404 item_not_found"),
        (&mina, "foot", &crown, "422 validation_failed"),
        (&app.visitor(), "head", &crown, "401 unauthenticated"),
    ] {
        let refused = wear(by, slot, item.clone()).await;
        assert_eq!(refused.line(), expected);
    }
    let locked = "select count(*) from plugin_items.item where state = 'locked'";
    assert_eq!(app.count(locked).await, 0, "a refusal locks nothing");
    // The grant checks the model.
    for wrong in [
        json!({ "gear": { "slot": "face", "model": "crown" } }),
        json!({ "gear": { "slot": "head", "model": "crown" }, "type": "pfp" }),
    ] {
        let grant = crate::items::grant_of("wrong", "mina", wrong);
        let refused = keeper.post("/api/v2/items/grants", grant).await;
        assert_eq!(refused.line(), "422 validation_failed");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_worn_item_cannot_leave_and_a_given_one_cannot_be_worn() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    crate::friends::befriend(&mina, (&theo, "theo")).await;
    let crown = gear(&keeper, "crown", ("head", "crown")).await;
    wear(&mina, "head", crown.clone()).await;
    let gift = crate::gifts::new_gift("item", crown.clone(), theo.id);
    let refused = mina.post("/api/v2/gift/create", gift.clone()).await;
    assert_eq!(refused.line(), "409 already_rock_item");
    let transfer = json!({
        "itemId": crown, "key": null, "from": mina.id, "to": theo.id, "kind": "given", "reference": "x",
    });
    assert!(serve(&mina, "transfer", transfer).await.is_err());
    // No other plugin ends the lock.
    let release = json!({ "itemId": crown, "key": mina.id });
    let released = serve(&mina, "release", release).await.unwrap();
    assert_eq!(released["released"], false);
    wear(&mina, "head", Value::Null).await;
    assert_eq!(mina.post("/api/v2/gift/create", gift).await.line(), "201");
    let refused = wear(&mina, "head", crown).await;
    assert_eq!(refused.line(), "409 item_awaiting_acceptance");
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_of_a_slot_leave_one_item_locked() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let crown = gear(&keeper, "crown", ("head", "crown")).await;
    let beanie = gear(&keeper, "beanie", ("head", "beanie")).await;
    for _ in 0..4 {
        let lines = concurrently([crown.clone(), beanie.clone(), Value::Null].map(|item| {
            let mina = mina.clone();
            async move { wear(&mina, "head", item).await.line() }
        }))
        .await;
        assert!(
            lines
                .iter()
                .all(|line| line == "200" || line == "429 rate_limited"),
            "{lines:?}"
        );
        let wrong = "select count(*) from (
            (select item_id from plugin_avatars.gear except select id from plugin_items.item where lock_by = 'worn')
            union all
            (select id from plugin_items.item where lock_by = 'worn' except select item_id from plugin_avatars.gear)) x";
        assert_eq!(app.count(wrong).await, 0);
    }
    assert_items_consistent(&app).await;
    app.stop().await;
}
