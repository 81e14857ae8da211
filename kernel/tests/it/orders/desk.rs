//! The desk: who gets its alarms, the filter of open requests, how long addresses are kept, and the indexes of its lists.

use std::time::Duration;

use serde_json::json;
use witverse_testing::TestApp;

use super::{
    act, album, assert_stock_consistent, of_world, on_sale, paid_by_card, placed_parcel, sell,
    wait_for_items,
};
use crate::user::text;

const DAY: u64 = 24 * 60 * 60;
const SALES: &str = "/api/v2/orders/sales";

#[tokio::test]
async fn everyone_who_sells_is_notified_and_sees_the_open_requests() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let (helper, buyer) = (app.person("helper").await, app.person("theo").await);
    let ours = on_sale(&keeper, album(3)).await;
    let theirs = of_world(&seller, album(3)).await;
    let world: String =
        sqlx::query_scalar("select id::text from plugin_worlds.world where name = 'minas'")
            .fetch_one(app.owner())
            .await
            .unwrap();
    let path = format!("/api/v2/worlds/user/member?worldId={world}");
    let joined = helper.send("POST", &path, None).await;
    assert!(joined.status.is_success(), "{}", joined.body);
    let path = format!("/api/v3/worlds/{world}/admins");
    let appointed = seller.post(&path, json!({ "nickname": "helper" })).await;
    assert!(appointed.status.is_success(), "{}", appointed.body);
    let mut orders = Vec::new();
    for (who, product) in [(&keeper, &ours), (&seller, &theirs)] {
        let id = placed_parcel(&buyer, product).await;
        paid_by_card(&app, &buyer, &id).await;
        wait_for_items(&app, &buyer, &id).await;
        let shipped = sell(who, &id, "step", json!({ "step": "ship" })).await;
        assert_eq!(shipped.line(), "200", "{}", shipped.body);
        assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
        let ask = json!({ "kind": "defect", "wish": "refund", "reason": "it is broken" });
        assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
        orders.push(id);
    }
    for (who, id, query) in [
        (&keeper, &orders[0], String::new()),
        (&seller, &orders[1], "world=minas&".to_owned()),
        (&helper, &orders[1], "world=minas&".to_owned()),
    ] {
        for title in ["There is an order to ship", "A request needs your decision"] {
            let expect = [format!("/order/desk?{query}sale={id}")];
            app.eventually(title, async || {
                let links: Vec<String> = sqlx::query_scalar(
                    "select link from plugin_mail.alarm where account_id = $1 and title_en = $2",
                )
                .bind(who.id)
                .bind(title)
                .fetch_all(app.owner())
                .await
                .unwrap();
                links == expect
            })
            .await;
        }
    }
    let listed = async |query: &str| {
        let reply = keeper.get(&format!("{SALES}?{query}")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        let items = reply.payload()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|one| text(&one["orderId"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(listed("request=open").await, [orders[0].clone()]);
    assert_eq!(
        listed("request=open&worldName=minas").await,
        [orders[1].clone()]
    );
    let reject = json!({ "accept": false, "answer": "it is not" });
    assert_eq!(
        sell(&keeper, &orders[0], "decide", reject).await.line(),
        "200"
    );
    assert!(listed("request=open").await.is_empty());
    for query in ["request=closed", "request=open&state=paid"] {
        let reply = keeper.get(&format!("{SALES}?{query}")).await;
        assert_eq!(reply.line(), "422 validation_failed", "{query}");
    }
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_address_is_kept_while_a_defect_can_be_reported_or_a_request_is_open() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("theo").await);
    let product = on_sale(&keeper, album(3)).await;
    let mut orders = Vec::new();
    for _ in 0..2 {
        let id = placed_parcel(&buyer, &product).await;
        paid_by_card(&app, &buyer, &id).await;
        wait_for_items(&app, &buyer, &id).await;
        let shipped = sell(&keeper, &id, "step", json!({ "step": "ship" })).await;
        assert_eq!(shipped.line(), "200", "{}", shipped.body);
        assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
        orders.push(id);
    }
    let kept = "select count(*) from plugin_orders.purchase where address is not null";
    app.advance(Duration::from_secs(91 * DAY + DAY / 2));
    let buyer = app.log_in("theo", buyer.id).await;
    let ask = json!({ "kind": "defect", "wish": "exchange", "reason": "it is broken" });
    let asked = act(&buyer, &orders[0], "requests", ask).await;
    assert_eq!(asked.line(), "200", "{}", asked.body);
    assert_eq!(app.count(kept).await, 2);
    app.advance(Duration::from_secs(3 * DAY));
    app.eventually("the other address is erased", async || {
        app.count(kept).await == 1
    })
    .await;
    let of_request = "select count(*) from plugin_orders.purchase where address is not null and has_open_request";
    assert_eq!(app.count(of_request).await, 1);
    // It is accepted by its term, the goods are not sent back, and the request lapses.
    app.advance(Duration::from_secs(8 * DAY));
    app.eventually("it is accepted", async || {
        app.count("select count(*) from plugin_orders.request where state = 'accepted'")
            .await
            == 1
    })
    .await;
    assert_eq!(app.count(kept).await, 1);
    app.advance(Duration::from_secs(16 * DAY));
    app.eventually("it has lapsed", async || {
        app.count("select count(*) from plugin_orders.request where state = 'lapsed'")
            .await
            == 1
    })
    .await;
    app.advance(Duration::from_secs(120));
    app.eventually("the last address is erased", async || {
        app.count(kept).await == 0
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn a_page_of_the_desk_reads_one_index() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let product = on_sale(&keeper, album(3)).await;
    // Many delivered orders, and a few old ones in other states.
    sqlx::query(
        "insert into plugin_orders.purchase (id, product_id, world, quantity, state, won, surcharge_won, has_parcel, method,
             paid_at, created_at, reserved_until, has_open_request)
         select gen_random_uuid(), $1::uuid, case when n % 2 = 0 then 'minas' end, 1,
             case when n <= 40 then 'preparing' else 'delivered' end, 1000, 0, true, 'card', now(),
             now() - interval '1 year' + n * interval '1 minute', now(), n <= 40
         from generate_series(1, 60000) n",
    )
    .bind(&product)
    .execute(app.owner())
    .await
    .unwrap();
    sqlx::query("analyze plugin_orders.purchase")
        .execute(app.owner())
        .await
        .unwrap();
    let of_world = "p.world = 'minas'";
    let of_platform = "(p.world is null or p.is_orphan)";
    for (condition, index) in [
        (of_world.to_owned(), "purchase_world_sales"),
        (
            format!("{of_world} and p.state = 'preparing'"),
            "purchase_world_state",
        ),
        (
            format!("{of_world} and p.has_open_request"),
            "purchase_world_requests",
        ),
        (of_platform.to_owned(), "purchase_platform_sales"),
        (
            format!("{of_platform} and p.state = 'preparing'"),
            "purchase_platform_state",
        ),
        (
            format!("{of_platform} and p.has_open_request"),
            "purchase_platform_requests",
        ),
    ] {
        let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "explain (analyze, costs off, timing off) select p.id, p.buyer_id from plugin_orders.purchase p where {condition}
             and p.paid_at is not null
             and (p.created_at, p.id) < ('2999-01-01'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
             order by p.created_at desc, p.id desc limit 21 offset 0"
        )))
        .fetch_all(app.owner())
        .await
        .unwrap();
        let plan = plan.join("\n");
        assert!(plan.contains(index), "{condition}: {plan}");
        assert!(
            !plan.contains("Sort") && !plan.contains("Removed by Filter"),
            "{condition}: {plan}"
        );
    }
    for query in ["state=preparing", "request=open", "state=delivered"] {
        let reply = keeper.get(&format!("{SALES}?{query}")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        assert_eq!(
            reply.payload()["items"].as_array().unwrap().len(),
            20,
            "{query}"
        );
    }
    app.stop().await;
}
