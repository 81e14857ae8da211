//! A model test of the market and of the stock of products: several people concurrently list, buy, offer, accept, give away,
//! order and advance the clock, in an order that a seed determines. Afterwards all WIT, items and units of products are
//! accounted for exactly once, and locks, mandates, payments and provenance links fit the listings, offers and sales.
//!
//! A seed reproduces the actions, but not their timing.

mod stock;

use std::time::Duration;

use futures::FutureExt;
use stock::{STEPS, Shop, Step};

use super::*;
use crate::support::concurrently;

const NAMES: [&str; 4] = ["anna", "boris", "chloe", "david"];
const GIVEN: i64 = 50_000;
const ITEMS: usize = 6;
const ROUNDS: usize = 14;
const AT_ONCE: usize = 6;
/// Steps of orders at once, beside the actions.
const STEPS_AT_ONCE: usize = 4;

/// What was done, and the visit of the shop that has to be noted.
type Done = (String, Option<(stock::Visit, Step)>, Reply);

/// Random numbers from the seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

#[derive(Clone, Copy, Debug)]
enum Action {
    List,
    Change,
    Cancel,
    Buy,
    Offer,
    ChangeOffer,
    Accept,
    Reject,
    CancelAll,
    Give,
}

const ACTIONS: [Action; 14] = [
    Action::List,
    Action::List,
    Action::Change,
    Action::Cancel,
    Action::Buy,
    Action::Buy,
    Action::Buy,
    Action::Offer,
    Action::Offer,
    Action::ChangeOffer,
    Action::Accept,
    Action::Accept,
    Action::Give,
    Action::Reject,
];

/// What a person does with an item now, from what they see.
async fn act(client: Client, item: String, action: Action, price: u64, other: Uuid) -> Reply {
    let view = client.get(&format!("{BASE}/items/{item}")).await;
    let listing = text_or_empty(&view.payload()["listing"]["listingId"]);
    let own_offer = text_or_empty(&view.payload()["ownOffer"]["offerId"]);
    let change = json!({ "price": price, "duration": "1d", "confirmedPrice": price });
    match action {
        Action::List => {
            let body = json!({
                "itemId": item, "price": price, "duration": "1d", "agreed": true, "confirmedPrice": price,
            });
            patiently(&client, "POST", "listings", &body).await
        }
        Action::Change => patiently(&client, "PUT", &format!("listings/{listing}"), &change).await,
        Action::Cancel => {
            patiently(
                &client,
                "DELETE",
                &format!("listings/{listing}"),
                &Value::Null,
            )
            .await
        }
        Action::Buy => {
            let quoted = quote(&client, &listing).await;
            if quoted.status != 200 {
                return quoted;
            }
            let price = quoted.payload()["priceHundredths"].as_i64().unwrap() / 100;
            let body =
                json!({ "quote": quoted.payload(), "agreed": true, "confirmedPrice": price });
            patiently(&client, "POST", &format!("listings/{listing}/buy"), &body).await
        }
        Action::Offer => {
            let body = json!({
                "itemId": item, "price": price, "duration": "1d", "agreed": true, "confirmedPrice": price,
            });
            patiently(&client, "POST", "offers", &body).await
        }
        Action::ChangeOffer => {
            patiently(&client, "PUT", &format!("offers/{own_offer}"), &change).await
        }
        Action::Accept | Action::Reject => {
            let offers = client.get(&format!("{BASE}/items/{item}/offers")).await;
            let best = offers.payload()["items"][0].clone();
            let id = text_or_empty(&best["offerId"]);
            let hundredths = best["priceHundredths"].as_i64().unwrap_or(100);
            let body = json!({
                "version": best["version"].as_i64().unwrap_or(1), "priceHundredths": hundredths, "agreed": true,
                "confirmedPrice": hundredths / 100,
            });
            match action {
                Action::Accept => {
                    patiently(&client, "POST", &format!("offers/{id}/accept"), &body).await
                }
                _ => {
                    patiently(
                        &client,
                        "POST",
                        &format!("offers/{id}/reject"),
                        &Value::Null,
                    )
                    .await
                }
            }
        }
        Action::CancelAll => patiently(&client, "POST", "offers/cancel-all", &Value::Null).await,
        Action::Give => {
            let gift = crate::gifts::new_gift("item", json!(item), other);
            client.post("/api/v2/gift/create", gift).await
        }
    }
}

fn text_or_empty(value: &Value) -> String {
    value.as_str().unwrap_or("none").to_owned()
}

async fn run(seed: u64) {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mut people, mut items) = (Vec::new(), Vec::new());
    for name in NAMES {
        let person = app.person(name).await;
        wallet_admin::give(&app, person.id, GIVEN).await;
        people.push(person);
    }
    for (n, one) in people.iter().enumerate() {
        for (other, name) in people.iter().zip(NAMES).skip(n + 1) {
            befriend(one, (other, name)).await;
        }
    }
    for n in 0..ITEMS {
        items.push(granted(&keeper, &format!("piece-{n}"), NAMES[n % NAMES.len()]).await);
    }
    sqlx::query("update plugin_items.collection set maker_id = $1, royalty_bp = 777")
        .bind(people[0].id)
        .execute(app.owner())
        .await
        .unwrap();
    let rules = keeper.get(&format!("{BASE}/rules")).await.payload().clone();
    let mut new = rules.clone();
    (new["feeBp"], new["newAccountTrades"]) = (json!(123), json!(10_000));
    assert_eq!(
        keeper.put(&format!("{BASE}/rules"), new).await.line(),
        "200"
    );

    let mut shop = Shop::open(&keeper, &people).await;
    let mut keeper = keeper;

    let mut chance = Chance(seed);
    let mut succeeded = 0;
    for round in 0..ROUNDS {
        let actions: Vec<_> = (0..AT_ONCE)
            .map(|_| {
                let who = chance.below(NAMES.len());
                let other = (who + 1 + chance.below(NAMES.len() - 1)) % NAMES.len();
                let action = match chance.below(20) {
                    0 => Action::CancelAll,
                    n => ACTIONS[n % ACTIONS.len()],
                };
                // Few items, so that the actions meet.
                (
                    who,
                    items[chance.below(3 + round % 4)].clone(),
                    action,
                    1 + chance.next() % 200,
                    other,
                )
            })
            .collect();
        let mut doings: Vec<_> = actions
            .into_iter()
            .map(|(who, item, action, price, other)| {
                let (client, other) = (people[who].clone(), people[other].id);
                async move {
                    let reply = act(client, item, action, price, other).await;
                    (format!("{action:?}"), None, reply) as Done
                }
                .boxed()
            })
            .collect();
        for _ in 0..STEPS_AT_ONCE {
            let who = people[chance.below(NAMES.len())].clone();
            let step = match chance.below(12) {
                0 => Step::Restock,
                _ => STEPS[chance.below(STEPS.len())],
            };
            // Only the album can be restocked.
            let product = match step {
                Step::Restock => 1,
                _ => chance.below(shop.products.len()),
            };
            let visit = shop.visit(&who, product, 1 + chance.next() % 2);
            let keeper = keeper.clone();
            doings.push(
                async move {
                    let reply = stock::take(who, keeper, visit.clone(), step).await;
                    (format!("{step:?}"), Some((visit, step)), reply) as Done
                }
                .boxed(),
            );
        }
        for (action, visited, reply) in concurrently(doings).await {
            assert!(
                !reply.status.is_server_error(),
                "seed {seed}: {action}: {} {}",
                reply.line(),
                reply.body
            );
            succeeded += usize::from(reply.status.is_success());
            if let Some((visit, step)) = visited {
                shop.note(&visit, step, &reply);
            }
        }
        shop.check(&app, &format!("seed {seed}, round {round}"))
            .await;
        if round % 5 == 4 {
            app.advance(Duration::from_secs(40_000));
            for (person, name) in people.iter_mut().zip(NAMES) {
                let reply = crate::account::log_in(&app, name, witverse_testing::PASSWORD).await;
                let id = person.id;
                *person = crate::account::client_of(&app, &reply);
                person.id = id;
            }
            keeper = app.log_in("keeper", keeper.id).await;
        }
    }
    // Longer than a reservation.
    app.advance(Duration::from_secs(700));
    assert!(
        succeeded >= ROUNDS,
        "seed {seed}: only {succeeded} actions succeeded"
    );
    app.eventually("the rows of cancelled offers are closed", async || {
        app.count(
            "select count(*) from plugin_market.offer o join plugin_market.trader t on t.account_id = o.offerer_id
             where o.status = 'open' and o.counter <> t.counter",
        )
        .await
            == 0
    })
    .await;
    assert_market_consistent(&app).await;
    let mut sum = app
        .count("select coalesce(sum(amount), 0)::bigint from ledger.transfer where source = 'market' and kind = 7")
        .await;
    shop.close(&app, seed).await;
    sum += Shop::taken(&app).await;
    for (person, name) in people.iter().zip(NAMES) {
        sum += wit(&app.log_in(name, person.id).await).await.0;
    }
    assert_eq!(sum, GIVEN * 4, "seed {seed}: WIT, fees and orders");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn wit_and_items_are_conserved_for_every_order_of_actions() {
    for seed in [1, 2, 3] {
        run(seed).await;
    }
}
