//! `/api/v2/gift/…`: sending, answering, and every other end of a gift.

mod crash;
mod expiry;
mod lists;
mod model;
mod races;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::friends::befriend;
use crate::items::{assert_items_consistent, granted};
use crate::live::Screen;
use crate::support::portrait_of;
use crate::user::{says, says_at, text};
use crate::wallet_admin;

const BASE: &str = "/api/v2/gift";

pub(crate) fn new_gift(kind: &str, what: Value, to: Uuid) -> Value {
    json!({
        "airdropTargetType": kind, "airdropTargetData": what, "fee": 0, "message": "축하해!", "userId": to,
    })
}

/// Retries like a client while the machine is too busy; a refused attempt writes nothing.
async fn patiently(client: &Client, path: &str, body: Value) -> Reply {
    for _ in 0..5 {
        let reply = client.post(path, body.clone()).await;
        if reply.status != 503 {
            return reply;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    client.post(path, body).await
}

async fn give(client: &Client, kind: &str, what: Value, to: Uuid) -> Reply {
    let path = format!("{BASE}/create");
    patiently(client, &path, new_gift(kind, what, to)).await
}

/// Sends a gift.
async fn given(client: &Client, kind: &str, what: Value, to: Uuid) -> String {
    let reply = give(client, kind, what, to).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["airdropId"])
}

async fn handle(client: &Client, id: &str, approve: bool) -> Reply {
    let body = json!({ "airdropId": id, "approve": approve });
    patiently(client, &format!("{BASE}/handle"), body).await
}

/// A gift in the view of a person.
async fn seen(client: &Client, id: &str) -> Value {
    let reply = client.get(&format!("{BASE}/{id}")).await;
    reply.payload().clone()
}

async fn status(client: &Client, id: &str) -> String {
    text(&seen(client, id).await["status"])
}

/// Balance and held amount, in hundredths.
async fn wit(client: &Client) -> (i64, i64) {
    let reply = client.get("/api/v2/wallet").await;
    let number = |name: &str| reply.payload()[name].as_i64().unwrap();
    (number("balanceHundredths"), number("heldHundredths"))
}

async fn owner(app: &TestApp, item: &str) -> Value {
    let reply = app.visitor().get(&format!("/api/v2/items/{item}")).await;
    reply.payload()["owner"]["nickname"].clone()
}

/// Two friends, the first of whom has 100 WIT and an item.
struct Scene {
    app: TestApp,
    keeper: Client,
    mina: Client,
    theo: Client,
    lantern: String,
}

impl Scene {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let keeper = app.administrator().await;
        let (mina, theo) = (app.person("mina").await, app.person("theo").await);
        befriend(&mina, (&theo, "theo")).await;
        wallet_admin::give(&app, mina.id, 10_000).await;
        let lantern = granted(&keeper, "lantern", "mina").await;
        Self {
            app,
            keeper,
            mina,
            theo,
            lantern,
        }
    }

    /// Checks gifts, WIT and items, and stops the kernel.
    async fn close(self) {
        assert_gifts_consistent(&self.app).await;
        self.app.stop().await;
    }
}

/// Pending gifts and no others have a hold or a lock, and no WIT and no item is missing.
async fn assert_gifts_consistent(app: &TestApp) {
    let holds = "select count(*) from (
        (select hold_id from plugin_gifts.gift where status = 'pending' and hold_id is not null
         except select id from ledger.hold where source = 'gifts' and state = 0)
        union all
        (select id from ledger.hold where source = 'gifts' and state = 0
         except select hold_id from plugin_gifts.gift where status = 'pending')
        union all
        (select hold_id from plugin_gifts.gift where status = 'accepted' and hold_id is not null
         except select id from ledger.hold where source = 'gifts' and state = 1)
        union all
        (select id from ledger.hold where source = 'gifts' and state = 1
         except select hold_id from plugin_gifts.gift where status = 'accepted')) x";
    assert_eq!(app.count(holds).await, 0, "holds and gifts differ");
    let locks = "select count(*) from (
        (select item_id, id::text from plugin_gifts.gift where status = 'pending' and item_id is not null
         except select id, lock_key from plugin_items.item where lock_plugin = 'gifts')
        union all
        (select id, lock_key from plugin_items.item where lock_plugin = 'gifts'
         except select item_id, id::text from plugin_gifts.gift where status = 'pending')) x";
    assert_eq!(app.count(locks).await, 0, "locks and gifts differ");
    let links = "select count(*) from (
        (select item_id, 'gift:' || id, sender_id, recipient_id from plugin_gifts.gift
         where status = 'accepted' and item_id is not null
         except select item_id, reference, from_id, to_id from plugin_items.provenance where kind = 'given')
        union all
        (select item_id, reference, from_id, to_id from plugin_items.provenance where kind = 'given'
         except
         select item_id, 'gift:' || id, sender_id, recipient_id from plugin_gifts.gift where status = 'accepted')) x";
    assert_eq!(app.count(links).await, 0, "chains and gifts differ");
    assert_items_consistent(app).await;
    wallet_admin::assert_ledger_consistent(app).await;
}

#[tokio::test]
async fn wit_is_given_and_accepted() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let mut screen = Screen::open(theo).await;
    let sent = give(mina, "wit", json!(30), theo.id).await;
    let id = text(&sent.payload()["airdropId"]);
    let card = |person: &Client, name: &str| json!({ "userId": person.id, "nickname": name, "thumbnail": portrait_of(person.id) });
    let mut expected = json!({
        "airdropId": id, "type": "wit", "direction": "sent", "sender": card(mina, "mina"),
        "recipient": card(theo, "theo"), "message": "축하해!", "amountHundredths": 3_000, "item": null,
        "feeHundredths": 0, "status": "pending", "sentAt": sent.payload()["sentAt"],
        "expiresAt": sent.payload()["expiresAt"], "closedAt": null,
    });
    assert_eq!((sent.line().as_str(), sent.payload()), ("201", &expected));
    assert_eq!(seen(mina, &id).await, expected);
    expected["direction"] = json!("received");
    assert_eq!(seen(theo, &id).await, expected);
    assert_eq!(
        (wit(mina).await, wit(theo).await),
        ((10_000, 3_000), (0, 0))
    );
    let push = screen.next().await.unwrap();
    assert_eq!(push.event, "gifts.changed");
    assert_eq!(push.data, json!({ "airdropId": id, "status": "pending" }));

    let mut screen = Screen::open(mina).await;
    let accepted = handle(theo, &id, true).await;
    expected["status"] = json!("accepted");
    expected["closedAt"] = accepted.payload()["closedAt"].clone();
    assert_eq!(*accepted.payload(), expected);
    assert!(expected["closedAt"].is_string());
    assert_eq!((wit(mina).await, wit(theo).await), ((7_000, 0), (3_000, 0)));
    let push = screen.next().await.unwrap();
    assert_eq!(push.data, json!({ "airdropId": id, "status": "accepted" }));
    says(
        &handle(theo, &id, true).await,
        "409 gift_closed",
        "이미 수락한 선물입니다.",
        "This gift has already been accepted.",
    );
    assert_eq!(handle(theo, &id, false).await.line(), "409 gift_closed");
    scene.close().await;
}

#[tokio::test]
async fn an_item_is_given_and_accepted() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let sent = give(mina, "item", json!(scene.lantern), theo.id).await;
    let id = text(&sent.payload()["airdropId"]);
    assert_eq!(
        sent.payload()["item"],
        json!({
            "itemId": scene.lantern, "name": { "ko": "등불", "en": "Lantern" },
            "thumbnailUrl": "/assets/plugins/items/items/lantern.svg", "type": "gear",
        })
    );
    assert_eq!(sent.payload()["amountHundredths"], Value::Null);
    let own = mina.get("/api/item/inventory/craft/all/locked").await;
    assert_eq!(
        own.payload()["items"][0]["lock"],
        json!({ "by": "gift", "until": null })
    );
    says(
        &give(mina, "item", json!(scene.lantern), theo.id).await,
        "409 item_awaiting_acceptance",
        "수락을 기다리는 아이템은 선물할 수 없습니다.",
        "You cannot gift assets that are awaiting acceptance.",
    );
    assert_eq!(owner(&scene.app, &scene.lantern).await, "mina");
    assert_eq!(handle(theo, &id, true).await.line(), "200");
    assert_eq!(owner(&scene.app, &scene.lantern).await, "theo");
    let path = format!("/api/v2/items/{}/provenance", scene.lantern);
    let chain = scene.app.visitor().get(&path).await;
    let link = &chain.payload()["links"][1];
    assert_eq!(
        (&link["kind"], &link["reference"], &link["from"]["nickname"]),
        (
            &json!("given"),
            &json!(format!("gift:{id}")),
            &json!("mina")
        )
    );
    // The item belongs to the recipient, who can give it away.
    let back = given(theo, "item", json!(scene.lantern), mina.id).await;
    assert_eq!(
        handle(mina, &back, false).await.payload()["status"],
        "rejected"
    );
    assert_eq!(owner(&scene.app, &scene.lantern).await, "theo");
    scene.close().await;
}

#[tokio::test]
async fn operations_require_their_roles() {
    let scene = Scene::open().await;
    let (app, mina, theo) = (&scene.app, &scene.mina, &scene.theo);
    let (visitor, nameless) = (app.visitor(), app.nameless("nameless").await);
    let sora = app.person("sora").await;
    let create = async |client: &Client, to: Uuid| give(client, "wit", json!(1), to).await;
    assert_eq!(
        create(&visitor, theo.id).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        create(&nameless, theo.id).await.line(),
        "403 nickname_required"
    );
    let reply = create(mina, mina.id).await;
    says(
        &reply,
        "422 gift_self",
        "자신에게는 선물할 수 없습니다.",
        "You can't send a gift to yourself.",
    );
    assert_eq!(reply.body["fields"][0]["field"], "userId");
    says(
        &create(mina, sora.id).await,
        "403 gift_not_friends",
        "친구에게만 선물할 수 있습니다.",
        "You can only send gifts to friends.",
    );
    for nobody in [Uuid::nil(), nameless.id] {
        assert_eq!(create(mina, nobody).await.line(), "404 user_not_found");
    }
    let id = given(mina, "wit", json!(1), theo.id).await;
    for approve in [true, false] {
        let own = handle(mina, &id, approve).await;
        assert_eq!(own.line(), "403 gift_own");
        for (client, id) in [(&sora, &*id), (theo, "7"), (theo, &Uuid::nil().to_string())] {
            let reply = handle(client, id, approve).await;
            assert_eq!(reply.line(), "404 gift_not_found");
        }
        assert_eq!(
            handle(&visitor, &id, approve).await.line(),
            "401 unauthenticated"
        );
    }
    let reply = sora.get(&format!("{BASE}/{id}")).await;
    assert_eq!(reply.line(), "404 gift_not_found");
    assert_eq!(status(theo, &id).await, "pending");
    // A muted person cannot send messages, not even with a gift, but can answer a gift.
    for client in [mina, theo] {
        let path = format!("/api/admin/users/{}/sanctions", client.id);
        let body = json!({ "action": "mute", "reason": "because", "hours": 24 });
        assert_eq!(scene.keeper.post(&path, body).await.line(), "200");
    }
    assert_eq!(create(mina, theo.id).await.line(), "403 muted");
    assert_eq!(handle(theo, &id, true).await.line(), "200");
    scene.close().await;
}

#[tokio::test]
async fn a_gift_that_is_refused_writes_nothing() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    says(
        &give(mina, "wit", json!(101), theo.id).await,
        "409 insufficient_wit",
        "보유 WIT가 부족합니다.",
        "Not enough WIT in possession.",
    );
    for wrong in [json!("x"), json!(""), json!("100"), json!(true), json!([1])] {
        let reply = give(mina, "wit", wrong.clone(), theo.id).await;
        assert_eq!(reply.line(), "422 validation_failed", "{wrong}");
        assert_eq!(reply.body["fields"][0]["field"], "airdropTargetData");
    }
    for wrong in [json!(0), json!(-3), json!(1.5), json!(1_000_001)] {
        let reply = give(mina, "wit", wrong.clone(), theo.id).await;
        assert_eq!(reply.line(), "422 gift_amount_invalid", "{wrong}");
        assert_eq!(reply.body["fields"][0]["field"], "airdropTargetData");
    }
    let create = format!("{BASE}/create");
    let long = {
        let mut gift = new_gift("wit", json!(1), theo.id);
        gift["message"] = json!("가".repeat(201));
        mina.post(&create, gift).await
    };
    says(
        &long,
        "422 gift_message_too_long",
        "메시지는 최대 200자까지 쓸 수 있습니다.",
        "A message can be up to 200 characters.",
    );
    let required = (
        "airdropTargetData",
        "필수 항목입니다.",
        "This field is required.",
    );
    let reply = mina
        .post(
            &create,
            json!({ "airdropTargetType": "wit", "userId": theo.id }),
        )
        .await;
    says_at(&reply, &[required]);
    let others = granted(&scene.keeper, "other", "theo").await;
    for (item, line) in [
        (json!("7"), "404 item_not_found"),
        (json!(7), "404 item_not_found"),
        (json!(Uuid::nil()), "404 item_not_found"),
        (json!(others), "403 not_item_owner"),
    ] {
        let reply = give(mina, "item", item.clone(), theo.id).await;
        assert_eq!(reply.line(), line, "{item}");
    }
    let item = scene.lantern.as_str();
    let placed = crate::items::lock(mina, item, mina.id, ("p", "placed")).await;
    assert!(placed.is_ok());
    says(
        &give(mina, "item", json!(item), theo.id).await,
        "409 already_rock_item",
        "이미 사용 중이라 선물할 수 없는 아이템입니다.",
        "already rock item",
    );
    let used = granted(&scene.keeper, "used", "mina").await;
    let payload = json!({ "itemId": used, "owner": mina.id });
    assert!(crate::items::serve(mina, "use", payload).await.is_ok());
    let reply = give(mina, "item", json!(used), theo.id).await;
    assert_eq!(reply.line(), "409 used_item");
    assert_eq!(
        scene
            .app
            .count("select count(*) from plugin_gifts.gift")
            .await,
        0
    );
    assert_eq!(wit(mina).await, (10_000, 0));
    // A fee in the request is ignored; the message is optional.
    let gift = json!({
        "airdropTargetType": "wit", "airdropTargetData": 100, "fee": "99", "userId": theo.id,
    });
    let reply = mina.post(&create, gift).await;
    assert_eq!(
        (
            &reply.payload()["amountHundredths"],
            &reply.payload()["feeHundredths"]
        ),
        (&json!(10_000), &json!(0))
    );
    assert_eq!(reply.payload()["message"], "");
    scene.close().await;
}
