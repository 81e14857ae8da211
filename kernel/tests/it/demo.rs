//! Demo data of `--demo`: people, worlds and items, created once, however often the kernel starts.

use serde_json::Value;
use witverse_kernel::demo;
use witverse_testing::TestApp;

use crate::items::assert_items_consistent;
use crate::user::text;

#[tokio::test]
async fn demo_accounts_have_worlds_and_items_once() {
    // With the usual rate limits: a refused call would stop the first start.
    let app = TestApp::with(|config| config.http.route_rate_factor = 1).await;
    let mut made = Vec::new();
    for _ in 0..2 {
        demo::seed(&app.app).await.unwrap();
        made.push((
            app.count("select count(*) from plugin_worlds.world").await,
            app.count("select count(*) from plugin_items.item").await,
            app.count("select count(*) from plugin_gifts.gift").await,
            app.count("select count(*) from plugin_friends.relationship")
                .await,
            app.count("select count(*) from kernel.payment_order").await,
            app.count(
                "select (select count(*) from plugin_avatars.avatar) + (select count(*) from plugin_avatars.gear)",
            )
            .await,
            app.count("select (select count(*) from plugin_market.listing) + (select count(*) from plugin_market.offer)")
                .await,
            app.count("select count(*) from plugin_orders.product").await,
        ));
        // As if the first start had been interrupted at the very end.
        let unmarked = sqlx::query("delete from kernel.role_binding where scope = 'demo'");
        unmarked.execute(app.owner()).await.unwrap();
    }
    assert_eq!(made[0].0, 5);
    assert!(made[0].1 >= 12, "{made:?}");
    assert_eq!(made[0], made[1]);
    assert!(made[0].6 >= 8, "listings and offers: {made:?}");
    assert_eq!(made[0].7, 3, "products");
    // Items in pending gifts of the demo are not worn.
    assert_eq!(made[0].5, 10 + 3, "avatars, and worn items");
    let blocks =
        "select count(*) from plugin_blocks.block where state = 'complete' and template <> 'empty'";
    assert_eq!(app.count(blocks).await, 11);
    let main = "select count(*) from plugin_blocks.block where is_main";
    assert_eq!(app.count(main).await, 5);
    assert_items_consistent(&app).await;
    let lonely = "select count(*) from kernel.account a join ledger.account w on w.id = a.id
        where w.balance <= 0 or w.held = 0
            or (select count(*) from plugin_friends.relationship r where r.status = 1 and a.id in (r.low_id, r.high_id)) < 3
            or not exists (select 1 from plugin_gifts.gift g where g.recipient_id = a.id and g.status = 'pending')
            or not exists (select 1 from plugin_gifts.gift g where g.recipient_id = a.id and g.status = 'accepted')";
    assert_eq!(app.count(lonely).await, 0);
    let smallest = "select min(member_count)::bigint from plugin_worlds.world";
    assert!(app.count(smallest).await >= 2);
    for (_, nickname) in demo::logins().iter().skip(1) {
        let profile = format!("/api/v2/profile/user/{nickname}");
        let id = text(&app.visitor().get(&profile).await.payload()["id"]);
        let inventory = format!("/api/v2/user/inventory/paging/{id}");
        let reply = app.visitor().get(&inventory).await;
        let items: &Vec<Value> = reply.payload()["items"].as_array().unwrap();
        assert!(items.len() >= 2, "{nickname}");
        for item in items {
            let picture = text(&item["thumbnailUrl"]);
            let reply = app.visitor().get(&picture).await;
            assert_eq!(reply.line(), "200", "{picture}");
            assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
        }
    }
    app.stop().await;
}
