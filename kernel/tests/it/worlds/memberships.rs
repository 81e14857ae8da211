//! Membership collections: opening, buying, claiming, and giving them away.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::managing::world_of;
use super::{join, world};
use crate::friends::again;
use crate::support::concurrently;
use crate::user::{says, text};
use crate::wallet_admin;

async fn open(client: &Client, world: &str, more: Value) -> Reply {
    let mut body =
        json!({ "name": { "ko": "봄 멤버십", "en": "Spring" }, "quantity": 2, "price": 100 });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client
        .post(&format!("/api/v3/worlds/{world}/collections"), body)
        .await
}

async fn buy(client: &Client, (world, id): (&str, &str), price: i64) -> Reply {
    let path = format!("/api/v3/worlds/{world}/collections/{id}/buy");
    client.post(&path, json!({ "price": price })).await
}

async fn balance(client: &Client) -> i64 {
    let reply = client.get("/api/v2/wallet").await;
    reply.payload()["balanceHundredths"].as_i64().unwrap()
}

/// Sales, items and holders agree.
async fn assert_memberships_consistent(app: &TestApp) {
    let differences = "select count(*) from plugin_worlds.membership m where
        m.sold <> (select count(*) from plugin_worlds.membership_sale s where s.membership_id = m.id)
        or m.sold <> (select c.editions from plugin_items.collection c where c.id = m.id)
        or m.sold <> (select count(*) from plugin_items.item i where i.collection_id = m.id)
        or (m.sold = m.quantity and m.is_open)";
    assert_eq!(app.count(differences).await, 0, "sales and items differ");
    let holders = "select count(*) from (
        (select m.world_id, i.owner_id, count(*) from plugin_items.item i
         join plugin_worlds.membership m on m.id = i.collection_id where i.owner_id is not null group by 1, 2
         except select world_id, account_id, items from plugin_worlds.holder)
        union all
        (select world_id, account_id, items from plugin_worlds.holder where items <> 0
         except select m.world_id, i.owner_id, count(*) from plugin_items.item i
         join plugin_worlds.membership m on m.id = i.collection_id where i.owner_id is not null group by 1, 2)) x";
    assert_eq!(app.count(holders).await, 0, "holders and items differ");
}

#[tokio::test]
async fn a_membership_is_bought_with_wit_and_the_next_one_waits() {
    let app = TestApp::start().await;
    let (owner, mina, theo, sora) = (
        app.person("hana").await,
        app.person("mina").await,
        app.person("theo").await,
        app.person("sora").await,
    );
    let agora = world_of(&owner, "agora").await;
    for person in [&mina, &theo] {
        join(person, &agora).await;
        wallet_admin::give(&app, person.id, 15_000).await;
    }
    assert_eq!(
        open(&mina, &agora, json!({})).await.line(),
        "403 world_admins_only"
    );
    let opened = open(&owner, &agora, json!({})).await;
    assert_eq!(opened.line(), "201", "{}", opened.body);
    let id = text(&opened.payload()["collectionId"]);
    let one = (agora.as_str(), id.as_str());
    says(
        &open(&owner, &agora, json!({})).await,
        "409 membership_unsold",
        "기존 멤버십 컬렉션이 모두 판매된 후에 새 컬렉션을 추가할 수 있습니다.",
        "You cannot add a membership collection until the existing one is sold out.",
    );
    assert_eq!(buy(&sora, one, 100).await.line(), "403 world_members_only");
    assert_eq!(
        buy(&mina, one, 99).await.line(),
        "409 membership_price_changed"
    );
    let bought = buy(&mina, one, 100).await;
    assert_eq!(bought.line(), "201", "{}", bought.body);
    assert_eq!(bought.payload()["edition"], 1);
    assert_eq!(
        (balance(&mina).await, balance(&owner).await),
        (5_000, 10_000)
    );
    assert_eq!(world(&mina, "agora").await.payload()["hasMembership"], true);
    app.eventually("100 WIT are one witch point", async || {
        world(&mina, "agora").await.payload()["witchPoint"] == 1.0
    })
    .await;
    assert_eq!(buy(&mina, one, 100).await.line(), "409 insufficient_wit");
    assert_eq!(
        buy(&theo, one, 100).await.payload()["membership"]["sale"],
        "soldOut"
    );
    assert_eq!(buy(&mina, one, 100).await.line(), "409 membership_sold_out");
    assert_eq!(world(&mina, "agora").await.payload()["itemCount"], 2);
    assert_eq!(
        open(&owner, &agora, json!({ "price": 0 })).await.line(),
        "201"
    );
    let list = app
        .visitor()
        .get(&format!("/api/v3/worlds/{agora}/collections"))
        .await;
    assert_eq!(list.payload()["total"], 2);
    assert_eq!(list.payload()["items"][0]["isFree"], true);
    let collection = app
        .visitor()
        .get(&format!("/api/v2/collections/{id}"))
        .await;
    assert_eq!(
        (
            &collection.payload()["editions"],
            &collection.payload()["supply"],
            &collection.payload()["link"]
        ),
        (&json!(2), &json!(2), &json!("/agora"))
    );
    let items = app
        .visitor()
        .get(&format!("/api/v2/collections/{id}/items?limit=1"))
        .await;
    assert_eq!(items.payload()["items"][0]["owner"]["nickname"], "mina");
    let cursor = text(&items.payload()["nextCursor"]);
    let path = format!("/api/v2/collections/{id}/items?cursor={cursor}");
    assert_eq!(
        app.visitor().get(&path).await.payload()["items"][0]["edition"],
        2
    );
    assert_memberships_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_free_membership_is_given_once() {
    let app = TestApp::start().await;
    let (owner, mina) = (app.person("hana").await, app.person("mina").await);
    let agora = world_of(&owner, "agora").await;
    join(&mina, &agora).await;
    let opened = open(&owner, &agora, json!({ "price": 0, "quantity": 10 })).await;
    let id = text(&opened.payload()["collectionId"]);
    let lines = concurrently((0..4).map(|_| {
        let (mina, agora, id) = (mina.clone(), agora.clone(), id.clone());
        async move { buy(&mina, (&agora, &id), 0).await.line() }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "201").count(),
        1,
        "{lines:?}"
    );
    says(
        &buy(&mina, (&agora, &id), 0).await,
        "409 membership_free_once",
        "무료 멤버십은 한 번만 받을 수 있습니다.",
        "You can get a free membership only once.",
    );
    assert_memberships_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_membership_has_one_buyer() {
    let app = TestApp::start().await;
    let owner = app.person("hana").await;
    let agora = world_of(&owner, "agora").await;
    let mut people = Vec::new();
    for n in 0..10 {
        let person = app.person(&format!("person{n}")).await;
        join(&person, &agora).await;
        wallet_admin::give(&app, person.id, 20_000).await;
        people.push(person);
    }
    let opened = open(&owner, &agora, json!({ "quantity": 1 })).await;
    let id = text(&opened.payload()["collectionId"]);
    // Fifty calls of ten people.
    let lines = concurrently((0..50).map(|n| {
        let (person, agora, id) = (people[n % 10].clone(), agora.clone(), id.clone());
        async move {
            loop {
                let line = buy(&person, (&agora, &id), 100).await.line();
                // The answers that promise that nothing was changed, and ask to try again.
                if !line.starts_with("503") && line != "504 plugin_timeout" {
                    return line;
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "201").count(),
        1,
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .all(|line| line == "201" || line == "409 membership_sold_out"),
        "{lines:?}"
    );
    let mut total = balance(&owner).await;
    assert_eq!(total, 10_000);
    for person in &people {
        total += balance(person).await;
    }
    assert_eq!(total, 200_000, "WIT are conserved");
    assert_memberships_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_deadline_ends_the_registration_and_opens_the_next() {
    let app = TestApp::start().await;
    let (owner, mina) = (app.person("hana").await, app.person("mina").await);
    let agora = world_of(&owner, "agora").await;
    join(&mina, &agora).await;
    wallet_admin::give(&app, mina.id, 20_000).await;
    let deadline = (app.clock.now() + Duration::from_secs(3600))
        .format(&time::format_description::well_known::Rfc3339)
        .unwrap();
    let opened = open(&owner, &agora, json!({ "deadline": deadline })).await;
    let id = text(&opened.payload()["collectionId"]);
    app.advance(Duration::from_secs(3601));
    let (owner, mina) = (again(&app, "hana").await, again(&app, "mina").await);
    says(
        &buy(&mina, (&agora, &id), 100).await,
        "409 membership_closed",
        "가입 기간이 지난 멤버십입니다.",
        "The registration period for this membership has ended.",
    );
    assert_eq!(open(&owner, &agora, json!({})).await.line(), "201");
    app.stop().await;
}

#[tokio::test]
async fn the_right_to_write_follows_a_membership_that_is_given_away() {
    let app = TestApp::start().await;
    let (owner, mina, theo) = (
        app.person("hana").await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let agora = world_of(&owner, "agora").await;
    join(&mina, &agora).await;
    join(&theo, &agora).await;
    crate::friends::befriend(&mina, (&theo, "theo")).await;
    let opened = open(&owner, &agora, json!({ "price": 0 })).await;
    let id = text(&opened.payload()["collectionId"]);
    let item = text(&buy(&mina, (&agora, &id), 0).await.payload()["itemId"]);
    let gift = crate::gifts::new_gift("item", json!(item), theo.id);
    let sent = mina.post("/api/v2/gift/create", gift).await;
    let answer = json!({ "airdropId": sent.payload()["airdropId"], "approve": true });
    assert_eq!(theo.post("/api/v2/gift/handle", answer).await.line(), "200");
    app.eventually("the membership has moved", async || {
        world(&theo, "agora").await.payload()["hasMembership"] == true
    })
    .await;
    assert_eq!(
        world(&mina, "agora").await.payload()["hasMembership"],
        false
    );
    let roles = app
        .count("select count(*) from kernel.role_binding where role = 'membership'")
        .await;
    assert_eq!(roles, 1);
    assert_memberships_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn other_plugins_create_no_items_in_a_membership_collection() {
    let app = TestApp::start().await;
    let (owner, keeper) = (app.person("hana").await, app.administrator().await);
    let agora = world_of(&owner, "agora").await;
    let opened = open(&owner, &agora, json!({})).await;
    let collection = opened.payload()["collectionId"].clone();
    for numbered in [true, false] {
        let grant = crate::items::grant_of(
            "forged",
            "hana",
            json!({ "collectionId": collection, "numbered": numbered }),
        );
        let reply = keeper.post("/api/v2/items/grants", grant).await;
        assert_eq!(reply.line(), "404 collection_not_found");
    }
    app.stop().await;
}
