//! Fair trade: wash trades, unusual prices, halted collections, new accounts, and the membership of a world.

use super::*;

#[tokio::test]
async fn statistics_leave_out_trades_between_linked_people() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    wallet_admin::give(&scene.app, mina.id, 100_000).await;
    // The item goes back and forth.
    let first = listed(mina, &scene.lantern, 100).await;
    assert_eq!(buy(theo, &first).await.payload()["isWash"], false);
    let back = listed(theo, &scene.lantern, 100).await;
    let flagged = buy(mina, &back).await;
    let facts = ["isWash", "washRule", "judgedBy"].map(|fact| flagged.payload()[fact].clone());
    assert_eq!(facts, [json!(true), json!("returned"), json!(1)]);
    let collection = text(&seen(mina, &scene.lantern).await["item"]["collectionId"]);
    let path = format!("{BASE}/collections/{collection}");
    scene
        .app
        .eventually("the sale is counted", async || {
            scene.app.visitor().get(&path).await.payload()["sales"] == 1
        })
        .await;
    let view = scene.app.visitor().get(&path).await;
    let view = view.payload();
    assert_eq!(
        (&view["volumeHundredths"], &view["owners"], &view["items"]),
        (&json!(10_000), &json!(1), &json!(1))
    );
    assert_eq!(view["days"].as_array().unwrap().len(), 1);
    scene.close().await;
}

/// Sells a new item of the seller; returns the rule that the sale crossed.
async fn sold(
    scene: &Scene,
    key: &str,
    (seller, name): (&Client, &str),
    buyer: &Client,
    price: u64,
) -> Value {
    let item = granted(&scene.keeper, key, name).await;
    let body = json!({
        "itemId": item, "price": price, "duration": "1d", "agreed": true, "confirmedPrice": price,
    });
    let listed = patiently(seller, "POST", "listings", &body).await;
    let listing = text(&listed.payload()["listingId"]);
    let quoted = quote(buyer, &listing).await;
    let body = json!({ "quote": quoted.payload(), "agreed": true, "confirmedPrice": price });
    let path = format!("listings/{listing}/buy");
    let bought = patiently(buyer, "POST", &path, &body).await;
    assert_eq!(bought.line(), "200", "{}", bought.body);
    bought.payload()["washRule"].clone()
}

#[tokio::test]
async fn gifts_that_come_back_and_far_prices_between_the_same_two_are_wash_trades() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    wallet_admin::give(&scene.app, mina.id, 100_000).await;
    // Given away, and bought back from the friend.
    befriend(theo, (mina, "mina")).await;
    let first = listed(mina, &scene.lantern, 10).await;
    assert_eq!(buy(theo, &first).await.payload()["washRule"], Value::Null);
    let gift = crate::gifts::new_gift("item", json!(scene.lantern), mina.id);
    let sent = theo.post("/api/v2/gift/create", gift).await;
    let answer = json!({ "airdropId": sent.payload()["airdropId"], "approve": true });
    let accepted = mina.post("/api/v2/gift/handle", answer).await;
    assert_eq!(accepted.line(), "200", "{}", accepted.body);
    let second = listed(mina, &scene.lantern, 10).await;
    assert_eq!(buy(theo, &second).await.payload()["washRule"], "returned");

    // A median of three sales; the price is judged between people who know each other only.
    for (key, buyer) in [("usual-1", sora), ("usual-2", sora)] {
        assert_eq!(
            sold(&scene, key, (mina, "mina"), buyer, 10).await,
            Value::Null
        );
    }
    assert_eq!(
        sold(&scene, "far-1", (theo, "theo"), sora, 100).await,
        Value::Null
    );
    assert_eq!(
        sold(&scene, "far-2", (theo, "theo"), sora, 100).await,
        "price"
    );
    // The limits have versions.
    let rules = scene.keeper.get(&format!("{BASE}/rules")).await;
    let mut new = rules.payload().clone();
    new["washPriceTimes"] = json!(11);
    let changed = scene
        .keeper
        .put(&format!("{BASE}/rules"), new.clone())
        .await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    new["washDays"] = json!(0);
    let refused = scene.keeper.put(&format!("{BASE}/rules"), new).await;
    assert_eq!(fields(&refused), ["washDays"]);
    assert_eq!(
        sold(&scene, "far-3", (theo, "theo"), sora, 100).await,
        Value::Null
    );
    assert_eq!(
        sold(&scene, "far-4", (theo, "theo"), sora, 10).await,
        "pair"
    );
    scene.close().await;
}

#[tokio::test]
async fn an_unusual_price_is_typed_again_and_a_halted_collection_is_not_traded() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    wallet_admin::give(&scene.app, mina.id, 100_000).await;
    for (n, buyer) in [theo, sora, theo].into_iter().enumerate() {
        let item = granted(&scene.keeper, &format!("usual-{n}"), "mina").await;
        let listing = listed(mina, &item, 10).await;
        assert_eq!(buy(buyer, &listing).await.line(), "200");
    }
    for (price, usual) in [(30, false), (29, true)] {
        let reply = list(mina, &scene.lantern, json!(price)).await;
        assert_eq!(reply.line() == "201", usual, "{price}: {}", reply.body);
        if !usual {
            assert_eq!(
                (reply.line().as_str(), fields(&reply)),
                ("409 price_unusual", vec!["confirmedPrice".to_owned()])
            );
        }
    }
    let listing = text(&seen(mina, &scene.lantern).await["listing"]["listingId"]);
    let change = json!({ "price": 3, "confirmedPrice": 4 });
    let path = format!("listings/{listing}");
    assert_eq!(
        patiently(mina, "PUT", &path, &change).await.line(),
        "409 price_unusual"
    );
    let change = json!({ "price": 3, "confirmedPrice": 3 });
    assert_eq!(patiently(mina, "PUT", &path, &change).await.line(), "200");
    let quoted = quote(theo, &listing).await.payload().clone();
    assert_eq!(quoted["isUnusual"], true);
    assert_eq!(
        buy_at(theo, &listing, &quoted).await.line(),
        "409 price_unusual"
    );

    let collection = text(&seen(mina, &scene.lantern).await["item"]["collectionId"]);
    let halt = format!("{BASE}/collections/{collection}/halt");
    for client in [mina, &scene.app.visitor()] {
        let refused = client
            .put(
                &halt,
                json!({ "isHalted": true, "reason": { "ko": "확인 중", "en": "Under review" } }),
            )
            .await;
        assert!(!refused.status.is_success());
    }
    assert_eq!(
        scene
            .keeper
            .put(
                &halt,
                json!({ "isHalted": true, "reason": { "ko": "확인 중", "en": "Under review" } })
            )
            .await
            .line(),
        "200"
    );
    assert_eq!(quote(theo, &listing).await.line(), "409 collection_halted");
    assert_eq!(
        offer(theo, &scene.lantern, json!(10)).await.line(),
        "409 collection_halted"
    );
    let reply = scene.app.visitor().get(&format!("{BASE}/listings")).await;
    assert_eq!(reply.payload()["items"], json!([]));
    let page = format!("{BASE}/collections/{collection}");
    let shown = scene.app.visitor().get(&page).await;
    assert_eq!(shown.payload()["haltReason"]["en"], "Under review");
    assert!(shown.payload()["floorHundredths"].is_null());
    // A repeated halt is not logged again.
    let again = json!({ "isHalted": true, "reason": { "ko": "다시", "en": "Again" } });
    assert_eq!(scene.keeper.put(&halt, again).await.line(), "200");
    let log = scene.keeper.get(&format!("{BASE}/halts")).await;
    let entries = log.payload()["items"].as_array().unwrap();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(
        (
            &entries[0]["madeBy"]["nickname"],
            &entries[0]["isInForce"],
            &entries[0]["reason"]["ko"]
        ),
        (&json!("keeper"), &json!(true), &json!("확인 중"))
    );
    let hidden = mina.get(&format!("{BASE}/halts")).await;
    assert_eq!(hidden.line(), "403 forbidden");
    // Cancelling is always possible.
    assert_eq!(
        patiently(mina, "DELETE", &path, &Value::Null).await.line(),
        "200"
    );
    scene.close().await;
}

#[tokio::test]
async fn new_accounts_trade_a_limited_number_of_times_a_day() {
    let scene = Scene::open().await;
    let rules = scene
        .keeper
        .get(&format!("{BASE}/rules"))
        .await
        .payload()
        .clone();
    let mut new = rules.clone();
    new["newAccountTrades"] = json!(1);
    assert_eq!(
        scene
            .keeper
            .put(&format!("{BASE}/rules"), new.clone())
            .await
            .line(),
        "200"
    );
    assert_eq!(
        scene.keeper.put(&format!("{BASE}/rules"), new).await.line(),
        "409 rules_changed"
    );
    let second = granted(&scene.keeper, "second", "mina").await;
    let (one, other) = (
        listed(&scene.mina, &scene.lantern, 10).await,
        listed(&scene.mina, &second, 10).await,
    );
    assert_eq!(buy(&scene.theo, &one).await.line(), "200");
    assert_eq!(
        buy(&scene.theo, &other).await.line(),
        "409 new_account_limit"
    );
    // The buyer has traded nothing yet; the seller has.
    assert_eq!(buy(&scene.sora, &other).await.line(), "409 partner_limit");
    assert_eq!(wit(&scene.theo).await, (99_000, 0));
    scene.close().await;
}

#[tokio::test]
async fn a_world_sells_its_items_to_owners_of_its_membership_and_counts_what_they_pay() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let new = json!({ "worldName": "agora", "isPublic": true });
    let made = mina.post("/api/v3/worlds", new).await;
    let world = text(&made.payload()["worldId"]);
    let rule = format!("/api/v3/worlds/{world}/admin/market-rule");
    let reply = mina.put(&rule, json!({ "membershipFirst": true })).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    sqlx::query("update plugin_items.collection set world_id = $1::uuid")
        .bind(&world)
        .execute(scene.app.owner())
        .await
        .unwrap();
    let listing = listed(mina, &scene.lantern, 100).await;
    assert_eq!(
        quote(theo, &listing).await.payload()["liveness"]["isAllowed"],
        false
    );
    assert_eq!(buy(theo, &listing).await.line(), "403 membership_required");
    assert_eq!(
        offer(theo, &scene.lantern, json!(5)).await.line(),
        "403 membership_required"
    );
    let path = format!("/api/v3/worlds/{world}/collections");
    let new = json!({ "name": { "ko": "봄", "en": "Spring" }, "quantity": 5, "price": 0 });
    let opened = mina.post(&path, new).await;
    let join = format!("/api/v2/worlds/user/member?worldId={world}");
    assert!(theo.send("POST", &join, None).await.status.is_success());
    let path = format!("{path}/{}/buy", text(&opened.payload()["collectionId"]));
    let claimed = theo.post(&path, json!({ "price": 0 })).await;
    assert_eq!(claimed.line(), "201", "{}", claimed.body);
    assert_eq!(buy(theo, &listing).await.line(), "200");
    assert_eq!(
        scene
            .app
            .count("select count(*) from ledger.spending")
            .await,
        1
    );
    let of_world = scene
        .app
        .visitor()
        .get(&format!("{BASE}/listings?world={world}"))
        .await;
    assert_eq!(of_world.payload()["items"], json!([]), "it is sold");
    // An accepted offer counts for the person who pays.
    let back = offered(
        &scene.theo,
        &granted(&scene.keeper, "second", "mina").await,
        7,
    )
    .await;
    assert_eq!(accept_at(mina, &back, 1, 7).await.line(), "200");
    assert_eq!(
        scene
            .app
            .count("select count(*) from ledger.spending")
            .await,
        2
    );
    // Selling the item back and forth would earn points for nothing.
    let reply = mina.put(&rule, json!({ "membershipFirst": false })).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let returned = listed(theo, &scene.lantern, 100).await;
    let bought = buy(mina, &returned).await;
    assert_eq!(bought.payload()["isWash"], true, "{}", bought.body);
    assert_eq!(
        scene
            .app
            .count("select count(*) from ledger.spending")
            .await,
        2
    );
    scene.close().await;
}
