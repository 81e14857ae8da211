//! The pictures, sounds and videos of what is sold.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{
    BASE, act, album, id_of, on_sale, paid_by_card, pay_wit, placed, placed_parcel, saved,
    wait_for_items,
};
use crate::files::{png, ready, sound};
use crate::support::portrait_of;
use crate::user::text;
use crate::wallet_admin;

/// An album whose first item has these fields in addition.
fn with(more: &Value) -> Value {
    let mut product = album(5);
    for (field, value) in more.as_object().unwrap() {
        product["contents"][0][field] = value.clone();
    }
    product
}

#[tokio::test]
async fn a_buyer_plays_the_track_of_an_album_and_its_seller_cannot_delete_it() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.administrator().await, app.person("mina").await);
    let cover = ready(&app, &seller, png(64, 64)).await;
    let song = ready(&app, &seller, sound()).await;
    let files = json!({ "imageFileId": cover, "mediaFileId": song });
    let product = on_sale(&seller, with(&files)).await;
    let path = format!("{BASE}/products/{product}");
    let shown = buyer.get(&path).await;
    let track = &shown.payload()["contents"][0];
    assert_eq!(track["mediaType"], "audio/ogg");
    assert_eq!(track["thumbnailUrl"], format!("/files/{cover}/768.webp"));
    assert!(
        !shown.body.to_string().contains(&song),
        "only buyers learn where the sound is"
    );
    let address = saved(&buyer, "04524").await;
    let order = placed(&buyer, &product, Some(&address)).await;
    let id = id_of(&order);
    paid_by_card(&app, &buyer, &id).await;
    let order = wait_for_items(&app, &buyer, &id).await;
    let item = text(&order["given"][0]["itemId"]);
    let path = format!("/api/v2/items/{item}");
    for other in [app.visitor(), app.person("joon").await, seller.clone()] {
        let media = other.get(&path).await.payload()["media"].clone();
        assert_eq!(media, json!({ "url": null, "mediaType": "audio/ogg" }));
    }
    let item = buyer.get(&path).await;
    for list in [
        format!(
            "/api/v2/collections/{}/items",
            text(&item.payload()["collection"]["collectionId"])
        ),
        format!("/api/v2/user/inventory/paging/{}", buyer.id),
    ] {
        let seen = app.visitor().get(&list).await;
        assert!(
            seen.status == 401
                || seen
                    .body
                    .to_string()
                    .contains(&text(&item.payload()["itemId"]))
        );
        assert!(!seen.body.to_string().contains(&song), "{list}");
    }
    let media = &item.payload()["media"];
    assert_eq!(media["url"], format!("/files/{song}"));
    assert_eq!(media["mediaType"], "audio/ogg");
    for (file, address) in [
        (&song, format!("{song}/original.ogg")),
        (&cover, format!("{cover}/768.webp")),
    ] {
        let path = format!("/api/files/{file}");
        let deleted = seller.send("DELETE", &path, None).await;
        assert_eq!(deleted.line(), "409 file_kept");
        let path = format!("/files/{address}");
        assert_eq!(buyer.get(&path).await.status, 200);
    }
    app.stop().await;
}

#[tokio::test]
async fn refunded_goods_do_not_play_and_are_no_picture() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.administrator().await, app.person("mina").await);
    let song = ready(&app, &seller, sound()).await;
    let mut album = with(&json!({ "mediaFileId": song }));
    album["contents"][1]["type"] = json!("pfp");
    let product = on_sale(&seller, album).await;
    wallet_admin::give(&app, buyer.id, 120_000).await;
    let id = placed_parcel(&buyer, &product).await;
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    let order = wait_for_items(&app, &buyer, &id).await;
    let [track, face] = [0, 1].map(|n| text(&order["given"][n]["itemId"]));
    let worn = async || {
        let path = format!("/api/v2/items/{face}/profile-image");
        buyer.put(&path, json!({})).await.line()
    };
    let picture = async || {
        let me = buyer.post("/api/user/auth", json!({})).await;
        me.payload()["default_img"].clone()
    };
    assert_eq!(worn().await, "200");
    assert_ne!(picture().await, portrait_of(buyer.id));
    let cancelled = act(&buyer, &id, "cancel", json!({})).await;
    assert_eq!(
        cancelled.payload()["state"],
        "refunded",
        "{}",
        cancelled.body
    );
    assert_eq!(picture().await, portrait_of(buyer.id));
    assert_eq!(worn().await, "409 used_item");
    let kept = buyer.get(&format!("/api/v2/items/{track}")).await;
    let kept = kept.payload();
    assert_eq!(
        (&kept["used"], &kept["media"]),
        (&json!(true), &Value::Null)
    );
    let inventory = buyer.get("/api/item/inventory/craft/all/all").await;
    assert!(!inventory.body.to_string().contains(&song));
    app.stop().await;
}

#[tokio::test]
async fn pictures_and_files_that_do_not_fit_are_refused_before_anything_is_sold() {
    let app = TestApp::start().await;
    let (seller, other) = (app.administrator().await, app.person("theo").await);
    let image = ready(&app, &seller, png(64, 64)).await;
    let song = ready(&app, &seller, sound()).await;
    let foreign = ready(&app, &other, png(64, 64)).await;
    for (more, expected, field) in [
        (
            json!({ "thumbnailUrl": "https://elsewhere.example/a.png" }),
            "422 validation_failed",
            "contents.0.thumbnailUrl",
        ),
        (
            json!({ "thumbnailUrl": format!("/files/{image}/768.webp") }),
            "422 validation_failed",
            "contents.0.thumbnailUrl",
        ),
        (
            json!({ "type": "gear" }),
            "422 validation_failed",
            "contents.0.type",
        ),
        (
            json!({ "type": "photo", "mediaFileId": song }),
            "422 validation_failed",
            "contents.0.mediaFileId",
        ),
        (
            json!({ "mediaFileId": image }),
            "422 file_wrong_kind",
            "contents.0.mediaFileId",
        ),
        (
            json!({ "imageFileId": song }),
            "422 file_wrong_kind",
            "contents.0.imageFileId",
        ),
        (
            json!({ "imageFileId": foreign }),
            "404 file_not_found",
            "contents.0.imageFileId",
        ),
    ] {
        let refused = seller.post(&format!("{BASE}/products"), with(&more)).await;
        assert_eq!(refused.line(), expected, "{more}: {}", refused.body);
        assert!(refused.body.to_string().contains(field), "{}", refused.body);
    }
    let products = "select count(*) from plugin_orders.product";
    assert_eq!(app.count(products).await, 0);
    app.stop().await;
}
