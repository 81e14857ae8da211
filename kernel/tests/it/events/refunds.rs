//! Refunds: postponed and cancelled events, transfers, and people who did not come.

use super::*;
use crate::friends::befriend;
use witverse_ledger::{self as ledger, Kind};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postponement_by_a_day_is_refunded_within_a_week_and_holds_the_revenue() {
    let mut scene = Scene::open().await;
    let (event, tickets) = scene.ticketed(48 * HOUR, &[(30, 5)]).await;
    // The member has 20 WIT that they have not bought.
    let (app, member) = (&scene.town.app, scene.town.member.id);
    wallet_admin::moved(app, member, ledger::BONUS, 98_000, Kind::Adjustment, "").await;
    wallet_admin::buy(app, member, 98_000).await;
    bought(&scene.town.member, &event, &tickets[0], 3_000).await;
    assert_eq!(wallet_admin::bought(app, member).await, 97_000);
    bought(&scene.town.guest, &event, &tickets[0], 3_000).await;
    scene.advance(HOUR).await;
    let later = json!({ "startsAt": scene.after(71 * HOUR) });
    assert_eq!(
        post(&scene.town.member, &event, "postpone", later.clone())
            .await
            .line(),
        "403 event_organiser_only"
    );
    let moved = post(&scene.town.patron, &event, "postpone", later.clone()).await;
    assert_eq!(moved.line(), "200", "{}", moved.body);
    assert!(moved.payload()["postponedFrom"].is_string());
    assert_eq!(
        post(&scene.town.patron, &event, "postpone", later)
            .await
            .fields()
            .len(),
        1
    );
    // A ticket that is bought for the new time is not refunded.
    bought(&scene.town.admin, &event, &tickets[0], 3_000).await;
    assert_eq!(
        post(&scene.town.admin, &event, "refund", Value::Null)
            .await
            .line(),
        "409 event_not_refundable"
    );
    let refunded = post(&scene.town.member, &event, "refund", Value::Null).await;
    assert_eq!(refunded.payload()["state"], "freed", "{}", refunded.body);
    assert_eq!(
        post(&scene.town.member, &event, "refund", Value::Null)
            .await
            .line(),
        "404 event_place_not_found"
    );
    let member = &scene.town.member;
    scene
        .town
        .app
        .eventually("the WIT are back", async || {
            balance(member).await == 100_000
        })
        .await;
    let app = &scene.town.app;
    assert_eq!(wallet_admin::bought(app, member.id).await, 98_000);
    // It is over, but the week is not.
    scene.advance(73 * HOUR).await;
    scene
        .until(&event, "it is over", |seen| seen["phase"] == "post")
        .await;
    assert_eq!(balance(&scene.town.patron).await, 0);
    assert_eq!(
        post(&scene.town.guest, &event, "refund", Value::Null)
            .await
            .line(),
        "200"
    );
    scene.advance(5 * DAY).await;
    let patron = &scene.town.patron;
    scene
        .town
        .app
        .eventually("the organiser gets what is left", async || {
            balance(patron).await == 3_000
        })
        .await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paid_no_show_keeps_the_week_of_refunds_and_counts_as_spent() {
    let mut scene = Scene::open().await;
    let late = json!({ "noShowMinutes": 15 });
    let (event, tickets) = scene.ticketed_with(48 * HOUR, &[(30, 3)], late).await;
    let come = bought(&scene.town.member, &event, &tickets[0], 3_000).await;
    for who in [&scene.town.guest, &scene.town.admin] {
        bought(who, &event, &tickets[0], 3_000).await;
    }
    let later = json!({ "startsAt": scene.after(72 * HOUR) });
    let moved = post(&scene.town.patron, &event, "postpone", later).await;
    assert_eq!(moved.line(), "200", "{}", moved.body);
    scene.advance(72 * HOUR).await;
    let code = json!({ "code": come["code"] });
    let arrived = post(&scene.town.patron, &event, "check-in", code).await;
    assert_eq!(arrived.line(), "200", "{}", arrived.body);
    scene.advance(16 * MINUTE).await;
    scene
        .until(&event, "the places are free", |seen| {
            seen["numbers"]["taken"] == 1
        })
        .await;
    // Two of them could not come to the new time. One asks for the money within the week, once.
    let guest = &scene.town.guest;
    let mine = detail(guest, &event).await["place"].clone();
    assert_eq!(
        (&mine["state"], &mine["isRefundable"]),
        (&json!("freed"), &json!(true))
    );
    for line in ["200", "404 event_place_not_found"] {
        let refunded = post(guest, &event, "refund", Value::Null).await;
        assert_eq!(refunded.line(), line, "{}", refunded.body);
    }
    assert_eq!(
        post(&scene.town.member, &event, "refund", Value::Null)
            .await
            .line(),
        "409 event_checked_in"
    );
    let log = |query: &str| format!("/{event}/places/log{query}");
    let all = call(&scene.town.patron, "GET", &log("?limit=2"), &Value::Null).await;
    let entries = all.payload()["items"].as_array().unwrap();
    assert_eq!(
        (
            &entries[0]["kind"],
            &entries[0]["reason"],
            &entries[1]["kind"]
        ),
        (&json!("freed"), &json!("refunded"), &json!("lost")),
        "{}",
        all.body
    );
    assert_eq!(entries[0]["person"]["nickname"], "guest");
    assert_eq!(entries[0]["quotaName"]["en"], "Standard");
    let next = format!("?limit=100&cursor={}", text(&all.payload()["nextCursor"]));
    let rest = call(&scene.town.patron, "GET", &log(&next), &Value::Null).await;
    // Three carts, three payments, one check-in, and the other no-show.
    assert_eq!(rest.payload()["items"].as_array().unwrap().len(), 8);
    assert_eq!(
        call(guest, "GET", &log(""), &Value::Null).await.line(),
        "403 event_organiser_only"
    );
    let own = call(guest, "GET", &log("?mine=true"), &Value::Null).await;
    let reasons: Vec<Value> = own.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["reason"].clone())
        .collect();
    assert_eq!(reasons, ["refunded", "no_show", "paid", "cart"]);

    scene.advance(7 * DAY).await;
    let (app, patron) = (&scene.town.app, &scene.town.patron);
    app.eventually("the organiser is paid for two", async || {
        balance(patron).await == 6_000
    })
    .await;
    app.eventually("what is paid out counts as spent", async || {
        app.count("select count(*) from ledger.spending").await == 2
    })
    .await;
    assert_eq!(balance(&scene.town.guest).await, 100_000);
    assert_eq!(
        post(&scene.town.admin, &event, "refund", Value::Null)
            .await
            .line(),
        "409 event_not_refundable"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_event_gives_everything_back_once() {
    let mut scene = Scene::open().await;
    let (event, tickets) = scene.ticketed(48 * HOUR, &[(30, 1), (0, 1)]).await;
    bought(&scene.town.member, &event, &tickets[0], 3_000).await;
    bought(&scene.town.guest, &event, &tickets[1], 0).await;
    let waiting = json!({ "ticketId": tickets[0] });
    assert_eq!(
        post(&scene.town.admin, &event, "wait", waiting)
            .await
            .payload()["state"],
        "waiting"
    );
    // The ticket is given to a friend: the WIT still belong to the member.
    befriend(&scene.town.member, (&scene.town.owner, "owner_1")).await;
    let give = json!({ "userId": scene.town.owner.id });
    let given = post(&scene.town.member, &event, "transfer", give).await;
    assert_eq!(given.line(), "200", "{}", given.body);
    assert_eq!(
        post(&scene.town.patron, &event, "cancel", Value::Null)
            .await
            .payload()["phase"],
        "cancelled"
    );
    assert_eq!(
        post(&scene.town.patron, &event, "cancel", Value::Null)
            .await
            .line(),
        "409 event_cancelled"
    );
    let (app, member) = (&scene.town.app, &scene.town.member);
    app.eventually("the ticket is refunded", async || {
        balance(member).await == 100_000
    })
    .await;
    scene
        .until(&event, "all places are free", |seen| {
            seen["numbers"]["taken"] == 0
        })
        .await;
    let of_holder =
        "select count(*) from plugin_mail.alarm where title_en = 'Your event was cancelled'
        and description_en like '%to the person who paid for your place.'";
    app.eventually("the holder reads who gets the WIT", async || {
        app.count(of_holder).await == 1
    })
    .await;
    let refunded = alarms_of(app, member, "Your ticket was refunded").await;
    assert_eq!(refunded.0, 1);
    assert_eq!(
        reserve(member, &event, &tickets[0]).await.line(),
        "409 event_cancelled"
    );
    scene.advance(60 * HOUR).await;
    assert_eq!(
        detail(&scene.town.patron, &event).await["phase"],
        "cancelled"
    );
    assert_eq!(balance(&scene.town.patron).await, 0);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_is_cancelled_while_it_runs_also_refunds_who_did_not_come() {
    let mut scene = Scene::open().await;
    let late = json!({ "noShowMinutes": 15 });
    let (event, tickets) = scene.ticketed_with(2 * HOUR, &[(30, 2)], late).await;
    let come = bought(&scene.town.member, &event, &tickets[0], 3_000).await;
    bought(&scene.town.guest, &event, &tickets[0], 3_000).await;
    // An hour before, people get a reminder in the channels of events.
    scene.advance(65 * MINUTE).await;
    let reminders = "select count(*) from plugin_mail.alarm where kind = 'event' and title_en like '%in an hour'";
    let app = &scene.town.app;
    app.eventually("two people and the organiser are reminded", async || {
        app.count(reminders).await == 3
    })
    .await;
    scene.advance(56 * MINUTE).await;
    let code = json!({ "code": come["code"] });
    let arrived = post(&scene.town.patron, &event, "check-in", code).await;
    assert_eq!(arrived.line(), "200", "{}", arrived.body);
    scene.advance(16 * MINUTE).await;
    scene
        .until(&event, "the place is free", |seen| {
            seen["numbers"]["taken"] == 1
        })
        .await;
    assert_eq!(balance(&scene.town.guest).await, 97_000, "no refund");
    let cancelled = post(&scene.town.patron, &event, "cancel", Value::Null).await;
    assert_eq!(cancelled.payload()["phase"], "cancelled");
    let (app, people) = (&scene.town.app, [&scene.town.member, &scene.town.guest]);
    for person in people {
        app.eventually("the ticket is refunded", async || {
            balance(person).await == 100_000
        })
        .await;
    }
    scene.close().await;
}
