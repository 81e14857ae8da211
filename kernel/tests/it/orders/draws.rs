//! `/api/v2/orders/draws/{itemId}`: the draw of an item, which anybody can repeat.

use serde_json::{Value, json};
use sha2::Digest as _;
use witverse_kernel::secret::{hex, unhex};
use witverse_testing::{Client, TestApp};

use super::card::{number, published_hash};
use super::{
    BASE, act, balance, ends, id_of, on_sale, pay_wit, placed, random, seen, wait_for_items,
};
use crate::user::text;
use crate::wallet_admin;

async fn draw(by: &Client, item: &str) -> Value {
    let reply = by.get(&format!("{BASE}/draws/{item}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["draw"].clone()
}

#[tokio::test]
async fn anybody_can_repeat_the_draw_of_an_item_and_learns_no_buyer() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("theo").await);
    let other = app.person("sora").await;
    let product = on_sale(&keeper, random(5)).await;
    wallet_admin::give(&app, buyer.id, 200_000).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    let order = wait_for_items(&app, &buyer, &id).await;
    let given = &order["given"][0];
    let item = text(&given["itemId"]);
    let visitor = app.visitor();
    let seen = draw(&visitor, &item).await;
    assert_eq!(
        (
            &seen["seed"],
            &seen["seedHash"],
            &seen["nonce"],
            &seen["contentNo"]
        ),
        (
            &order["draw"]["seed"],
            &order["draw"]["seedHash"],
            &order["draw"]["nonce"],
            &given["contentNo"]
        )
    );
    let rows = seen["odds"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["name"]["en"]), (3, &json!("Rare")));
    // The draw follows from what is shown.
    let order_id = text(&seen["orderId"]);
    let seed = unhex(&text(&seen["seed"])).unwrap();
    assert_eq!(seen["rule"], 2);
    assert_eq!(published_hash(&order_id, &seen), text(&seen["seedHash"]));
    let weights: Vec<u64> = rows
        .iter()
        .map(|row| row["weight"].as_u64().unwrap())
        .collect();
    let mut rest = number(&seed, &order_id) % weights.iter().sum::<u64>();
    let at = weights.iter().position(|weight| {
        let here = rest < *weight;
        rest = rest.saturating_sub(*weight);
        here
    });
    assert_eq!(rows[at.unwrap()]["no"], seen["contentNo"]);
    // Neither the buyer nor a block is in it, and the erasure of the buyer changes nothing.
    let shown = seen.to_string();
    assert!(!shown.contains(&buyer.id.to_string()) && !shown.contains("theo"));
    crate::community::block(&other, &buyer).await;
    assert_eq!(draw(&other, &item).await, seen);
    // Others cannot do anything with the order.
    assert_eq!(
        act(&other, &order_id, "cancel", json!({})).await.line(),
        "404 order_not_found"
    );
    // An item that was not drawn has none.
    let lantern = crate::items::granted(&keeper, "lantern", "sora").await;
    assert_eq!(draw(&visitor, &lantern).await, Value::Null);
    let unknown = visitor.get(&format!("{BASE}/draws/x")).await;
    assert_eq!(unknown.line(), "404 item_not_found");
    let left = balance(&app, &buyer).await;
    assert_eq!(left, 150_000);
    ends::erase(&app, &buyer).await;
    assert_eq!(draw(&visitor, &item).await, seen);
    app.stop().await;
}

#[tokio::test]
async fn a_changed_row_is_noticed_and_older_draws_keep_their_rule() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("theo").await);
    let other = app.person("sora").await;
    let mut few = random(5);
    few["contents"][2]["stock"] = json!(1);
    let product = on_sale(&keeper, few).await;
    for person in [&buyer, &other] {
        wallet_admin::give(&app, person.id, 200_000).await;
    }
    // The heaviest row can sell out between an order and its payment.
    let id = id_of(&placed(&buyer, &product, None).await);
    let first = id_of(&placed(&other, &product, None).await);
    sqlx::query(
        "update plugin_orders.content set left_over = 0 where product_id = $1::uuid and no = 3",
    )
    .bind(&product)
    .execute(app.owner())
    .await
    .unwrap();
    for (person, id) in [(&buyer, &id), (&other, &first)] {
        assert_eq!(pay_wit(person, id).await.line(), "200");
    }
    let order = wait_for_items(&app, &buyer, &id).await;
    let rows = order["draw"]["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[2]["left"], &rows[2]["leftNow"]),
        (3, &json!(1), &json!(0))
    );
    assert_eq!(order["given"][0]["odds"].as_array().unwrap().len(), 2);
    assert_eq!(
        published_hash(&id, &order["draw"]),
        text(&order["draw"]["seedHash"])
    );
    // The hash shows that what was promised was changed.
    sqlx::query(
        "update plugin_orders.purchase set draw_rows = jsonb_set(draw_rows, '{0,weight}', '2') where id = $1::uuid",
    )
    .bind(&id)
    .execute(app.owner())
    .await
    .unwrap();
    let changed = seen(&buyer, &id).await;
    assert_eq!(changed["draw"]["rows"][0]["weight"], 2);
    assert_ne!(
        published_hash(&id, &changed["draw"]),
        text(&changed["draw"]["seedHash"])
    );
    // An order of rule 1 that was placed before is paid and checked by it.
    let old = id_of(&placed(&other, &product, None).await);
    sqlx::query(
        "update plugin_orders.purchase set draw_rule = 1, draw_rows = null, seed_hash = encode(sha256(seed), 'hex')
         where id = $1::uuid",
    )
    .bind(&old)
    .execute(app.owner())
    .await
    .unwrap();
    assert_eq!(pay_wit(&other, &old).await.line(), "200");
    let order = wait_for_items(&app, &other, &old).await;
    let shown = draw(&app.visitor(), &text(&order["given"][0]["itemId"])).await;
    assert_eq!((&shown["rule"], &shown["rows"]), (&json!(1), &json!([])));
    let seed = unhex(&text(&shown["seed"])).unwrap();
    assert_eq!(hex(&sha2::Sha256::digest(&seed)), text(&shown["seedHash"]));
    app.stop().await;
}
