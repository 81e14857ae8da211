//! Ends of a gift without an answer: expiry, a block, an erased account; and wallets that were frozen in the meantime.

use std::time::Duration;

use super::*;
use crate::friends::again;

const HOUR: Duration = Duration::from_secs(3_600);
const PENDING: &str = "select count(*) from plugin_gifts.gift where status = 'pending'";

#[tokio::test]
async fn a_rejected_gift_is_returned_at_once() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let wits = given(mina, "wit", json!(100), theo.id).await;
    let item = given(mina, "item", json!(scene.lantern), theo.id).await;
    for id in [&wits, &item] {
        assert_eq!(
            handle(theo, id, false).await.payload()["status"],
            "rejected"
        );
        says(
            &handle(theo, id, true).await,
            "409 gift_closed",
            "이미 거절한 선물입니다.",
            "This gift has already been declined.",
        );
    }
    assert_eq!((wit(mina).await, wit(theo).await), ((10_000, 0), (0, 0)));
    let again = give(mina, "item", json!(scene.lantern), theo.id).await;
    assert_eq!(again.line(), "201");
    scene.close().await;
}

#[tokio::test]
async fn unanswered_gifts_return_after_168_hours() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let wits = given(mina, "wit", json!(40), theo.id).await;
    let item = given(mina, "item", json!(scene.lantern), theo.id).await;
    let shown = seen(theo, &wits).await;
    let at = |name: &str| {
        let text = text(&shown[name]);
        let format = &time::format_description::well_known::Rfc3339;
        time::OffsetDateTime::parse(&text, format).unwrap()
    };
    assert_eq!(at("expiresAt") - at("sentAt"), time::Duration::hours(168));
    scene.app.advance(167 * HOUR + Duration::from_secs(3_500));
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let theo = again(&scene.app, "theo").await;
    assert_eq!(status(&theo, &wits).await, "pending", "not too early");
    scene.app.advance(Duration::from_secs(101));
    // Too late, whether or not the timer has run.
    let late = handle(&theo, &wits, true).await;
    assert!(
        ["409 gift_expired", "409 gift_closed"].contains(&&*late.line()),
        "{}",
        late.line()
    );
    scene
        .app
        .eventually("both return", async || scene.app.count(PENDING).await == 0)
        .await;
    let mina = again(&scene.app, "mina").await;
    for id in [&wits, &item] {
        assert_eq!(status(&mina, id).await, "returned");
        let reply = handle(&theo, id, true).await;
        says(
            &reply,
            "409 gift_closed",
            "보낸 사람에게 돌아간 선물입니다.",
            "This gift was returned to its sender.",
        );
    }
    scene
        .app
        .eventually("nothing is held", async || wit(&mina).await == (10_000, 0))
        .await;
    assert_eq!(owner(&scene.app, &scene.lantern).await, "mina");
    scene.close().await;
}

#[tokio::test]
async fn a_block_cancels_pending_gifts_in_both_directions() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    wallet_admin::give(&scene.app, theo.id, 5_000).await;
    let mut ids = vec![given(theo, "wit", json!(50), mina.id).await];
    ids.push(given(mina, "item", json!(scene.lantern), theo.id).await);
    // More gifts than one call cancels.
    for _ in 0..20 {
        ids.push(given(mina, "wit", json!(1), theo.id).await);
    }
    let sora = scene.app.person("sora").await;
    befriend(mina, (&sora, "sora")).await;
    let other = given(mina, "wit", json!(7), sora.id).await;
    let block = format!("/api/safety/blocks/{}", mina.id);
    assert_eq!(theo.send("PUT", &block, None).await.line(), "200");
    let reply = handle(theo, &ids[1], true).await;
    assert_eq!(
        reply.line(),
        "409 gift_closed",
        "before the event or after it"
    );
    let reply = give(mina, "wit", json!(1), theo.id).await;
    assert_eq!(reply.line(), "404 user_not_found");
    scene
        .app
        .eventually("all are cancelled", async || {
            scene.app.count(PENDING).await == 1
        })
        .await;
    for id in &ids {
        assert_eq!(status(mina, id).await, "cancelled");
    }
    assert_eq!(
        (wit(mina).await, wit(theo).await),
        ((10_000, 700), (5_000, 0))
    );
    assert_eq!(handle(&sora, &other, true).await.line(), "200");
    scene.close().await;
}

#[tokio::test]
async fn an_erased_account_neither_sends_nor_receives_gifts() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    wallet_admin::give(&scene.app, theo.id, 5_000).await;
    let done = given(mina, "wit", json!(3), theo.id).await;
    assert_eq!(handle(theo, &done, true).await.line(), "200");
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    // Gifts of the last day, so that none expires before the account is erased.
    scene.app.advance(6 * 24 * HOUR);
    let (mina, theo) = (
        again(&scene.app, "mina").await,
        again(&scene.app, "theo").await,
    );
    let mut ids = vec![given(&mina, "item", json!(scene.lantern), theo.id).await];
    ids.push(given(&mina, "wit", json!(20), theo.id).await);
    ids.push(given(&theo, "wit", json!(30), mina.id).await);
    scene.app.advance(25 * HOUR);
    scene
        .app
        .eventually("all are cancelled", async || {
            scene.app.count(PENDING).await == 0
        })
        .await;
    let theo = again(&scene.app, "theo").await;
    for id in &ids {
        let gift = seen(&theo, id).await;
        assert_eq!(gift["status"], "cancelled");
        let (hers, his) = match gift["direction"] == "sent" {
            true => ("recipient", "sender"),
            false => ("sender", "recipient"),
        };
        assert_eq!(gift[hers], Value::Null);
        assert_eq!(gift[his]["nickname"], "theo");
        let message = if hers == "sender" { "" } else { "축하해!" };
        assert_eq!(
            gift["message"], message,
            "the message of the erased person is deleted"
        );
    }
    assert_eq!(wit(&theo).await, (5_300, 0));
    scene
        .app
        .eventually("all deliveries of the erasure are handled", async || {
            scene
                .app
                .count("select count(*) from kernel.delivery")
                .await
                == 0
        })
        .await;
    // Gifts and items handle the event concurrently: an item that is released at that time is found by the final run.
    scene.app.advance(Duration::from_secs(61));
    scene
        .app
        .eventually("the item of the erased person has no owner", async || {
            // The counters of an erased owner are deleted in the call after the last item.
            let left = "select (select count(*) from plugin_items.item where owner_id is not null)
                + (select count(*) from plugin_items.tally where items > 0)";
            owner(&scene.app, &scene.lantern).await == Value::Null
                && scene.app.count(left).await == 0
        })
        .await;
    assert_eq!(seen(&theo, &done).await["status"], "accepted");
    scene.close().await;
}

#[tokio::test]
async fn a_frozen_wallet_neither_pays_nor_receives() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let id = given(mina, "wit", json!(10), theo.id).await;
    let state = async |person: &Client, what: &str| {
        let path = format!("/api/admin/wallets/{}/{what}", person.id);
        let reply = scene
            .keeper
            .post(&path, json!({ "reason": "because" }))
            .await;
        assert_eq!(reply.line(), "200");
    };
    // Only the owner of the frozen wallet learns that it is frozen.
    let (own, others) = ("403 wallet_frozen", "409 gift_unavailable");
    for (person, accepting, giving) in [(mina, others, own), (theo, own, others)] {
        state(person, "freeze").await;
        assert_eq!(handle(theo, &id, true).await.line(), accepting);
        let reply = give(mina, "wit", json!(1), theo.id).await;
        assert_eq!(reply.line(), giving);
        assert_eq!(
            status(theo, &id).await,
            "pending",
            "it can still be accepted"
        );
        state(person, "unfreeze").await;
    }
    // WIT of a frozen wallet can be returned.
    state(mina, "freeze").await;
    assert_eq!(handle(theo, &id, false).await.line(), "200");
    state(mina, "unfreeze").await;
    assert_eq!(wit(mina).await, (10_000, 0));
    scene.close().await;
}

#[tokio::test]
async fn sending_requires_friendship_and_accepting_does_not() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let id = given(mina, "wit", json!(10), theo.id).await;
    let reply = crate::friends::unfriend(mina, "theo").await;
    assert_eq!(reply.line(), "200");
    let reply = give(mina, "wit", json!(1), theo.id).await;
    assert_eq!(reply.line(), "403 gift_not_friends");
    assert_eq!(handle(theo, &id, true).await.line(), "200");
    scene.close().await;
}

#[tokio::test]
async fn answering_marks_the_arrival_as_read() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let unread = async |person: &Client| {
        let reply = person.get("/api/v2/mails/new/check").await;
        reply.payload()["alarms"].as_u64().unwrap()
    };
    let before = (unread(mina).await, unread(theo).await);
    let id = given(mina, "wit", json!(10), theo.id).await;
    let app = &scene.app;
    app.eventually("he hears of it", async || {
        unread(theo).await == before.1 + 1
    })
    .await;
    assert_eq!(handle(theo, &id, true).await.line(), "200");
    app.eventually("it is read, and she hears", async || {
        (unread(mina).await, unread(theo).await) == (before.0 + 1, before.1)
    })
    .await;
    scene.close().await;
}

#[tokio::test]
async fn a_gift_has_a_timer_only_shortly_before_its_expiry() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let timers = "select count(*) from kernel.timer where plugin = 'gifts' and key like 'return:%'";
    let answered = given(mina, "wit", json!(1), theo.id).await;
    let left = given(mina, "wit", json!(2), theo.id).await;
    assert_eq!(scene.app.count(timers).await, 0);
    scene.app.advance(167 * HOUR + Duration::from_secs(2_400));
    scene
        .app
        .eventually("both have one", async || scene.app.count(timers).await == 2)
        .await;
    let theo = again(&scene.app, "theo").await;
    assert_eq!(handle(&theo, &answered, true).await.line(), "200");
    assert_eq!(scene.app.count(timers).await, 1, "an answer cancels it");
    assert_eq!(status(&theo, &left).await, "pending");
    scene.app.advance(Duration::from_secs(1_201));
    scene
        .app
        .eventually("the other returns", async || {
            scene.app.count(PENDING).await == 0
        })
        .await;
    let theo = again(&scene.app, "theo").await;
    assert_eq!(status(&theo, &left).await, "returned");
    assert_eq!(scene.app.count(timers).await, 0);
    scene.close().await;
}

/// A block or erasure that is concurrent with the creation of a gift: the sender does not see it yet, and its event
/// handler does not see the gift yet. A trigger creates this interleaving.
async fn while_given(app: &TestApp, doing: &str) {
    let trigger = format!(
        "create or replace function kernel.meanwhile() returns trigger language plpgsql security definer as
         $$ begin {doing}; return null; end $$;
         grant execute on function kernel.meanwhile() to public;
         create or replace trigger meanwhile after insert on plugin_gifts.gift
         for each row execute function kernel.meanwhile()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(trigger))
        .execute(app.owner())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_block_or_erasure_during_sending_is_detected_afterwards() {
    let scene = Scene::open().await;
    let (app, mina, theo) = (&scene.app, &scene.mina, &scene.theo);
    let block =
        "insert into kernel.block (blocker, blocked) values (new.recipient_id, new.sender_id)";
    while_given(app, block).await;
    let blocked = given(mina, "wit", json!(10), theo.id).await;
    app.eventually("it is cancelled", async || {
        status(mina, &blocked).await == "cancelled"
    })
    .await;
    let mail = "select count(*) from plugin_mail.alarm where kind = 'gift' and account_id = (
                    select id from kernel.account where nickname = 'theo')";
    assert_eq!(app.count(mail).await, 0, "nobody hears of it");
    sqlx::query("delete from kernel.block")
        .execute(app.owner())
        .await
        .unwrap();
    let leave =
        "update kernel.account set nickname = null, verified_at = null where id = new.recipient_id";
    while_given(app, leave).await;
    let gone = given(mina, "item", json!(scene.lantern), theo.id).await;
    app.eventually("it is cancelled", async || {
        status(mina, &gone).await == "cancelled"
    })
    .await;
    assert_eq!(owner(app, &scene.lantern).await, "mina");
    assert_eq!(wit(mina).await, (10_000, 0));
    scene.close().await;
}
