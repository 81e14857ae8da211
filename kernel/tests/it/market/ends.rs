//! What ends listings and offers without a trade: their time, a block, an erased account, a gift.

use std::time::Duration;

use super::*;

const DAY: Duration = Duration::from_secs(86_400);

/// Signs people in again, because tokens expire.
async fn awake(scene: &mut Scene) {
    for (person, name) in [
        (&mut scene.mina, "mina"),
        (&mut scene.theo, "theo"),
        (&mut scene.sora, "sora"),
    ] {
        let reply = crate::account::log_in(&scene.app, name, witverse_testing::PASSWORD).await;
        if reply.status.is_success() {
            let id = person.id;
            *person = crate::account::client_of(&scene.app, &reply);
            person.id = id;
        }
    }
}

#[tokio::test]
async fn a_listing_and_an_offer_end_at_their_time() {
    let mut scene = Scene::open().await;
    let listing = listed(&scene.mina, &scene.lantern, 10).await;
    let offer = offered(&scene.theo, &scene.lantern, 5).await;
    let quoted = quote(&scene.theo, &listing).await.payload().clone();
    // An offer that has ended is no longer announced.
    alarms(&scene, "the owner has learned of the offer", 1).await;
    // The offer lasts three days, the listing seven.
    scene.app.advance(3 * DAY);
    awake(&mut scene).await;
    assert_eq!(
        accept_at(&scene.mina, &offer, 1, 5).await.line(),
        "409 offer_unavailable"
    );
    assert_eq!(
        buy_at(&scene.theo, &listing, &quoted).await.line(),
        "409 quote_expired"
    );
    scene.app.advance(4 * DAY);
    awake(&mut scene).await;
    // The time counts, not the timer.
    assert_eq!(
        quote(&scene.theo, &listing).await.line(),
        "409 listing_closed"
    );
    let shown = scene.app.visitor().get(&format!("{BASE}/listings")).await;
    assert_eq!(shown.payload()["items"], json!([]));
    scene
        .app
        .eventually("the timers have ended both", async || {
            scene
                .app
                .count(
                    "select (select count(*) from plugin_market.listing where status = 'open')
                    + (select count(*) from plugin_market.offer where status = 'open')",
                )
                .await
                == 0
        })
        .await;
    // The item is free again.
    listed(&scene.mina, &scene.lantern, 10).await;
    alarms(&scene, "both people have learned of the ends", 3).await;
    scene.close().await;
}

/// Waits for alarms about the market.
async fn alarms(scene: &Scene, what: &str, at_least: i64) {
    scene
        .app
        .eventually(what, async || {
            scene
                .app
                .count("select count(*) from plugin_mail.alarm where link like '/market/detail%'")
                .await
                >= at_least
        })
        .await;
}

#[tokio::test]
async fn a_block_ends_the_offers_between_two_people() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let listing = listed(mina, &scene.lantern, 10).await;
    let offer_id = offered(theo, &scene.lantern, 5).await;
    let quoted = quote(theo, &listing).await.payload().clone();
    let path = format!("/api/safety/blocks/{}", theo.id);
    assert_eq!(mina.send("PUT", &path, None).await.line(), "200");
    assert_eq!(
        buy_at(theo, &listing, &quoted).await.line(),
        "404 listing_not_found"
    );
    assert_eq!(
        offer(theo, &scene.lantern, json!(6)).await.line(),
        "404 item_not_found"
    );
    assert_eq!(
        accept_at(mina, &offer_id, 1, 5).await.line(),
        "409 offer_unavailable"
    );
    scene
        .app
        .eventually("the offer has ended", async || {
            scene
                .app
                .count("select count(*) from plugin_market.offer where status = 'closed'")
                .await
                == 1
        })
        .await;
    assert_eq!(buy(&scene.sora, &listing).await.line(), "200");
    scene.close().await;
}

#[tokio::test]
async fn an_erased_account_leaves_nothing_on_the_market() {
    let mut scene = Scene::open().await;
    let other = granted(&scene.keeper, "theos", "theo").await;
    let listing = listed(&scene.theo, &other, 10).await;
    offered(&scene.theo, &scene.lantern, 5).await;
    offered(&scene.sora, &other, 5).await;
    let bought = listed(&scene.mina, &scene.lantern, 10).await;
    assert_eq!(buy(&scene.theo, &bought).await.line(), "200");
    assert_eq!(
        scene
            .theo
            .post("/api/account/deletion", json!({}))
            .await
            .line(),
        "200"
    );
    scene.app.advance(31 * DAY);
    awake(&mut scene).await;
    scene
        .app
        .eventually("the account is erased everywhere", async || {
            scene
                .app
                .count(
                    "select (select count(*) from plugin_market.listing where status = 'open')
                    + (select count(*) from plugin_market.offer where status = 'open')
                    + (select count(*) from plugin_market.sale where buyer_id is not null)",
                )
                .await
                == 0
        })
        .await;
    assert_eq!(
        quote(&scene.sora, &listing).await.line(),
        "404 listing_not_found"
    );
    let history = scene
        .app
        .visitor()
        .get(&format!("{BASE}/items/{}/sales", scene.lantern))
        .await;
    let sale = &history.payload()["items"][0];
    assert_eq!(
        (&sale["seller"]["nickname"], &sale["buyer"]),
        (&json!("mina"), &Value::Null)
    );
    scene.app.stop().await;
}

#[tokio::test]
async fn an_item_that_was_given_away_is_not_sold_by_an_old_offer() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let offer = offered(theo, &scene.lantern, 5).await;
    befriend(mina, (sora, "sora")).await;
    let gift = crate::gifts::new_gift("item", json!(scene.lantern), sora.id);
    let sent = mina.post("/api/v2/gift/create", gift).await;
    assert_eq!(
        accept_at(mina, &offer, 1, 5).await.line(),
        "409 item_awaiting_acceptance"
    );
    let answer = json!({ "airdropId": sent.payload()["airdropId"], "approve": true });
    assert_eq!(sora.post("/api/v2/gift/handle", answer).await.line(), "200");
    let late = accept_at(mina, &offer, 1, 5).await.line();
    assert!(
        ["409 item_changed", "409 offer_unavailable"].contains(&late.as_str()),
        "{late}"
    );
    assert_eq!(
        accept_at(sora, &offer, 1, 5).await.line(),
        "404 offer_not_found"
    );
    scene
        .app
        .eventually("the offer has ended", async || {
            scene
                .app
                .count("select count(*) from plugin_market.offer where status = 'closed'")
                .await
                == 1
        })
        .await;
    assert_eq!(wit(theo).await, (100_000, 0));
    scene.close().await;
}

#[tokio::test]
async fn watchers_and_saved_searches_are_told() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let watch = format!("{BASE}/items/{}/watch", scene.lantern);
    assert_eq!(theo.send("PUT", &watch, None).await.line(), "200");
    let watched = theo.get(&format!("{BASE}/mine/watches")).await;
    assert_eq!(
        watched.payload()["items"][0]["item"]["itemId"],
        json!(scene.lantern)
    );
    let search = json!({ "name": "lights", "q": "lantern", "maxPrice": 50 });
    let saved = sora.post(&format!("{BASE}/mine/searches"), search).await;
    assert_eq!(saved.line(), "201", "{}", saved.body);
    // The lantern has no offers, so this does not match.
    let offered = json!({ "name": "offered", "hasOffers": true, "sort": "cheapest" });
    let nowhere = json!({ "name": "elsewhere", "world": "nowhere" });
    for (search, line) in [(offered, "201"), (nowhere, "404 world_not_found")] {
        let saved = sora.post(&format!("{BASE}/mine/searches"), search).await;
        assert_eq!(saved.line(), line, "{}", saved.body);
    }
    let kept = sora.get(&format!("{BASE}/mine/searches")).await;
    let kept = kept.payload()["items"].as_array().unwrap();
    let offered = kept.iter().find(|one| one["name"] == "offered").unwrap();
    assert_eq!(
        (&offered["hasOffers"], &offered["sort"], &offered["world"]),
        (&json!(true), &json!("cheapest"), &Value::Null)
    );
    let path = format!("{BASE}/mine/searches/{}", text(&offered["searchId"]));
    assert_eq!(sora.send("DELETE", &path, None).await.line(), "200");
    let listing = listed(mina, &scene.lantern, 40).await;
    let alarms = async |client: &Client| {
        let reply = client.get("/api/v2/mails/alarms").await;
        reply.payload()["items"].as_array().unwrap().len()
    };
    scene
        .app
        .eventually("both were told", async || {
            alarms(theo).await == 1 && alarms(sora).await == 1
        })
        .await;
    let lower = json!({ "price": 30 });
    assert_eq!(
        patiently(mina, "PUT", &format!("listings/{listing}"), &lower)
            .await
            .line(),
        "200"
    );
    scene
        .app
        .eventually("the lower price is told", async || alarms(theo).await == 2)
        .await;
    // A search raises one alarm a day.
    assert_eq!(alarms(sora).await, 1);
    scene.close().await;
}
