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

/// Rounds at the instant of the expiry, so far apart.
const ROUNDS: usize = 20;
const APART_MS: i64 = 60;
/// Until the first one, for the quotes of all of them.
const PREPARATION_MS: i64 = 3_500;

/// Every listing ends at its own instant. Its buyers come around it, when the timer closes the listing too.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_purchase_at_the_instant_of_the_expiry_has_one_outcome() {
    let scene = Scene::open().await;
    let app = &scene.app;
    let kangho = app.person("kangho").await;
    wallet_admin::give(app, kangho.id, 100_000).await;
    sqlx::query("update plugin_market.rules set new_account_days = 0")
        .execute(app.owner())
        .await
        .unwrap();
    // Timers are set up to half an hour ahead, every ten minutes.
    let ahead = std::time::Duration::from_secs(600);
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let item = granted(&scene.keeper, &format!("late-{round}"), "mina").await;
        let listing = listed(&scene.mina, &item, 10).await;
        rounds.push((item, listing));
    }
    let first = app.clock.now() + ahead + time::Duration::milliseconds(PREPARATION_MS);
    let end_of = |round: usize| first + time::Duration::milliseconds(round as i64 * APART_MS);
    for (round, (_, listing)) in rounds.iter().enumerate() {
        sqlx::query("update plugin_market.listing set expires_at = $2 where id = $1::uuid")
            .bind(listing)
            .bind(end_of(round))
            .execute(app.owner())
            .await
            .unwrap();
    }
    app.advance(ahead);
    // Tokens are valid for ten minutes.
    let mina = &app.log_in("mina", scene.mina.id).await;
    let buyers = [
        ("theo", &app.log_in("theo", scene.theo.id).await),
        ("sora", &app.log_in("sora", scene.sora.id).await),
        ("kangho", &app.log_in("kangho", kangho.id).await),
    ];
    app.eventually("every listing has its timer", async || {
        app.count("select count(*) from plugin_market.listing where has_timer")
            .await
            == ROUNDS as i64
    })
    .await;
    let quotes = concurrently(rounds.iter().flat_map(|(_, listing)| {
        buyers.map(|(_, buyer)| {
            let (buyer, listing) = (buyer.clone(), listing.clone());
            async move {
                let reply = quote(&buyer, &listing).await;
                // On a slow machine, a listing can end before its last quote.
                match reply.status.is_success() {
                    true => Ok(reply.payload().clone()),
                    false => Err(reply.line()),
                }
            }
        })
    }))
    .await;
    // From 40 ms before the end to 20 ms after it.
    let clock = app.clock.clone();
    let replies = concurrently(quotes.into_iter().enumerate().map(|(n, quoted)| {
        let (round, at) = (n / buyers.len(), n % buyers.len());
        let (buyer, listing) = (buyers[at].1.clone(), rounds[round].1.clone());
        let early = (n as i64 * 17) % 60 - 20;
        let (clock, start) = (
            clock.clone(),
            end_of(round) - time::Duration::milliseconds(early),
        );
        async move {
            let wait = start - clock.now();
            tokio::time::sleep(wait.try_into().unwrap_or_default()).await;
            match quoted {
                Ok(quoted) => buy_at(&buyer, &listing, &quoted).await.line(),
                Err(line) => line,
            }
        }
    }))
    .await;
    app.eventually("every listing has ended", async || {
        app.count("select count(*) from plugin_market.listing where status = 'open'")
            .await
            == 0
    })
    .await;
    let mut paid = [0; 3];
    let mut expired = 0;
    for (round, (item, listing)) in rounds.iter().enumerate() {
        let lines = &replies[round * buyers.len()..][..buyers.len()];
        let winners: Vec<usize> = (0..buyers.len()).filter(|at| lines[*at] == "200").collect();
        assert!(winners.len() <= 1, "round {round}: {lines:?}");
        for line in lines {
            let kind = ["200", "409 listing_sold", "409 listing_closed"];
            assert!(kind.contains(&line.as_str()), "round {round}: {lines:?}");
        }
        let status: String =
            sqlx::query_scalar("select status from plugin_market.listing where id = $1::uuid")
                .bind(listing)
                .fetch_one(app.owner())
                .await
                .unwrap();
        let (expected, owner_now) = match winners.first() {
            Some(at) => ("sold", buyers[*at].0),
            None => ("expired", "mina"),
        };
        assert_eq!(
            (status.as_str(), owner(app, item).await),
            (expected, json!(owner_now)),
            "round {round}"
        );
        match winners.first() {
            Some(at) => paid[*at] += 1_000,
            None => expired += 1,
        }
    }
    let sold = (ROUNDS - expired) as i64;
    assert_eq!(wit(mina).await, (sold * 1_000, 0));
    for (paid, (_, buyer)) in paid.iter().zip(buyers) {
        assert_eq!(wit(buyer).await, (100_000 - paid, 0));
    }
    scene.close().await;
}
