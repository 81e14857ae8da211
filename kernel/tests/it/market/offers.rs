//! Offers: made, changed, cancelled, rejected, accepted, and limited by what their person can spend.

use super::*;

#[tokio::test]
async fn an_offer_is_changed_and_accepted_and_the_listing_ends() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let listing = listed(mina, &scene.lantern, 100).await;
    let low = offered(theo, &scene.lantern, 60).await;
    offered(sora, &scene.lantern, 50).await;
    assert_eq!(wit(theo).await, (100_000, 0), "nothing is reserved");
    assert_eq!(
        offer(theo, &scene.lantern, json!(70)).await.line(),
        "409 offer_exists"
    );
    // The counter-offer: the person changes it.
    let change = json!({ "price": 80, "duration": "1d" });
    let changed = patiently(theo, "PUT", &format!("offers/{low}"), &change).await;
    assert_eq!(
        (
            &changed.payload()["version"],
            &changed.payload()["priceHundredths"]
        ),
        (&json!(2), &json!(8_000))
    );
    let shown = mina
        .get(&format!("{BASE}/items/{}/offers", scene.lantern))
        .await;
    let prices: Vec<i64> = shown.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["priceHundredths"].as_i64().unwrap())
        .collect();
    assert_eq!(prices, [8_000, 5_000]);
    assert_eq!(shown.payload()["items"][0]["isFunded"], true);
    let visitor = scene
        .app
        .visitor()
        .get(&format!("{BASE}/items/{}/offers", scene.lantern))
        .await;
    assert!(visitor.payload()["items"][0]["isFunded"].is_null());
    // What the owner has not seen is not accepted.
    assert_eq!(
        accept_at(mina, &low, 1, 60).await.line(),
        "409 offer_changed"
    );
    assert_eq!(
        accept_at(mina, &low, 2, 60).await.line(),
        "409 offer_changed"
    );
    assert_eq!(
        accept_at(sora, &low, 2, 80).await.line(),
        "404 offer_not_found"
    );
    assert_eq!(accept_at(theo, &low, 2, 80).await.line(), "409 own_item");
    let sold = accept_at(mina, &low, 2, 80).await;
    assert_eq!(sold.line(), "200", "{}", sold.body);
    assert_eq!(owner(&scene.app, &scene.lantern).await, "theo");
    assert_eq!(
        (wit(mina).await, wit(theo).await),
        ((8_000, 0), (92_000, 0))
    );
    assert_eq!(
        accept_at(mina, &low, 2, 80).await.line(),
        "409 offer_unavailable"
    );
    assert_eq!(buy(sora, &listing).await.line(), "409 listing_sold");
    // The other offer was for the former owner.
    scene
        .app
        .eventually("the other offer has ended", async || {
            let mine = sora
                .get(&format!("{BASE}/mine/offers?direction=sent"))
                .await;
            mine.payload()["items"][0]["status"] == "closed"
        })
        .await;
    scene.close().await;
}

#[tokio::test]
async fn an_offer_that_is_not_covered_is_not_accepted() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let offer = offered(theo, &scene.lantern, 900).await;
    befriend(theo, (sora, "sora")).await;
    let gift = crate::gifts::new_gift("wit", json!(500), sora.id);
    assert_eq!(theo.post("/api/v2/gift/create", gift).await.line(), "201");
    let shown = mina.get(&format!("{BASE}/mine/offers")).await;
    assert_eq!(shown.payload()["items"][0]["isFunded"], false);
    assert_eq!(
        accept_at(mina, &offer, 1, 900).await.line(),
        "409 offerer_insufficient_wit"
    );
    assert_eq!(owner(&scene.app, &scene.lantern).await, "mina");
    assert_eq!(wit(mina).await, (0, 0));
    // It stays open, and can still be rejected.
    let rejected = patiently(
        mina,
        "POST",
        &format!("offers/{offer}/reject"),
        &Value::Null,
    )
    .await;
    assert_eq!(rejected.payload()["status"], "rejected");
    assert_eq!(
        accept_at(mina, &offer, 1, 900).await.line(),
        "409 offer_unavailable"
    );
    scene.close().await;
}

#[tokio::test]
async fn what_a_frozen_wallet_lists_or_offers_cannot_be_bought_or_accepted() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let set = async |person: &Client, what: &str| {
        let path = format!("/api/admin/wallets/{}/{what}", person.id);
        let body = json!({ "reason": "somebody else used it" });
        assert_eq!(scene.keeper.post(&path, body).await.line(), "200");
    };
    let listing = listed(mina, &scene.lantern, 10).await;
    let offer = offered(theo, &scene.lantern, 9).await;
    let collection = text(&seen(sora, &scene.lantern).await["item"]["collectionId"]);
    let shown = async |count: usize| {
        let list = format!("{BASE}/listings?collection={collection}");
        let floor = format!("{BASE}/collections/{collection}");
        scene
            .app
            .eventually("the lists know the wallet", async || {
                let (list, floor) = (sora.get(&list).await, sora.get(&floor).await);
                list.payload()["items"].as_array().unwrap().len() == count
                    && floor.payload()["floorHundredths"].is_null() == (count == 0)
            })
            .await;
    };
    shown(1).await;
    set(mina, "freeze").await;
    let light = &seen(sora, &scene.lantern).await["liveness"];
    assert_eq!(light["isAllowed"], false);
    let refused = quote(sora, &listing).await;
    assert_eq!(refused.line(), "409 wit_transfer_unavailable");
    shown(0).await;
    set(mina, "unfreeze").await;
    shown(1).await;
    let funded = async || {
        let received = mina.get(&format!("{BASE}/mine/offers")).await;
        received.payload()["items"][0]["isFunded"].clone()
    };
    assert_eq!(funded().await, true);
    set(theo, "freeze").await;
    assert_eq!(funded().await, false);
    // The item of the offer is not another one.
    let path = format!("offers/{offer}/accept");
    let mut body = json!({ "version": 1, "priceHundredths": 900, "agreed": true });
    body["itemId"] = json!(collection);
    let other = patiently(mina, "POST", &path, &body).await;
    assert_eq!(fields(&other), ["itemId"], "{}", other.body);
    scene.close().await;
}

#[tokio::test]
async fn open_offers_are_at_most_ten_times_what_their_person_can_spend() {
    let scene = Scene::open().await;
    let (theo, keeper) = (&scene.theo, &scene.keeper);
    let mut offers = Vec::new();
    for n in 0..2 {
        let item = granted(keeper, &format!("dear-{n}"), "mina").await;
        offers.push(offered(theo, &item, 5_000).await);
    }
    assert_eq!(
        offer(theo, &scene.lantern, json!(1)).await.line(),
        "409 offers_too_large"
    );
    let change = json!({ "price": 5_001, "duration": "1d" });
    let path = format!("offers/{}", offers[0]);
    assert_eq!(
        patiently(theo, "PUT", &path, &change).await.line(),
        "409 offers_too_large"
    );
    let change = json!({ "price": 4_999, "duration": "1d" });
    assert_eq!(patiently(theo, "PUT", &path, &change).await.line(), "200");
    offered(theo, &scene.lantern, 1).await;
    // One counter ends all of them at once.
    let all = patiently(theo, "POST", "offers/cancel-all", &Value::Null).await;
    assert_eq!(all.line(), "200");
    assert_eq!(
        accept_at(&scene.mina, &offers[1], 1, 5_000).await.line(),
        "409 offer_unavailable"
    );
    let mine = theo
        .get(&format!("{BASE}/mine/offers?direction=sent"))
        .await;
    let ended = mine.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .all(|row| row["status"] == "cancelled");
    assert!(ended, "{}", mine.body);
    // A new offer has the new counter.
    let again = offered(theo, &scene.lantern, 10).await;
    assert_eq!(accept_at(&scene.mina, &again, 1, 10).await.line(), "200");
    scene
        .app
        .eventually("the rows are closed", async || {
            scene
                .app
                .count("select count(*) from plugin_market.offer where status = 'open'")
                .await
                == 0
        })
        .await;
    scene.close().await;
}

#[tokio::test]
async fn an_offer_on_a_collection_is_accepted_with_any_item_of_it() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let collection = text(&seen(mina, &scene.lantern).await["item"]["collectionId"]);
    let body = json!({ "collectionId": collection, "price": 40, "duration": "1m", "agreed": true });
    let made = patiently(theo, "POST", "offers", &body).await;
    assert_eq!(made.line(), "201", "{}", made.body);
    let id = text(&made.payload()["offerId"]);
    // Those who can accept it see whether it is funded: the owner of an item, not a person without one.
    let offers = format!("{BASE}/collections/{collection}/offers");
    for (who, is_funded) in [
        (mina, json!(true)),
        (theo, json!(true)),
        (&scene.sora, Value::Null),
    ] {
        let shown = who.get(&offers).await;
        assert_eq!(shown.payload()["items"][0]["isFunded"], is_funded);
    }
    // The maker of the collection gets all of a sale of their own; the others see the royalty that they would pay.
    scene.royalty(mina.id, 1_000).await;
    let renewed = patiently(
        theo,
        "PUT",
        &format!("offers/{id}"),
        &json!({ "price": 40 }),
    )
    .await;
    assert_eq!(renewed.line(), "200", "{}", renewed.body);
    assert_eq!(
        renewed.payload()["expiresAt"],
        made.payload()["expiresAt"],
        "the end stays"
    );
    for (who, receives) in [(mina, 4_000), (&scene.sora, 3_600)] {
        let shown = who.get(&offers).await;
        let receives_hundredths = &shown.payload()["items"][0]["sellerReceivesHundredths"];
        assert_eq!(receives_hundredths, &json!(receives));
    }
    // A block hides the offer: there is no owner yet with whom it could end.
    let block = format!("/api/safety/blocks/{}", theo.id);
    assert_eq!(scene.sora.send("PUT", &block, None).await.line(), "200");
    assert_eq!(scene.sora.get(&offers).await.payload()["items"], json!([]));
    assert_eq!(scene.sora.send("DELETE", &block, None).await.line(), "200");
    let accept = async |who: &Client, item: Value| {
        let body =
            json!({ "version": 2, "priceHundredths": 4_000, "agreed": true, "itemId": item });
        patiently(who, "POST", &format!("offers/{id}/accept"), &body).await
    };
    assert_eq!(accept(mina, Value::Null).await.line(), "404 item_not_found");
    assert_eq!(
        accept(&scene.sora, json!(scene.lantern)).await.line(),
        "403 not_item_owner"
    );
    assert_eq!(accept(mina, json!(scene.lantern)).await.line(), "200");
    assert_eq!(owner(&scene.app, &scene.lantern).await, "theo");
    for body in [
        json!({ "price": 1, "duration": "1d", "agreed": true }),
        json!({ "itemId": scene.lantern, "collectionId": collection, "price": 1, "duration": "1d", "agreed": true }),
    ] {
        assert_eq!(
            patiently(theo, "POST", "offers", &body).await.line(),
            "422 validation_failed"
        );
    }
    assert_eq!(
        offer(theo, &scene.lantern, json!(5)).await.line(),
        "409 own_item"
    );
    scene.close().await;
}
