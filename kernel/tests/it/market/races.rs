//! Concurrent calls about one item: one final state, and no WIT or item twice.

use super::*;
use crate::support::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_buyers_in_the_same_moment_one_pays() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    for round in 0..8 {
        let item = granted(&scene.keeper, &format!("hot-{round}"), "mina").await;
        let listing = listed(mina, &item, 10).await;
        let mut quotes = Vec::new();
        for buyer in [theo, sora] {
            quotes.push((
                buyer.clone(),
                quote(buyer, &listing).await.payload().clone(),
            ));
        }
        let replies = concurrently(quotes.into_iter().map(|(buyer, quoted)| {
            let listing = listing.clone();
            async move { buy_at(&buyer, &listing, &quoted).await.line() }
        }))
        .await;
        let won = replies.iter().filter(|line| *line == "200").count();
        let kindly = replies
            .iter()
            .filter(|line| *line == "409 listing_sold")
            .count();
        assert_eq!((won, kindly), (1, 1), "round {round}: {replies:?}");
    }
    let (spent, left) = (wit(mina).await.0, wit(theo).await.0 + wit(sora).await.0);
    assert_eq!((spent, left), (8_000, 192_000));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_purchase_and_a_cancellation_or_a_new_price_have_one_outcome() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    for round in 0..10 {
        let item = granted(&scene.keeper, &format!("raced-{round}"), "mina").await;
        let listing = listed(mina, &item, 10).await;
        let quoted = quote(theo, &listing).await.payload().clone();
        let before = wit(theo).await.0;
        let replies = concurrently([0, 1].map(|what| {
            let (mina, theo, listing, quoted) =
                (mina.clone(), theo.clone(), listing.clone(), quoted.clone());
            async move {
                let path = format!("listings/{listing}");
                match (what, round % 2) {
                    (0, _) => buy_at(&theo, &listing, &quoted).await.line(),
                    (_, 0) => patiently(&mina, "DELETE", &path, &Value::Null).await.line(),
                    _ => patiently(&mina, "PUT", &path, &json!({ "price": 11 }))
                        .await
                        .line(),
                }
            }
        }))
        .await;
        let is_sold = replies[0] == "200";
        let paid = before - wit(theo).await.0;
        assert_eq!(paid, i64::from(is_sold) * 1_000, "{replies:?}");
        let expected = if is_sold { "theo" } else { "mina" };
        assert_eq!(owner(&scene.app, &item).await, expected);
        // A price that changed before is refused by its name; one that came after finds it sold.
        let lines = ["409 listing_closed", "409 quote_changed", "200"];
        assert!(lines.contains(&replies[0].as_str()), "{replies:?}");
        assert!(
            ["200", "409 listing_sold"].contains(&replies[1].as_str()),
            "{replies:?}"
        );
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_offer_is_accepted_or_its_wit_are_spent_but_not_both() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    wallet_admin::give(&scene.app, mina.id, 100).await;
    // Both take all that the offerer has.
    let other = granted(&scene.keeper, "other", "sora").await;
    let listing = listed(sora, &other, 1_000).await;
    let offer = offered(theo, &scene.lantern, 1_000).await;
    let quoted = quote(theo, &listing).await.payload().clone();
    let replies = concurrently([0, 1].map(|what| {
        let (mina, theo, listing, quoted, offer) = (
            mina.clone(),
            theo.clone(),
            listing.clone(),
            quoted.clone(),
            offer.clone(),
        );
        async move {
            match what {
                0 => accept_at(&mina, &offer, 1, 1_000).await.line(),
                _ => buy_at(&theo, &listing, &quoted).await.line(),
            }
        }
    }))
    .await;
    let expected = [
        ["200", "409 insufficient_wit"],
        ["409 offerer_insufficient_wit", "200"],
    ];
    assert!(
        expected
            .iter()
            .any(|pair| *pair == [replies[0].as_str(), replies[1].as_str()]),
        "{replies:?}"
    );
    assert_eq!(wit(theo).await, (0, 0));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_offers_of_a_person_are_summed_and_accept_and_cancel_exclude_each_other() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let mut items = Vec::new();
    for n in 0..4 {
        items.push(granted(&scene.keeper, &format!("many-{n}"), "mina").await);
    }
    let replies = concurrently(items.iter().map(|item| {
        let (theo, item) = (theo.clone(), item.clone());
        async move { offer(&theo, &item, json!(4_000)).await.line() }
    }))
    .await;
    assert_eq!(
        replies.iter().filter(|line| *line == "201").count(),
        2,
        "{replies:?}"
    );
    patiently(theo, "POST", "offers/cancel-all", &Value::Null).await;
    for round in 0..6 {
        let item = granted(&scene.keeper, &format!("either-{round}"), "mina").await;
        let made = offered(theo, &item, 10).await;
        let replies = concurrently([0, 1].map(|what| {
            let (mina, theo, made) = (mina.clone(), theo.clone(), made.clone());
            async move {
                match (what, round % 2) {
                    (0, _) => accept_at(&mina, &made, 1, 10).await.line(),
                    (_, 0) => patiently(&theo, "DELETE", &format!("offers/{made}"), &Value::Null)
                        .await
                        .line(),
                    _ => patiently(&theo, "POST", "offers/cancel-all", &Value::Null)
                        .await
                        .line(),
                }
            }
        }))
        .await;
        let is_sold = owner(&scene.app, &item).await == "theo";
        assert_eq!(replies[0] == "200", is_sold, "{replies:?}");
        if !is_sold {
            assert_eq!(replies[0], "409 offer_unavailable");
        }
    }
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
