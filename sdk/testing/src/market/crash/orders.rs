//! Orders of products with stock, beside the trades: a person places, pays with WIT and cancels; what is not paid lapses. The
//! administrator adds stock. Audited with the rest: each unit that was put in is on hand, reserved or sold, once.

use rand::RngExt;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::person::{GivesUp, Person};
use super::scene::Scene;
use super::shared::Shared;
use super::shop::ORDERS;

const NONCE: &str = "0123456789abcdef0123456789abcdef";

impl Person {
    /// A step of an order: of the first own one that fits.
    pub(super) fn order(&mut self) -> Result<(), GivesUp> {
        let mine = format!("{ORDERS}/mine");
        let step = self.rng.random_range(0..10);
        if step < 5 {
            let product = self.scene.products[usize::from(step == 0)];
            let address = self.scene.addresses[self.number];
            let body = json!({ "productId": product, "quantity": 1, "addressId": address });
            let (key, placed) = self.write("POST", &mine, &body)?;
            self.note_id(&placed["orderId"], key, |shared| &shared.orders);
            return Ok(());
        }
        let orders = self.read(&format!("{mine}?limit=50"))?;
        let in_state = |states: &[&str]| {
            let orders = orders["items"].as_array()?;
            orders
                .iter()
                .find(|order| states.contains(&order["state"].as_str().unwrap_or_default()))
                .and_then(|order| order["orderId"].as_str().map(str::to_owned))
        };
        if step < 9 {
            let Some(order) = in_state(&["reserved"]) else {
                return Ok(());
            };
            let body = json!({ "method": "wit", "nonce": NONCE, "agreed": true });
            let (key, paid) = self.write("POST", &format!("{mine}/{order}/pay"), &body)?;
            self.note_id(&paid["orderId"], key, |shared| &shared.paid);
        } else if let Some(order) = in_state(&["paid"]) {
            self.write("POST", &format!("{mine}/{order}/cancel"), &json!({}))?;
        }
        Ok(())
    }
}

/// Every unit is in one place, and every acknowledged order and payment exists once.
pub(super) async fn compare(
    owner: &mut PgConnection,
    scene: &Scene,
    shared: &Shared,
) -> Vec<String> {
    let mut found = Vec::new();
    let put_in = *shared.put_in.lock().unwrap();
    for (product, put_in) in scene.products.iter().zip(put_in) {
        let (available, reserved, sold, in_orders): (i64, i64, i64, i64) = sqlx::query_as(
            "select p.available, p.reserved,
                 (select coalesce(-sum(e.reserved_change) filter (where e.reason = 'sold'), 0)
                      - coalesce(sum(e.available_change) filter (where e.reason in ('returned', 'exchanged')), 0)
                          - coalesce(sum(e.written_off), 0)
                  from plugin_orders.stock_entry e where e.product_id = p.id)::bigint,
                 (select coalesce(sum(o.quantity), 0) from plugin_orders.purchase o where o.product_id = p.id
                  and o.state in ('paid', 'preparing', 'shipped', 'delivered'))::bigint
             from plugin_orders.product p where p.id = $1",
        )
        .bind(product)
        .fetch_one(&mut *owner)
        .await
        .unwrap();
        if available < 0 || available + reserved + sold != put_in || sold != in_orders {
            found.push(format!(
                "of {put_in} units {available} are on hand, {reserved} reserved, {sold} sold, {in_orders} in orders"
            ));
        }
    }
    let ids: Vec<Uuid> = scene.people.iter().map(|(_, id)| *id).collect();
    for (what, acknowledged, statement) in [
        (
            "orders",
            &shared.orders,
            "select count(*), count(*) filter (where id = any($2)) from plugin_orders.purchase where buyer_id = any($1)",
        ),
        (
            "paid orders",
            &shared.paid,
            "select count(*), count(*) filter (where id = any($2)) from plugin_orders.purchase where buyer_id = any($1)
             and paid_at is not null",
        ),
    ] {
        let known: Vec<Uuid> = acknowledged.lock().unwrap().keys().copied().collect();
        let (made, exist): (i64, i64) = sqlx::query_as(statement)
            .bind(&ids)
            .bind(&known)
            .fetch_one(&mut *owner)
            .await
            .unwrap();
        let wanted = i64::try_from(known.len()).unwrap();
        if (made, exist) != (wanted, wanted) {
            found.push(format!(
                "{made} {what} were made, {exist} of {wanted} acknowledged ones exist"
            ));
        }
    }
    let wrong: i64 = sqlx::query_scalar(
        "select (select count(*) from plugin_orders.purchase o where o.paid_at is not null and o.buyer_id = any($1)
             and (1 <> (select count(*) from plugin_orders.stock_entry e where e.purchase_id = o.id and e.reason = 'sold')
                  or exists (select 1 from plugin_orders.stock_entry e
                             where e.purchase_id = o.id and e.reason = 'released')))
         + (select count(*) from (select item_id from plugin_orders.given where item_id is not null group by 1
            having count(*) > 1) twice)",
    )
    .bind(&ids)
    .fetch_one(owner)
    .await
    .unwrap();
    if wrong > 0 {
        found.push(format!(
            "{wrong} paid orders or items do not have one unit each"
        ));
    }
    found
}
