//! The operations of crafting: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::Contract;
use crate::files::{png, ready};
use crate::items::crafting::{collection, items};
use crate::user::text;
use crate::worlds::managing::world_of;

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    const BASE: &str = "/api/v2/collections";
    let (maya, other, visitor) = (
        app.person("maya").await,
        app.person("notmaya").await,
        app.visitor(),
    );
    let nameless = app.nameless("unmade").await;
    world_of(&maya, "mayas").await;
    let image = ready(app, &maya, png(32, 32)).await;
    let mine = collection(json!({ "imageFileId": image, "worldName": "mayas", "supply": 2 }));
    for (by, body) in [
        (&visitor, mine.clone()),
        (&nameless, mine.clone()),
        (&other, mine.clone()),
        (&maya, json!({})),
        (&maya, collection(json!({ "royaltyBp": 1001 }))),
        (
            &maya,
            collection(json!({ "imageFileId": text(&json!(uuid::Uuid::nil())) })),
        ),
    ] {
        contract.call(by, "POST", BASE, body).await;
    }
    let made = contract.call(&maya, "POST", BASE, mine).await;
    let id = text(&made.payload()["collectionId"]);
    for (by, path) in [
        (&maya, "/api/v2/collections/mine".to_owned()),
        (&maya, "/api/v2/collections/mine?limit=0".to_owned()),
        (&visitor, "/api/v2/collections/mine".to_owned()),
        (&visitor, "/api/v2/collections/search?q=moon".to_owned()),
        (&visitor, "/api/v2/collections/search".to_owned()),
        (&visitor, "/api/v2/items/search?q=moon".to_owned()),
        (&visitor, "/api/v2/items/search".to_owned()),
        (&visitor, "/api/v3/worlds/mayas/item-collections".to_owned()),
        (
            &visitor,
            "/api/v3/worlds/mayas/item-collections?limit=0".to_owned(),
        ),
        (
            &visitor,
            "/api/v3/worlds/mayas/item-collections?every=true".to_owned(),
        ),
        (
            &visitor,
            "/api/v3/worlds/noworld/item-collections".to_owned(),
        ),
    ] {
        contract.call(by, "GET", &path, Value::Null).await;
    }
    let texts =
        json!({ "name": { "ko": "봄", "en": "Spring" }, "description": { "ko": "", "en": "" } });
    for (by, id, body) in [
        (&visitor, id.as_str(), texts.clone()),
        (&other, &id, texts.clone()),
        (&maya, "7", texts.clone()),
        (&maya, &id, json!({})),
        (&maya, &id, texts),
    ] {
        contract
            .call(by, "PUT", &format!("{BASE}/{id}"), body)
            .await;
    }
    let ticket = items(&image, json!({ "type": "consumable" }));
    for (by, id, body) in [
        (&visitor, id.as_str(), ticket.clone()),
        (&nameless, &id, ticket.clone()),
        (&other, &id, ticket.clone()),
        (&maya, "7", ticket.clone()),
        (&maya, &id, json!({})),
        (&maya, &id, items(&image, json!({ "quantity": 0 }))),
        (&maya, &id, items(&image, json!({ "quantity": 3 }))),
        (&maya, &id, items(&image, json!({}))),
    ] {
        contract
            .call(by, "POST", &format!("{BASE}/{id}/items"), body)
            .await;
    }
    let made = contract
        .call(&maya, "POST", &format!("{BASE}/{id}/items"), ticket)
        .await;
    let ticket = text(&made.payload()["item"]["itemId"]);
    for (by, item) in [
        (&visitor, ticket.as_str()),
        (&other, &ticket),
        (&maya, "7"),
        (&maya, &ticket),
        (&maya, &ticket),
    ] {
        let path = format!("/api/v2/items/{item}/use");
        contract.call(by, "PUT", &path, Value::Null).await;
    }
    let answer = json!({ "install": "x-aaaaaaaaaaaa", "agrees": false });
    let too_long =
        json!({ "install": "x-aaaaaaaaaaaa", "agrees": true, "durationMinutes": 43_201 });
    let yes = json!({
        "install": "x-aaaaaaaaaaaa", "agrees": true, "askedUntil": "2026-11-28T00:00:00.000Z",
    });
    for (by, item, body) in [
        (&visitor, ticket.as_str(), &answer),
        (&other, &ticket, &answer),
        (&maya, "7", &answer),
        (&maya, &ticket, &json!({})),
        (&maya, &ticket, &too_long),
        (&maya, &ticket, &yes),
        (&maya, &ticket, &answer),
    ] {
        let path = format!("/api/v2/items/{item}/escrow");
        contract.call(by, "PUT", &path, body.clone()).await;
    }
    contract
        .call(&maya, "DELETE", &format!("/api/files/{image}"), Value::Null)
        .await;
}
