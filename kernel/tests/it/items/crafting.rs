//! People make collections and items: rights, limits, numbers, files that are kept, and consumables.

use std::time::Duration;

use super::*;
use crate::files::{png, ready, sound};
use crate::support::concurrently;
use crate::worlds::managing::world_of;

pub(crate) fn collection(more: Value) -> Value {
    merged(
        json!({
            "name": { "ko": "달빛", "en": "Moonlight" }, "description": { "ko": "", "en": "" },
            "royaltyBp": 250,
        }),
        more,
    )
}

pub(crate) fn items(image: &str, more: Value) -> Value {
    merged(
        json!({
            "type": "photo", "name": { "ko": "달", "en": "Moon" }, "description": { "ko": "", "en": "" },
            "imageFileId": image, "quantity": 1,
        }),
        more,
    )
}

fn merged(mut body: Value, more: Value) -> Value {
    let fields = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    body
}

pub(super) async fn made_collection(by: &Client, more: Value) -> String {
    let reply = by.post("/api/v2/collections", collection(more)).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["collectionId"])
}

async fn craft(by: &Client, collection: &str, body: Value) -> Reply {
    by.post(&format!("/api/v2/collections/{collection}/items"), body)
        .await
}

#[tokio::test]
async fn a_person_makes_a_collection_and_numbered_items() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let image = ready(&app, &mina, png(64, 64)).await;
    let cover = json!({ "supply": 5, "imageFileId": image });
    let id = made_collection(&mina, cover).await;
    let shown = theo.get(&format!("/api/v2/collections/{id}")).await;
    let shown = shown.payload();
    assert_eq!(shown["maker"]["nickname"], "mina");
    assert_eq!(
        (&shown["royaltyBp"], &shown["supply"], &shown["editions"]),
        (&json!(250), &json!(5), &json!(0))
    );
    assert_eq!(shown["imageUrl"], format!("/files/{image}/768.webp"));

    let made = craft(&mina, &id, items(&image, json!({ "quantity": 3 }))).await;
    assert_eq!(made.line(), "201", "{}", made.body);
    assert_eq!(made.payload()["count"], 3);
    let first = &made.payload()["item"];
    assert_eq!(
        (&first["edition"], &first["owner"]["nickname"]),
        (&json!(1), &json!("mina"))
    );
    let second = craft(&mina, &id, items(&image, json!({}))).await;
    assert_eq!(second.payload()["item"]["edition"], 4);
    let refused = craft(&mina, &id, items(&image, json!({ "quantity": 2 }))).await;
    assert_eq!(refused.line(), "409 collection_sold_out");
    let item = text(&first["itemId"]);
    let chain = theo.get(&format!("/api/v2/items/{item}/provenance")).await;
    let links = chain.payload()["links"].as_array().unwrap();
    assert_eq!(
        (links.len(), &links[0]["kind"], &links[0]["to"]["nickname"]),
        (1, &json!("made"), &json!("mina"))
    );
    let inventory = mina.get("/api/item/inventory/craft/photo/free").await;
    assert_eq!(inventory.payload()["total"], 4);

    // Only the maker makes items in it, and changes its texts.
    let other = craft(&theo, &id, items(&image, json!({}))).await;
    assert_eq!(other.line(), "403 not_collection_maker");
    let texts = json!({ "name": { "ko": "별빛", "en": "Starlight" }, "description": { "ko": "밤", "en": "Night" } });
    let path = format!("/api/v2/collections/{id}");
    assert_eq!(
        theo.put(&path, texts.clone()).await.line(),
        "403 not_collection_maker"
    );
    let changed = mina.put(&path, texts).await;
    assert_eq!(changed.payload()["name"]["en"], "Starlight");
    assert_eq!(
        changed.payload()["imageUrl"],
        shown["imageUrl"],
        "it was kept"
    );
    assert_eq!(changed.payload()["supply"], 5);
    let mine = mina.get("/api/v2/collections/mine").await;
    assert_eq!(
        (
            &mine.payload()["total"],
            &mine.payload()["items"][0]["collectionId"]
        ),
        (&json!(1), &json!(id))
    );
    app.stop().await;
}

#[tokio::test]
async fn the_files_of_an_item_belong_to_its_type() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let image = ready(&app, &mina, png(64, 64)).await;
    let song = ready(&app, &mina, sound()).await;
    let foreign = ready(&app, &theo, png(32, 32)).await;
    let id = made_collection(&mina, json!({})).await;
    for (more, expected) in [
        (json!({ "type": "audio" }), "422 validation_failed"),
        (
            json!({ "type": "audio", "mediaFileId": image }),
            "422 file_wrong_kind",
        ),
        (
            json!({ "type": "video", "mediaFileId": song }),
            "422 file_wrong_kind",
        ),
        (json!({ "imageFileId": song }), "422 file_wrong_kind"),
        (json!({ "imageFileId": foreign }), "404 file_not_found"),
        (
            json!({ "type": "gear", "gear": { "slot": "head", "model": "lantern" } }),
            "422 validation_failed",
        ),
        (json!({ "type": "text" }), "422 validation_failed"),
        (json!({ "quantity": 51 }), "422 validation_failed"),
    ] {
        let refused = craft(&mina, &id, items(&image, more.clone())).await;
        assert_eq!(refused.line(), expected, "{more}: {}", refused.body);
    }
    let audio = json!({ "type": "audio", "mediaFileId": song });
    let made = craft(&mina, &id, items(&image, audio)).await;
    let media = &made.payload()["item"]["media"];
    assert_eq!(
        (&media["url"], &media["mediaType"]),
        (&json!(format!("/files/{song}")), &json!("audio/ogg"))
    );
    let poem = json!({ "type": "text", "text": " 밤이 온다. " });
    let made = craft(&mina, &id, items(&image, poem)).await;
    assert_eq!(made.payload()["item"]["text"], "밤이 온다.");
    let editions = "select editions from plugin_items.collection where maker_id is not null";
    assert_eq!(
        app.count(editions).await,
        2,
        "refused requests took no number"
    );
    app.stop().await;
}

#[tokio::test]
async fn the_files_of_items_outlive_their_maker() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let image = ready(&app, &mina, png(64, 64)).await;
    let unused = ready(&app, &mina, png(48, 48)).await;
    let id = made_collection(&mina, json!({})).await;
    let made = craft(&mina, &id, items(&image, json!({}))).await;
    let item = text(&made.payload()["item"]["itemId"]);
    let deleted = mina
        .send("DELETE", &format!("/api/files/{image}"), None)
        .await;
    assert_eq!(deleted.line(), "409 file_kept");
    transfer(&mina, &item, (mina.id, theo.id), None)
        .await
        .unwrap();
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(Duration::from_secs(7 * 86_400 + 60));
    let anyone = app.visitor();
    app.eventually("the maker is gone", async || {
        let found = anyone.get(&format!("/api/v2/collections/{id}")).await;
        found.payload()["maker"].is_null()
    })
    .await;
    let shown = anyone.get(&format!("/files/{image}/768.webp")).await;
    assert_eq!(
        shown.status, 200,
        "the item of another person is still whole"
    );
    assert_eq!(
        anyone
            .get(&format!("/files/{unused}/768.webp"))
            .await
            .status,
        404
    );
    let named =
        "select count(*) from kernel.file where kept and (account_id is not null or name <> '')";
    assert_eq!(app.count(named).await, 0);
    app.eventually("an erased account earns nothing", async || {
        let royalty = "select count(*) from plugin_items.collection where royalty_bp > 0";
        app.count(royalty).await == 0
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn administrators_of_a_world_make_items_for_it() {
    let app = TestApp::start().await;
    let (owner, theo) = (app.person("owner").await, app.person("theo").await);
    let world = world_of(&owner, "agora").await;
    let image = ready(&app, &owner, png(64, 64)).await;
    let of_world = json!({ "worldName": "agora" });
    for (by, name, expected) in [
        (&theo, "agora", "403 world_admins_only"),
        (&owner, "nowhere", "403 world_admins_only"),
        (&owner, world.as_str(), "403 world_admins_only"),
    ] {
        let body = collection(json!({ "worldName": name }));
        let refused = by.post("/api/v2/collections", body).await;
        assert_eq!(refused.line(), expected, "{name}");
    }
    let id = made_collection(&owner, of_world).await;
    let refused = craft(&theo, &id, items(&image, json!({}))).await;
    assert_eq!(refused.line(), "403 not_collection_maker");
    let made = craft(&owner, &id, items(&image, json!({ "quantity": 7 }))).await;
    assert_eq!(made.line(), "201", "{}", made.body);
    let list = theo.get("/api/v3/worlds/agora/item-collections").await;
    assert_eq!(
        (
            &list.payload()["total"],
            &list.payload()["items"][0]["worldName"]
        ),
        (&json!(1), &json!("agora")),
        "{}",
        list.body
    );
    app.eventually("the world counts its items", async || {
        let info = theo.get("/api/v2/worlds/mInfo?worldName=agora").await;
        info.payload()["itemCount"] == 7
    })
    .await;
    // By the id of the world as well, once the plugin `worlds` has told it.
    let path = format!("/api/v3/worlds/{world}/item-collections");
    app.eventually("the collection is listed by the id", async || {
        let list = theo.get(&path).await;
        list.payload()["total"] == 1 && list.payload()["items"][0]["worldName"] == "agora"
    })
    .await;
    let missing = theo.get("/api/v3/worlds/nowhere/item-collections").await;
    assert_eq!(missing.line(), "404 world_not_found");
    app.stop().await;
}

#[tokio::test]
async fn a_day_has_a_limit_and_numbers_are_taken_once() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let image = ready(&app, &mina, png(64, 64)).await;
    let id = made_collection(&mina, json!({ "supply": 3 })).await;
    // Four requests for three places.
    let requests = (0..4).map(|_| {
        let (mina, id, body) = (mina.clone(), id.clone(), items(&image, json!({})));
        async move { craft(&mina, &id, body).await.line() }
    });
    let mut lines = concurrently(requests).await;
    lines.sort();
    assert_eq!(lines, ["201", "201", "201", "409 collection_sold_out"]);
    let numbers =
        "select count(distinct edition) from plugin_items.item where edition between 1 and 3";
    assert_eq!(app.count(numbers).await, 3);

    let change = async |statement: &'static str| {
        sqlx::query(statement).execute(app.owner()).await.unwrap();
    };
    change("update plugin_items.crafting set items = 495, collections = 10").await;
    let other = mina
        .post("/api/v2/collections", collection(json!({})))
        .await;
    assert_eq!(other.line(), "429 crafting_limit");
    change("update plugin_items.collection set supply = null").await;
    let six = craft(&mina, &id, items(&image, json!({ "quantity": 6 }))).await;
    assert_eq!(six.line(), "429 crafting_limit");
    let five = craft(&mina, &id, items(&image, json!({ "quantity": 5 }))).await;
    assert_eq!(five.line(), "201", "{}", five.body);
    change("update plugin_items.crafting set day = day - 1").await;
    let next = craft(&mina, &id, items(&image, json!({ "quantity": 6 }))).await;
    assert_eq!(next.line(), "201", "{}", next.body);
    app.stop().await;
}

#[tokio::test]
async fn a_consumable_is_used_once_by_its_owner() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let image = ready(&app, &mina, png(64, 64)).await;
    let id = made_collection(&mina, json!({})).await;
    let made = async |kind: &str| {
        let reply = craft(&mina, &id, items(&image, json!({ "type": kind }))).await;
        text(&reply.payload()["item"]["itemId"])
    };
    let (ticket, photo) = (made("consumable").await, made("photo").await);
    let use_it = async |by: &Client, item: &str| {
        let path = format!("/api/v2/items/{item}/use");
        by.put(&path, json!({})).await.line()
    };
    assert_eq!(use_it(&theo, &ticket).await, "403 not_item_owner");
    assert_eq!(use_it(&mina, &photo).await, "422 not_consumable");
    lock(&mina, &ticket, mina.id, ("k", "listing"))
        .await
        .unwrap();
    assert_eq!(use_it(&mina, &ticket).await, "409 item_locked");
    release(&mina, &ticket, "k").await.unwrap();
    assert_eq!(use_it(&mina, &ticket).await, "200");
    assert_eq!(use_it(&mina, &ticket).await, "409 used_item");
    let free = mina.get("/api/item/inventory/craft/consumable/free").await;
    assert_eq!(free.payload()["total"], 0);
    app.stop().await;
}
