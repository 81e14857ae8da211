//! Products with stock in the model test: people place, pay, cancel, receive and withdraw from orders, while their seller ships,
//! takes returns and adds stock. Each unit that was put in is on hand, reserved or sold, and each sold unit has one paid order.

use std::collections::HashMap;

use super::*;
use crate::orders::{address, album, assert_stock_consistent, on_sale, random};

const ORDERS: &str = "/api/v2/orders";
/// Units that a product begins with: few, so that people meet at the last one.
const UNITS: i64 = 2;

#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Place,
    Pay,
    Cancel,
    Receive,
    Withdraw,
    Ship,
    Return,
    Refund,
    Restock,
}

pub(super) const STEPS: [Step; 12] = [
    Step::Place,
    Step::Place,
    Step::Place,
    Step::Pay,
    Step::Pay,
    Step::Pay,
    Step::Cancel,
    Step::Receive,
    Step::Withdraw,
    Step::Ship,
    Step::Return,
    Step::Refund,
];

/// A random item and an album of the platform, and what was put into them and paid by acknowledged requests.
pub(super) struct Shop {
    pub(super) products: [String; 2],
    addresses: HashMap<Uuid, String>,
    put_in: HashMap<String, i64>,
    paid: i64,
}

/// What a step needs, without a reference to the shop: steps run concurrently.
#[derive(Clone)]
pub(super) struct Visit {
    product: String,
    address: String,
    units: u64,
}

impl Shop {
    pub(super) async fn open(keeper: &Client, people: &[Client]) -> Self {
        let (mut draw, mut records) = (random(UNITS), album(UNITS));
        (draw["witHundredths"], records["witHundredths"]) = (json!(300), json!(500));
        let products = [on_sale(keeper, draw).await, on_sale(keeper, records).await];
        let mut addresses = HashMap::new();
        for person in people {
            let path = format!("{ORDERS}/addresses");
            let saved = person.post(&path, address("04524")).await;
            assert_eq!(saved.line(), "201", "{}", saved.body);
            let id = text(&saved.payload()["items"][0]["addressId"]);
            addresses.insert(person.id, id);
        }
        // The rare row of the random item has a unit of its own.
        let put_in = [
            (products[0].clone(), 1 + 2 * UNITS),
            (products[1].clone(), UNITS),
        ];
        Self {
            products,
            addresses,
            put_in: put_in.into(),
            paid: 0,
        }
    }

    pub(super) fn visit(&self, who: &Client, product: usize, units: u64) -> Visit {
        Visit {
            product: self.products[product].clone(),
            address: self.addresses[&who.id].clone(),
            units,
        }
    }

    /// Counts an acknowledged step.
    pub(super) fn note(&mut self, visit: &Visit, step: Step, reply: &Reply) {
        match step {
            Step::Restock if reply.status.is_success() => {
                let units = i64::try_from(visit.units).unwrap();
                *self.put_in.get_mut(&visit.product).unwrap() += units;
            }
            Step::Pay if reply.status.is_success() => self.paid += 1,
            _ => {}
        }
    }

    /// What must hold at any time, also while timers run: each query is one snapshot.
    pub(super) async fn check(&self, app: &TestApp, when: &str) {
        for (product, put_in) in &self.put_in {
            let (available, reserved, sold, in_orders): (i64, i64, i64, i64) = sqlx::query_as(
                "select p.available, p.reserved,
                     (select coalesce(-sum(e.reserved_change) filter (where e.reason = 'sold'), 0)
                          - coalesce(sum(e.available_change) filter (where e.reason in ('returned', 'exchanged')), 0)
                          - coalesce(sum(e.written_off), 0)
                      from plugin_orders.stock_entry e where e.product_id = p.id)::bigint,
                     (select coalesce(sum(o.quantity), 0) from plugin_orders.purchase o where o.product_id = p.id
                      and o.state in ('paid', 'preparing', 'shipped', 'delivered'))::bigint
                 from plugin_orders.product p where p.id = $1::uuid",
            )
            .bind(product)
            .fetch_one(app.owner())
            .await
            .unwrap();
            assert!(available >= 0 && reserved >= 0, "{when}: below zero");
            assert_eq!(
                available + reserved + sold,
                *put_in,
                "{when}: on hand {available}, reserved {reserved}, sold {sold}"
            );
            assert_eq!(sold, in_orders, "{when}: units sold and units of orders");
        }
    }

    /// What holds once all reservations have ended and all items were created.
    pub(super) async fn close(&self, app: &TestApp, seed: u64) {
        app.eventually("reservations end, and items exist", async || {
            app.count(
                "select (select count(*) from plugin_orders.purchase where state = 'reserved')
                      + (select count(*) from plugin_orders.given g join plugin_orders.purchase o on o.id = g.purchase_id
                         where g.item_id is null and o.state in ('paid', 'preparing', 'shipped', 'delivered'))",
            )
            .await
                == 0
        })
        .await;
        self.check(app, &format!("seed {seed}, at the end")).await;
        assert_stock_consistent(app).await;
        let paid = app
            .count("select count(*) from plugin_orders.purchase where paid_at is not null")
            .await;
        assert_eq!(paid, self.paid, "seed {seed}: acknowledged payments");
        assert!(paid > 0, "seed {seed}: nothing was bought");
        let wrong = app
            .count(
                "select (select count(*) from plugin_orders.purchase o where o.paid_at is not null and 1 <> (
                     select count(*) from plugin_orders.stock_entry e where e.purchase_id = o.id and e.reason = 'sold'
                     and e.reserved_change = -o.quantity))
                 + (select count(*) from plugin_orders.given g where g.item_id is not null and 1 <> (
                     select count(*) from plugin_orders.given h where h.item_id = g.item_id))
                 + abs((select count(*) from plugin_orders.purchase where paid_at is not null)
                     - (select count(*) from ledger.transfer where source = 'orders' and memo = 'order'))
                 + abs((select count(*) from plugin_orders.purchase where state = 'refunded')
                     - (select count(*) from ledger.transfer where source = 'orders' and memo = 'order refund'))",
            )
            .await;
        assert_eq!(wrong, 0, "seed {seed}: orders, their units and their WIT");
    }

    /// The WIT of orders that were paid and not refunded; the platform's products are not paid out.
    pub(super) async fn taken(app: &TestApp) -> i64 {
        app.count(
            "select coalesce(sum(wit), 0)::bigint from plugin_orders.purchase
             where state in ('paid', 'preparing', 'shipped', 'delivered')",
        )
        .await
    }
}

/// What a person, or the seller, does with the first order that fits.
pub(super) async fn take(who: Client, keeper: Client, visit: Visit, step: Step) -> Reply {
    let (own, sales) = (format!("{ORDERS}/mine"), format!("{ORDERS}/sales"));
    match step {
        Step::Place => {
            let body =
                json!({ "productId": visit.product, "quantity": 1, "addressId": visit.address });
            send(&who, &own, &body).await
        }
        Step::Pay => {
            let order = first(&who, &own, &["reserved"]).await;
            let body = json!({ "method": "wit", "nonce": crate::orders::NONCE, "agreed": true });
            send(&who, &format!("{own}/{order}/pay"), &body).await
        }
        Step::Cancel => {
            let order = first(&who, &own, &["reserved", "paid", "preparing"]).await;
            send(&who, &format!("{own}/{order}/cancel"), &json!({})).await
        }
        Step::Receive => {
            let order = first(&who, &own, &["shipped"]).await;
            send(&who, &format!("{own}/{order}/received"), &json!({})).await
        }
        Step::Withdraw => {
            let order = first(&who, &own, &["delivered"]).await;
            let body =
                json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
            send(&who, &format!("{own}/{order}/requests"), &body).await
        }
        Step::Ship => {
            let order = first(&keeper, &sales, &["paid", "preparing"]).await;
            send(
                &keeper,
                &format!("{sales}/{order}/step"),
                &json!({ "step": "ship" }),
            )
            .await
        }
        Step::Return | Step::Refund => {
            let wanted = match step {
                Step::Return => "returned",
                _ => "refund",
            };
            let order = first(&keeper, &sales, &["delivered"]).await;
            send(
                &keeper,
                &format!("{sales}/{order}/step"),
                &json!({ "step": wanted }),
            )
            .await
        }
        Step::Restock => {
            let body = json!({ "units": visit.units, "reason": "another pressing" });
            let path = format!("{ORDERS}/products/{}/stock", visit.product);
            send(&keeper, &path, &body).await
        }
    }
}

/// The first order in one of the states, preferably one with an open request; `none` without one.
async fn first(client: &Client, path: &str, states: &[&str]) -> String {
    let orders = client.get(&format!("{path}?limit=50")).await;
    let none = Vec::new();
    let orders = orders.payload()["items"].as_array().unwrap_or(&none);
    let fits = |order: &&Value| {
        order["state"]
            .as_str()
            .is_some_and(|one| states.contains(&one))
    };
    let mut fitting: Vec<&Value> = orders.iter().filter(fits).collect();
    fitting.sort_by_key(|order| order["requestState"].is_null());
    fitting.first().map_or_else(
        || "none".to_owned(),
        |order| text_or_empty(&order["orderId"]),
    )
}

/// Sends again while the machine is too busy; a refused attempt writes nothing.
async fn send(client: &Client, path: &str, body: &Value) -> Reply {
    for _ in 0..5 {
        let reply = client.post(path, body.clone()).await;
        if reply.status != 503 && reply.status != 429 {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    client.post(path, body.clone()).await
}
