//! Items that stand in blocks: they are locked with the scene that visitors see, and free again when they are taken down.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::scenes::scene;
use super::{BLOCKS, assert_blocks_consistent, complete, delete, draft, publish};
use crate::community::Town;
use crate::friends::befriend;
use crate::gifts::new_gift;
use crate::items::{assert_items_consistent, granted, granted_with};
use crate::market;
use crate::support::concurrently;
use crate::user::text;

const PLACED: &str = "select count(*) from plugin_items.item where lock_by = 'placed'";

/// A scene in which the items stand in frames, in this order.
fn with_items(items: &[&str]) -> Value {
    let mut document = scene(0);
    document["objects"] = items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            json!({
                "id": format!("frame-{at}"), "kind": "picture-frame", "yaw": 0.0, "scale": 1.0,
                "colour": "#808080", "position": { "x": 4.0, "y": 0.0, "z": 4.0 }, "item": item,
            })
        })
        .collect();
    document
}

async fn save(by: &Client, id: &str, based_on: i64, scene: Value) -> Reply {
    let body = json!({ "basedOn": based_on, "scene": scene });
    by.put(&format!("{BLOCKS}/{id}/scene"), body).await
}

/// Saves a scene with items after a version, and publishes it.
async fn show(by: &Client, id: &str, based_on: i64, items: &[&str]) -> Reply {
    let saved = save(by, id, based_on, with_items(items)).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    publish(by, id, based_on + 1).await
}

async fn take_down(by: &Client, id: &str, item: &str) -> Reply {
    by.send("DELETE", &format!("{BLOCKS}/{id}/items/{item}"), None)
        .await
}

/// The items of the scene that a person sees.
async fn seen(by: &Client, id: &str) -> Vec<String> {
    let reply = by.get(&format!("{BLOCKS}/{id}/scene")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    let mut ids: Vec<String> = items.iter().map(|item| text(&item["itemId"])).collect();
    ids.sort();
    ids
}

async fn lock_of(owner: &Client, item: &str) -> Value {
    let reply = owner.get(&format!("/api/v2/items/{item}")).await;
    reply.payload()["lock"]["by"].clone()
}

async fn where_is(by: &Client, item: &str) -> Value {
    let reply = by.get(&format!("{BLOCKS}/placed?itemId={item}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["block"].clone()
}

fn sorted(ids: &[&str]) -> Vec<String> {
    let mut ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.sort();
    ids
}

async fn assert_consistent(app: &TestApp) {
    assert_blocks_consistent(app).await;
    assert_items_consistent(app).await;
}

#[tokio::test]
async fn an_item_in_a_published_scene_has_no_other_use() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let keeper = app.administrator().await;
    let more = json!({ "gear": { "slot": "head", "model": "crown" } });
    let crown = granted_with(&keeper, "crown", "patron", more).await;
    let id = complete(maker, "plaza").await;
    let saved = save(maker, &id, 1, with_items(&[&crown])).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    assert_eq!(app.count(PLACED).await, 0, "a draft locks nothing");
    let latest = maker.get(&format!("{BLOCKS}/{id}/versions/latest")).await;
    assert_eq!(latest.payload()["items"][0]["isPlaced"], false);
    assert_eq!(publish(maker, &id, 2).await.line(), "200");
    // Publishing again changes nothing.
    assert_eq!(publish(maker, &id, 2).await.line(), "200");
    assert_eq!(lock_of(maker, &crown).await, "placed");
    let reply = app.visitor().get(&format!("{BLOCKS}/{id}/scene")).await;
    let item = &reply.payload()["items"][0];
    assert_eq!(item["itemId"], json!(crown));
    assert_eq!(item["name"], json!({ "ko": "등불", "en": "Lantern" }));
    assert_eq!(item["owner"]["nickname"], "patron");
    assert_eq!(item["isPlaced"], true);
    assert_eq!(reply.payload()["scene"], with_items(&[&crown]));
    let (block, nowhere) = (where_is(maker, &crown).await, Value::Null);
    assert_eq!(
        (&block["blockId"], &block["worldName"]),
        (&json!(id), &json!("agora"))
    );
    assert_eq!(where_is(&town.member, &crown).await, nowhere);

    befriend(maker, (&town.member, "member")).await;
    let gift = new_gift("item", json!(crown), town.member.id);
    let gift = maker.post("/api/v2/gift/create", gift).await;
    assert_eq!(gift.line(), "409 already_rock_item");
    let wear = json!({ "slot": "head", "itemId": crown });
    let worn = maker.put(crate::avatars::GEAR, wear).await;
    assert_eq!(worn.line(), "409 already_rock_item");
    let listed = market::list(maker, &crown, json!(5)).await;
    assert_eq!(listed.line(), "409 item_placed");

    for expected in [true, false] {
        let taken = take_down(maker, &id, &crown).await;
        assert_eq!(taken.line(), "200", "{}", taken.body);
        assert_eq!(taken.payload()["takenDown"], expected);
    }
    assert_eq!(lock_of(maker, &crown).await, Value::Null);
    assert_eq!(where_is(maker, &crown).await, nowhere);
    assert!(
        seen(&app.visitor(), &id).await.is_empty(),
        "the frame is empty"
    );
    market::listed(maker, &crown, 5).await;
    assert_consistent(app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_refused_publication_names_each_object_and_changes_nothing() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let keeper = app.administrator().await;
    let mut items = Vec::new();
    for (key, owner) in [
        ("free", "patron"),
        ("listed", "patron"),
        ("given", "patron"),
        ("elsewhere", "patron"),
        ("hers", "member"),
    ] {
        items.push(granted(&keeper, key, owner).await);
    }
    let [free, listed, given, elsewhere, hers] = items.try_into().ok().unwrap();
    let id = complete(maker, "plaza").await;
    assert_eq!(show(maker, &id, 1, &[&free]).await.line(), "200");
    market::listed(maker, &listed, 5).await;
    befriend(maker, (&town.member, "member")).await;
    let gift = new_gift("item", json!(given), town.member.id);
    let gift = maker.post("/api/v2/gift/create", gift).await;
    assert_eq!(gift.line(), "201", "{}", gift.body);
    let other = complete(maker, "other").await;
    assert_eq!(show(maker, &other, 1, &[&elsewhere]).await.line(), "200");

    let unknown = uuid::Uuid::nil().to_string();
    let wanted = [&listed, &given, &elsewhere, &hers, &unknown].map(String::as_str);
    let refused = show(maker, &id, 2, &wanted).await;
    assert_eq!(refused.line(), "409 scene_items_unavailable");
    assert_eq!(
        refused.body["language"],
        json!({
            "ko": "놓을 수 없는 아이템이 있어 공개하지 못했습니다.",
            "en": "Some of the items can't be placed, so nothing was published.",
        })
    );
    let fields: Vec<Value> = refused.body["fields"].as_array().unwrap().clone();
    let named: Vec<String> = fields.iter().map(|one| text(&one["field"])).collect();
    let expected: Vec<String> = (0..5).map(|n| format!("scene.objects[{n}].item")).collect();
    assert_eq!(named, expected);
    assert_eq!(
        fields[0]["language"],
        json!({
            "ko": "‘frame-0’의 ‘등불’: 마켓에서 판매 중입니다. 판매를 취소한 뒤 다시 공개해 주세요.",
            "en": "“Lantern” on “frame-0”: this item is for sale. Cancel the sale and publish again.",
        })
    );
    let block = maker.get(&format!("{BLOCKS}/{id}")).await;
    assert_eq!(block.payload()["publishedVersion"], 2);
    assert_eq!(seen(&app.visitor(), &id).await, sorted(&[&free]));
    // An item that is used up cannot be placed either.
    let used = json!({ "itemId": free, "owner": maker.id });
    assert_eq!(take_down(maker, &id, &free).await.line(), "200");
    crate::items::serve(maker, "use", used).await.unwrap();
    let refused = publish(maker, &id, 2).await;
    assert_eq!(refused.line(), "409 scene_items_unavailable");
    assert_eq!(
        refused.body["fields"][0]["language"]["en"],
        "“Lantern” on “frame-0”: this item has been used."
    );
    assert_consistent(app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn people_who_manage_a_block_place_their_own_items() {
    let town = Town::start().await;
    let (app, maker, admin) = (&town.app, &town.patron, &town.admin);
    let keeper = app.administrator().await;
    let (first, second) = (
        granted(&keeper, "first", "patron").await,
        granted(&keeper, "second", "admin_1").await,
    );
    let id = complete(maker, "plaza").await;
    assert_eq!(show(maker, &id, 1, &[&first]).await.line(), "200");
    // The item of the other person stays where it is, also in another frame.
    assert_eq!(show(admin, &id, 2, &[&second, &first]).await.line(), "200");
    assert_eq!(seen(&app.visitor(), &id).await, sorted(&[&first, &second]));
    for (by, item, line) in [
        (admin, &first, "403 not_item_owner"),
        (&town.member, &first, "403 not_item_owner"),
        (&app.visitor(), &first, "401 unauthenticated"),
        (maker, &"x".to_owned(), "404 item_not_found"),
    ] {
        assert_eq!(take_down(by, &id, item).await.line(), line);
    }
    assert_eq!(take_down(maker, &id, &first).await.line(), "200");
    // Only its owner places it again.
    let refused = publish(admin, &id, 3).await;
    assert_eq!(refused.line(), "409 scene_items_unavailable");
    assert_eq!(refused.body["fields"][0]["field"], "scene.objects[1].item");
    assert_eq!(publish(maker, &id, 3).await.line(), "200");
    assert_eq!(app.count(PLACED).await, 2);
    assert_consistent(app).await;
    // The items of several owners end with the block.
    assert_eq!(delete(admin, &id).await.line(), "200");
    assert_eq!(lock_of(maker, &first).await, Value::Null);
    assert_eq!(lock_of(admin, &second).await, Value::Null);
    assert_consistent(app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_scene_with_items_has_rules() {
    let town = Town::start().await;
    let maker = &town.patron;
    let id = draft(maker, "plaza").await;
    let ids: Vec<String> = (0..21)
        .map(|n| format!("0190a1b2-0000-7000-8000-0000000000{n:02}"))
        .collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert_eq!(
        save(maker, &id, 1, with_items(&ids[..20])).await.line(),
        "200"
    );
    let many = save(maker, &id, 2, with_items(&ids)).await;
    assert_eq!(many.fields().len(), 1, "{}", many.body);
    let twice = save(maker, &id, 2, with_items(&[ids[0], ids[0]])).await;
    assert_eq!(twice.body["fields"][0]["field"], "scene.objects[1].item");
    let mut tree = with_items(&ids[..1]);
    tree["objects"][0]["kind"] = json!("tree");
    let tree = save(maker, &id, 2, tree).await;
    assert_eq!(tree.body["fields"][0]["field"], "scene.objects[0].item");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_uses_at_once_one_wins() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let keeper = app.administrator().await;
    let (one, other) = (complete(maker, "one").await, complete(maker, "other").await);
    for round in 0..4 {
        let item = granted(&keeper, &format!("item{round}"), "patron").await;
        for id in [&one, &other] {
            let saved = save(maker, id, round + 1, with_items(&[&item])).await;
            assert_eq!(saved.line(), "200", "{}", saved.body);
        }
        let place = |id: &String| {
            let (maker, id) = (maker.clone(), id.clone());
            async move { publish(&maker, &id, round + 2).await }
        };
        let sell = |item: &String| {
            let (maker, item) = (maker.clone(), item.clone());
            async move { market::list(&maker, &item, json!(5)).await }
        };
        let calls: Vec<std::pin::Pin<Box<dyn Future<Output = Reply> + Send>>> = vec![
            Box::pin(place(&one)),
            Box::pin(place(&other)),
            Box::pin(sell(&item)),
        ];
        let lines: Vec<String> = concurrently(calls).await.iter().map(Reply::line).collect();
        let won = lines.iter().filter(|line| line.starts_with('2')).count();
        assert_eq!(won, 1, "{lines:?}");
        for line in &lines[..2] {
            assert!(
                line == "200" || line == "409 scene_items_unavailable",
                "{lines:?}"
            );
        }
        assert_consistent(app).await;
    }
    // The same block, twice at once, while its owner takes the item down.
    let item = granted(&keeper, "last", "patron").await;
    let saved = save(maker, &one, 5, with_items(&[&item])).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    let (id, whose) = (one.clone(), maker.clone());
    let publish = |id: String, by: Client| async move { publish(&by, &id, 6).await };
    let down = async move { take_down(&whose, &id, &item).await };
    let calls: Vec<std::pin::Pin<Box<dyn Future<Output = Reply> + Send>>> = vec![
        Box::pin(publish(one.clone(), maker.clone())),
        Box::pin(publish(one.clone(), maker.clone())),
        Box::pin(down),
    ];
    for reply in concurrently(calls).await {
        assert_eq!(reply.line(), "200", "{}", reply.body);
    }
    assert_consistent(app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn the_items_of_an_erased_account_are_taken_down() {
    const DAY: Duration = Duration::from_secs(86_400);
    let town = Town::start().await;
    let (app, maker, admin) = (&town.app, &town.patron, &town.admin);
    let keeper = app.administrator().await;
    let hers = granted(&keeper, "hers", "admin_1").await;
    let mut ids = Vec::new();
    for name in ["one", "two", "three"] {
        let item = granted(&keeper, name, "patron").await;
        let id = complete(maker, name).await;
        assert_eq!(show(maker, &id, 1, &[&item]).await.line(), "200");
        ids.push((id, item));
    }
    let (first, item) = &ids[0];
    assert_eq!(show(admin, first, 2, &[&hers, item]).await.line(), "200");
    let leaving = maker.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200");
    app.advance(7 * DAY + Duration::from_secs(60));
    app.eventually("its items belong to the platform", async || {
        let left = "select count(*) from plugin_items.item where owner_id is not null";
        // The counters of an erased owner are deleted in the call after the last item.
        let counted = "select count(distinct owner_id) from plugin_items.tally where items > 0";
        app.count(left).await <= 1 && app.count(counted).await <= 1 && app.count(PLACED).await == 1
    })
    .await;
    assert_eq!(seen(&app.visitor(), first).await, sorted(&[&hers]));
    assert_consistent(app).await;
    town.app.stop().await;
}
