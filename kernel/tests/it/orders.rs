//! `/api/v2/orders/…`: products, orders paid by card and WIT, parcels, and what ends them.

mod address_change;
mod card;
mod crash;
mod declined;
mod desk;
mod draws;
mod ends;
mod exchanges;
mod holidays;
mod media;
mod packing;
mod parcels;
mod partial_refunds;
mod postcodes;
mod preorders;
mod requests;
mod search;
mod surcharges;
mod tracking;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::payments::press;
use crate::user::text;
use crate::wallet_admin;

const BASE: &str = "/api/v2/orders";
const ART: &str = "/assets/plugins/items/items/moon-cat.svg";
pub(crate) const NONCE: &str = "0123456789abcdef0123456789abcdef";

fn name(ko: &str, en: &str) -> Value {
    json!({ "ko": ko, "en": en })
}

/// A random item with three rows, the first of which has one unit.
pub(crate) fn random(stock: i64) -> Value {
    let row = |name_en: &str, weight: i64, stock: i64| json!({ "name": name("달", name_en), "type": "photo", "thumbnailUrl": ART, "weight": weight, "stock": stock });
    json!({
        "kind": "random", "name": name("별 뽑기", "Star draw"), "about": name("설명", "About"),
        "won": 5000, "witHundredths": 50_000,
        "contents": [row("Rare", 1, 1), row("Good", 30, stock), row("Common", 69, stock)],
    })
}

pub(crate) fn album(stock: i64) -> Value {
    let item =
        |kind: &str| json!({ "name": name("노래", "Song"), "type": kind, "thumbnailUrl": ART });
    json!({
        "kind": "album", "name": name("첫 앨범", "First album"), "about": name("설명", "About"),
        "won": 12_000, "witHundredths": 120_000, "stock": stock,
        "contents": [item("audio"), item("photo")],
    })
}

/// Four addresses of an index of postal codes.
fn index_rows() -> Value {
    let row = |code: &str, (province, district): (&str, &str), road: &str, main: i64| json!({ "code": code, "province": province, "district": district, "road": road, "main": main });
    let seoul = ("서울특별시", "강남구");
    let mut tower = row("06236", seoul, "테헤란로", 152);
    tower["roadEn"] = json!("Teheran-ro");
    tower["districtEn"] = json!("Gangnam-gu");
    tower["provinceEn"] = json!("Seoul");
    tower["building"] = json!("가람타워");
    tower["quarter"] = json!("역삼동");
    tower["lot"] = json!(737);
    json!([
        tower,
        row("06241", seoul, "테헤란로4길", 15),
        row("35209", ("대전광역시", "서구"), "중앙로", 7),
        row("16455", ("경기도", "수원시 팔달구"), "중앙로", 7),
    ])
}

/// Puts a product on sale; returns its id.
pub(crate) async fn on_sale(seller: &Client, product: Value) -> String {
    let reply = seller.post(&format!("{BASE}/products"), product).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["productId"])
}

/// Puts a product of a new world of the seller on sale; returns its id.
async fn of_world(seller: &Client, mut product: Value) -> String {
    let new = json!({ "worldName": "minas", "isPublic": true });
    assert_eq!(seller.post("/api/v3/worlds", new).await.line(), "201");
    product["worldName"] = json!("minas");
    on_sale(seller, product).await
}

/// Orders one unit of a product with a parcel, to a new address; returns the order's id.
async fn placed_parcel(buyer: &Client, product: &str) -> String {
    let address = saved(buyer, "04524").await;
    id_of(&placed(buyer, product, Some(&address)).await)
}

pub(crate) fn address(postal_code: &str) -> Value {
    json!({
        "recipient": "김하늘", "phone": "01012345678", "postalCode": postal_code,
        "street": "서울 중구 세종대로 110", "detail": "3층", "isDefault": true,
    })
}

/// Saves an address; returns its id.
pub(crate) async fn saved(buyer: &Client, postal_code: &str) -> String {
    let path = format!("{BASE}/addresses");
    let reply = buyer.post(&path, address(postal_code)).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["items"][0]["addressId"])
}

async fn try_place(buyer: &Client, product: &str, address: Option<&str>) -> Reply {
    let body = json!({ "productId": product, "quantity": 1, "addressId": address });
    buyer.post(&format!("{BASE}/mine"), body).await
}

pub(crate) async fn placed(buyer: &Client, product: &str, address: Option<&str>) -> Value {
    let reply = try_place(buyer, product, address).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    reply.payload().clone()
}

fn id_of(order: &Value) -> String {
    text(&order["orderId"])
}

/// An action of the buyer.
pub(crate) async fn act(buyer: &Client, order: &str, what: &str, body: Value) -> Reply {
    buyer
        .post(&format!("{BASE}/mine/{order}/{what}"), body)
        .await
}

/// An action of the seller.
pub(crate) async fn sell(seller: &Client, order: &str, what: &str, body: Value) -> Reply {
    seller
        .post(&format!("{BASE}/sales/{order}/{what}"), body)
        .await
}

pub(crate) async fn seen(buyer: &Client, order: &str) -> Value {
    let reply = buyer.get(&format!("{BASE}/mine/{order}")).await;
    assert_eq!(reply.line(), "200");
    reply.payload().clone()
}

async fn wait_for(app: &TestApp, buyer: &Client, order: &str, state: &str) -> Value {
    app.eventually(&format!("the order is {state}"), async || {
        seen(buyer, order).await["state"] == state
    })
    .await;
    seen(buyer, order).await
}

/// Waits until all items of an order exist.
async fn wait_for_items(app: &TestApp, buyer: &Client, order: &str) -> Value {
    app.eventually("the items exist", async || {
        let order = seen(buyer, order).await;
        let given = order["given"].as_array().unwrap();
        !given.is_empty() && given.iter().all(|one| one["itemId"].is_string())
    })
    .await;
    seen(buyer, order).await
}

/// Opens the card payment of an order; returns its id.
async fn open_card(buyer: &Client, order: &str) -> String {
    let body = json!({ "method": "card", "nonce": NONCE, "agreed": true });
    let reply = act(buyer, order, "pay", body).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let payment = text(&reply.payload()["paymentId"]);
    let path = format!("/api/v2/payments/{payment}/checkout");
    let checkout = buyer.post(&path, json!({})).await;
    assert_eq!(checkout.line(), "200", "{}", checkout.body);
    assert_eq!(checkout.payload()["checkout"]["kind"], "redirect");
    payment
}

/// An order of a product, paid by card.
pub(crate) async fn paid_by_card(app: &TestApp, buyer: &Client, order: &str) -> String {
    let payment = open_card(buyer, order).await;
    let pressed = press(app, &payment, "approve").await;
    assert_eq!(pressed.line(), "303");
    app.eventually("the payment is known", async || {
        seen(buyer, order).await["paidAt"].is_string()
    })
    .await;
    payment
}

async fn pay_wit(buyer: &Client, order: &str) -> Reply {
    let body = json!({ "method": "wit", "nonce": NONCE, "agreed": true });
    act(buyer, order, "pay", body).await
}

/// Every unit that was added is available, reserved, in an order or written off; no order is paid and released.
pub(crate) async fn assert_stock_consistent(app: &TestApp) {
    let wrong = app
        .count(
            "select (select count(*) from plugin_orders.product p
                where p.available <> (select coalesce(sum(e.available_change), 0)
                                      from plugin_orders.stock_entry e where e.product_id = p.id)
                   or p.reserved <> (select coalesce(sum(e.reserved_change), 0)
                                     from plugin_orders.stock_entry e where e.product_id = p.id)
                   or p.reserved <> (select coalesce(sum(o.quantity), 0) from plugin_orders.purchase o
                                     where o.product_id = p.id and o.state = 'reserved'))
              + (select count(*) from plugin_orders.content c
                 where c.stock is not null and c.stock - c.left_over <>
                     (select count(*) from plugin_orders.given g
                      join plugin_orders.purchase o on o.id = g.purchase_id
                      where o.product_id = c.product_id and g.content_no = c.no))
              + (select count(*) from plugin_orders.product p
                 where p.available + p.reserved
                     + (select coalesce(sum(o.quantity), 0) from plugin_orders.purchase o
                        where o.product_id = p.id and o.state in ('paid', 'preparing', 'shipped', 'delivered'))
                     + (select coalesce(sum(e.written_off), 0) from plugin_orders.stock_entry e where e.product_id = p.id)
                     <> (select coalesce(sum(e.available_change), 0) from plugin_orders.stock_entry e
                         where e.product_id = p.id and e.reason = 'added'))
              + (select count(*) from plugin_orders.purchase o where o.has_open_request <> exists (
                     select 1 from plugin_orders.request r
                     where r.purchase_id = o.id and (r.state in ('requested', 'accepted') or r.escalated_at is not null)))
              + (select count(*) from plugin_orders.purchase o where o.paid_at is not null and exists (
                     select 1 from plugin_orders.stock_entry e
                     where e.purchase_id = o.id and e.reason = 'released'))",
        )
        .await;
    assert_eq!(wrong, 0, "the stock");
}

/// The state of a product: (available, reserved).
async fn stock(app: &TestApp, product: &str) -> (i64, i64) {
    sqlx::query_as("select available, reserved from plugin_orders.product where id = $1")
        .bind(Uuid::parse_str(product).unwrap())
        .fetch_one(app.owner())
        .await
        .unwrap()
}

async fn balance(app: &TestApp, person: &Client) -> i64 {
    sqlx::query_scalar("select balance from ledger.account where id = $1")
        .bind(person.id)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

#[tokio::test]
async fn fifty_buyers_of_the_last_unit() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let product = on_sale(&keeper, random(1)).await;
    // Three units are left in all rows together; two are bought before.
    let first = app.person("first").await;
    wallet_admin::give(&app, first.id, 200_000).await;
    for _ in 0..2 {
        let order = id_of(&placed(&first, &product, None).await);
        assert_eq!(pay_wit(&first, &order).await.line(), "200");
    }
    let mut buyers = Vec::new();
    for n in 0..50 {
        buyers.push(app.person(&format!("buyer{n}")).await);
    }
    let tries = buyers.iter().map(async |buyer| {
        for _ in 0..20 {
            let reply = try_place(buyer, &product, None).await;
            // As a client does while the machine is too busy.
            if reply.status != 503 && reply.status != 429 {
                return reply.line();
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        "busy".to_owned()
    });
    let lines = futures::future::join_all(tries).await;
    let won = lines.iter().filter(|line| *line == "201").count();
    let sold_out = lines.iter().filter(|line| *line == "409 sold_out").count();
    assert_eq!((won, sold_out), (1, 49), "{lines:?}");
    assert_eq!(stock(&app, &product).await, (0, 1));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn only_sellers_sell_and_only_buyers_see_their_orders() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let keeper = app.administrator().await;
    let new = json!({ "worldName": "minas", "isPublic": true });
    assert_eq!(mina.post("/api/v3/worlds", new).await.line(), "201");
    let mut product = album(3);
    let path = format!("{BASE}/products");
    assert_eq!(
        theo.post(&path, product.clone()).await.line(),
        "403 forbidden"
    );
    product["worldName"] = json!("minas");
    assert_eq!(
        theo.post(&path, product.clone()).await.line(),
        "403 forbidden"
    );
    let product = on_sale(&mina, product).await;
    // An address of another person is no address.
    let address = saved(&theo, "04524").await;
    let refused = try_place(&mina, &product, Some(&address)).await;
    assert_eq!(refused.line(), "404 address_not_found");
    let change = mina
        .put(
            &format!("{BASE}/addresses/{address}"),
            super::orders::address("04524"),
        )
        .await;
    assert_eq!(change.line(), "404 address_not_found");
    assert_eq!(
        try_place(&theo, &product, None).await.line(),
        "422 address_needed"
    );
    let order = id_of(&placed(&theo, &product, Some(&address)).await);
    for (who, line) in [(&mina, "404 order_not_found"), (&theo, "200")] {
        let path = format!("{BASE}/mine/{order}");
        assert_eq!(who.get(&path).await.line(), line);
    }
    // Unpaid: not for the seller.
    let sales = format!("{BASE}/sales/{order}");
    assert_eq!(mina.get(&sales).await.line(), "404 order_not_found");
    wallet_admin::give(&app, theo.id, 500_000).await;
    assert_eq!(pay_wit(&theo, &order).await.line(), "200");
    assert_eq!(theo.get(&sales).await.line(), "404 order_not_found");
    let sale = mina.get(&sales).await;
    assert_eq!(sale.payload()["address"]["recipient"], "김하늘");
    // The platform looks after every shop, which needs no address.
    let supervised = keeper.get(&sales).await;
    assert_eq!(supervised.payload()["orderId"], order);
    assert_eq!(supervised.payload()["address"], Value::Null);
    let desk = keeper.get(&format!("{BASE}/sales?worldName=minas")).await;
    assert_eq!(desk.payload()["items"][0]["address"], Value::Null);
    // Encrypted at rest: the name is in no row.
    let stored: Vec<Vec<u8>> = sqlx::query_scalar(
        "select sealed from plugin_orders.address union all
         select address from plugin_orders.purchase where address is not null",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    let needle = "김하늘".as_bytes();
    assert!(
        stored.len() == 2
            && stored
                .iter()
                .all(|row| !row.windows(needle.len()).any(|part| part == needle))
    );
    app.stop().await;
}
