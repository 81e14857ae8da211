//! Proof of packing: weight and photos of a parcel, their hashes, and what is added later.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use witverse_testing::TestApp;

use super::{BASE, album, id_of, on_sale, paid_by_card, placed, saved, seen, sell, wait_for_items};
use crate::files::{png, ready};
use crate::user::text;

#[tokio::test]
async fn what_was_packed_joins_the_history_of_the_items_and_never_changes() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.administrator().await, app.person("mina").await);
    let other = app.person("theo").await;
    // Sixteen items of several types: more than three, within the statements of a call.
    let mut product = album(2);
    let item = product["contents"][0].clone();
    let kinds = ["audio", "photo", "video", "pfp", "consumable"];
    let contents = kinds.iter().cycle().take(16).map(|kind| {
        let mut item = item.clone();
        item["type"] = json!(kind);
        item
    });
    product["contents"] = contents.collect();
    let product = on_sale(&seller, product).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    paid_by_card(&app, &buyer, &id).await;
    let order = wait_for_items(&app, &buyer, &id).await;
    assert_eq!(order["given"].as_array().unwrap().len(), 16);

    let photo = ready(&app, &seller, png(400, 300)).await;
    let foreign = ready(&app, &other, png(64, 64)).await;
    let ship = |files: Value| json!({ "step": "ship", "carrier": "CJ대한통운", "tracking": "1234-5678-9012", "weightGrams": 1320, "fileIds": files });
    for (body, line) in [
        (ship(json!([foreign])), "404 file_not_found"),
        (ship(json!([photo, photo])), "422 validation_failed"),
        (
            json!({ "step": "ship", "weightGrams": 0 }),
            "422 validation_failed",
        ),
        (
            json!({ "step": "ship", "carrier": "epost", "tracking": "123" }),
            "422 validation_failed",
        ),
        (ship(json!([photo])), "200"),
        (ship(json!([photo])), "409 order_state"),
    ] {
        let reply = sell(&seller, &id, "step", body).await;
        assert_eq!(reply.line(), line, "{}", reply.body);
    }
    let order = seen(&buyer, &id).await;
    let parcel = &order["parcels"][0];
    assert_eq!(parcel["carrier"], "cj");
    assert_eq!(parcel["carrierName"]["en"], "CJ Logistics");
    assert!(text(&parcel["trackingUrl"]).ends_with("=123456789012"));
    assert_eq!(parcel["weightGrams"], 1320);
    // The hash is of the picture that people download.
    let picture = format!("{}/2048.webp", text(&parcel["photos"][0]["file"]["url"]));
    let bytes = buyer.get(&picture).await;
    let hash = Sha256::digest(&bytes.bytes);
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(parcel["photos"][0]["sha256"], hex);
    let deleted = seller
        .send("DELETE", &format!("/api/files/{photo}"), None)
        .await;
    assert_eq!(deleted.line(), "409 file_kept");

    // Only added to, with a reason.
    let add = |parcel: i64, reason: &str| json!({ "step": "supplement", "parcel": parcel, "reason": reason, "weightGrams": 1350 });
    for (body, line) in [
        (add(1, ""), "422 validation_failed"),
        (add(2, "a poster was added"), "404 parcel_not_found"),
        (add(1, "a poster was added"), "200"),
    ] {
        let reply = sell(&seller, &id, "step", body).await;
        assert_eq!(reply.line(), line, "{}", reply.body);
    }
    let order = seen(&buyer, &id).await;
    let parcel = &order["parcels"][0];
    assert_eq!(parcel["weightGrams"], 1320);
    assert_eq!(parcel["notes"][0]["reason"], "a poster was added");
    assert_eq!(parcel["notes"][0]["weightGrams"], 1350);
    let no_order = buyer
        .post(&format!("{BASE}/sales/{id}/step"), add(1, "by the buyer"))
        .await;
    assert_eq!(no_order.line(), "404 order_not_found");

    // Both statements are in the provenance of each item, and its version is the same.
    for given in [&order["given"][0], &order["given"][15]] {
        let path = format!("/api/v2/items/{}/provenance", text(&given["itemId"]));
        let reply = other.get(&path).await;
        let provenance = reply.payload();
        assert_eq!(provenance["links"].as_array().unwrap().len(), 1);
        for one in provenance["attestations"].as_array().unwrap() {
            let statement = text(&one["statement"]);
            crate::items::assert_signed("items", &statement, one, &provenance["keys"]);
        }
        let statements: Vec<Value> = provenance["attestations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| serde_json::from_str(one["statement"].as_str().unwrap()).unwrap())
            .collect();
        assert_eq!(statements.len(), 2);
        assert_eq!(statements[0]["weightGrams"], 1350, "the newest first");
        assert_eq!(statements[1]["photos"], json!([hex]));
        assert_eq!(statements[1]["kind"], "packed");
        let items = statements[1]["items"].as_array().unwrap();
        assert!(items.len() == 16 && items.contains(&given["itemId"]));
    }

    // All sixteen items go back in one step.
    let ask = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
    for (what, body) in [("received", json!({})), ("requests", ask)] {
        let reply = super::act(&buyer, &id, what, body).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
    }
    let locked = "select count(*) from plugin_items.item where state = 'locked'";
    assert_eq!(app.count(locked).await, 16);
    for step in ["returned", "refund"] {
        let reply = sell(&seller, &id, "step", json!({ "step": step })).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
    }
    let used = "select count(*) from plugin_items.item where state = 'used'";
    assert_eq!(app.count(used).await, 16);
    let wrong = "select count(*) from plugin_items.tally t where t.items <> (select count(*) from plugin_items.item i
        where i.owner_id = t.owner_id and i.type = t.type and i.state = t.state)";
    assert_eq!(app.count(wrong).await, 0, "the counters");
    app.stop().await;
}
