//! Tickets and prizes: requests, payments, and what the organiser gets.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_organiser_is_paid_after_the_end_and_not_before() {
    let mut scene = Scene::open().await;
    let changes = json!({ "eligibility": "tickets", "tickets": [ticket(30, 2)] });
    let event = scene.created(&scene.town.patron, 48 * HOUR, changes).await;
    // Until an administrator of the world says yes, it is for the two of them.
    assert_eq!(
        detail(&scene.town.patron, &event).await["phase"],
        "requested"
    );
    let hidden = call(
        &scene.town.member,
        "GET",
        &format!("/{event}"),
        &Value::Null,
    )
    .await;
    assert_eq!(hidden.line(), "404 event_not_found");
    let yes = json!({ "isApproved": true });
    assert_eq!(
        post(&scene.town.member, &event, "review", yes.clone())
            .await
            .line(),
        "403 world_admins_only"
    );
    let requests = call(
        &scene.town.admin,
        "GET",
        "/requests?world=agora",
        &Value::Null,
    )
    .await;
    assert_eq!(requests.payload()["items"][0]["eventId"], json!(event));
    let approved = post(&scene.town.admin, &event, "review", yes.clone()).await;
    assert_eq!(approved.payload()["phase"], "pre", "{}", approved.body);
    assert_eq!(
        post(&scene.town.admin, &event, "review", yes).await.line(),
        "409 event_already_decided"
    );
    let ticket = text(&approved.payload()["tickets"][0]["ticketId"]);

    let (member, guest) = (&scene.town.member, &scene.town.guest);
    assert_eq!(
        apply(member, &event).await.line(),
        "409 event_ticket_needed"
    );
    assert_eq!(
        pay(member, &event, 3_000).await.line(),
        "404 event_place_not_found"
    );
    assert_eq!(reserve(member, &event, &ticket).await.line(), "200");
    assert_eq!(
        pay(member, &event, 2_000).await.line(),
        "409 event_price_changed"
    );
    for _ in 0..2 {
        assert_eq!(pay(member, &event, 3_000).await.payload()["state"], "taken");
    }
    bought(guest, &event, &ticket, 3_000).await;
    assert_eq!(
        (balance(member).await, balance(guest).await),
        (97_000, 97_000)
    );
    assert_eq!(
        post(member, &event, "leave", Value::Null).await.line(),
        "409 event_paid_place"
    );
    assert_eq!(
        post(member, &event, "refund", Value::Null).await.line(),
        "409 event_not_refundable"
    );
    assert_eq!(balance(&scene.town.patron).await, 0);
    let spent = "select count(*) from ledger.spending";
    assert_eq!(scene.town.app.count(spent).await, 0);
    // The kernel was down from before the first reminder until after the end: each step is done, once.
    scene.advance(50 * HOUR).await;
    let patron = &scene.town.patron;
    scene
        .town
        .app
        .eventually("the organiser has the money", async || {
            balance(patron).await == 6_000
        })
        .await;
    let app = &scene.town.app;
    app.eventually("the tickets count as spent in the world", async || {
        app.count(spent).await == 2
    })
    .await;
    let seen = detail(patron, &event).await;
    assert_eq!(
        (&seen["phase"], &seen["attended"]),
        (&json!("post"), &json!(2))
    );
    assert_eq!(
        post(patron, &event, "cancel", Value::Null).await.line(),
        "409 event_ended"
    );
    let alarms = "select count(*) from plugin_mail.alarm where title_en like 'Your event starts%' or title_en like '%tomorrow'";
    assert_eq!(
        app.count(alarms).await,
        0,
        "a reminder after the start is useless"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_organiser_who_leaves_cancels_their_events_and_all_tickets_are_refunded() {
    let scene = Scene::open().await;
    let (event, tickets) = scene.ticketed(45 * DAY, &[(30, 5)]).await;
    bought(&scene.town.member, &event, &tickets[0], 3_000).await;
    bought(&scene.town.guest, &event, &tickets[0], 3_000).await;
    for leaving in [&scene.town.patron, &scene.town.guest] {
        let asked = leaving.post("/api/account/deletion", json!({})).await;
        assert_eq!(asked.line(), "200", "{}", asked.body);
    }
    let id = scene.town.member.id;
    scene.town.app.advance(31 * DAY);
    let member = scene.town.app.log_in("member", id).await;
    scene
        .town
        .app
        .eventually("the ticket is refunded", async || {
            balance(&member).await == 100_000
        })
        .await;
    let app = &scene.town.app;
    app.eventually("nobody erased is in the records", async || {
        app.count(
            "select (select count(*) from plugin_events.event where organiser_id is not null)
             + (select count(*) from plugin_events.place_entry x join plugin_events.place p on p.id = x.place_id
                where x.account_id is not null and p.holder_id is null)
             + (select count(*) from plugin_events.place where payer_id is not null)
             - (select count(*) from plugin_events.place where payer_id = holder_id)",
        )
        .await
            == 0
    })
    .await;
    assert_eq!(detail(&member, &event).await["phase"], "cancelled");
    assert_events_consistent(&scene.town.app).await;
    scene.town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejected_request_returns_the_prizes() {
    let mut scene = Scene::open().await;
    let course = crate::lantern_race::race_block(&scene.town).await;
    wallet_admin::buy(&scene.town.app, scene.town.patron.id, 9_000).await;
    let new = json!({
        "type": "challenge", "blockId": course, "attempts": 3, "scoring": "best", "prizes": [50, 30],
    });
    let mut wrong_block = new.clone();
    wrong_block["blockId"] = json!(scene.hall);
    let body = scene.meetup(2 * HOUR, wrong_block);
    assert_eq!(
        call(&scene.town.patron, "POST", "", &body).await.line(),
        "409 event_block_without_game"
    );
    let mut too_much = new.clone();
    too_much["prizes"] = json!([91]);
    let body = scene.meetup(2 * HOUR, too_much);
    assert_eq!(
        call(&scene.town.patron, "POST", "", &body).await.line(),
        "409 insufficient_wit"
    );
    let event = scene
        .created(&scene.town.patron, 2 * HOUR, new.clone())
        .await;
    assert_eq!(balance(&scene.town.patron).await, 1_000);
    // The owner and the administrator of the world are asked.
    let app = &scene.town.app;
    let asked = "An event is waiting for your approval";
    for (who, count) in [
        (&scene.town.owner, 1),
        (&scene.town.admin, 1),
        (&scene.town.member, 0),
    ] {
        assert_eq!(alarms_of(app, who, asked).await, (count, count));
    }
    assert_eq!(
        post(
            &scene.town.admin,
            &event,
            "review",
            json!({ "isApproved": false })
        )
        .await
        .fields()
        .len(),
        1
    );
    let no = json!({ "isApproved": false, "reason": "too late" });
    assert_eq!(
        post(&scene.town.admin, &event, "review", no)
            .await
            .payload()["phase"],
        "rejected"
    );
    assert_eq!(
        detail(&scene.town.patron, &event).await["reviewReason"],
        "too late"
    );
    assert_eq!(alarms_of(app, &scene.town.owner, asked).await, (1, 0));
    let patron = &scene.town.patron;
    app.eventually("the prizes are back", async || {
        balance(patron).await == 9_000
    })
    .await;
    // A request without an answer ends at its start.
    let event = scene.created(&scene.town.patron, 2 * HOUR, new).await;
    scene.advance(2 * HOUR).await;
    assert_eq!(
        detail(&scene.town.patron, &event).await["phase"],
        "cancelled"
    );
    let (app, patron) = (&scene.town.app, &scene.town.patron);
    app.eventually("the prizes are back again", async || {
        balance(patron).await == 9_000
    })
    .await;
    assert_eq!(wallet_admin::bought(app, patron.id).await, 9_000);
    let lapsed = alarms_of(app, patron, "Your event did not take place").await;
    assert_eq!(lapsed.0, 1);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_organiser_delays_their_own_money_alone() {
    let mut scene = Scene::open().await;
    let (sold, tickets) = scene.ticketed(24 * HOUR, &[(30, 2)]).await;
    let (cancelled, others) = scene.ticketed(48 * HOUR, &[(20, 1)]).await;
    bought(&scene.town.member, &sold, &tickets[0], 3_000).await;
    bought(&scene.town.guest, &cancelled, &others[0], 2_000).await;
    crate::payments::freeze(&scene.town.app, &scene.town.patron).await;

    // Refunds need no WIT of the organiser: they come from what is held.
    let cancelling = post(&scene.town.patron, &cancelled, "cancel", Value::Null).await;
    assert_eq!(cancelling.line(), "200", "{}", cancelling.body);
    let guest = &scene.town.guest;
    scene
        .town
        .app
        .eventually("the ticket is refunded", async || {
            balance(guest).await == 100_000
        })
        .await;
    // People still take part, and the event ends on time.
    bought(guest, &sold, &tickets[0], 3_000).await;
    scene.advance(26 * HOUR).await;
    scene
        .until(&sold, "it has ended", |seen| seen["phase"] == "post")
        .await;
    let due = "select count(*) from plugin_events.payout where state = 'due'";
    let app = &scene.town.app;
    app.eventually("the organiser's money waits", async || {
        app.count(due).await > 0
    })
    .await;
    assert_eq!(balance(&scene.town.patron).await, 0);

    crate::payments::unfreeze(&scene.town.app, &scene.town.patron).await;
    scene.advance(25 * HOUR).await;
    let patron = &scene.town.patron;
    scene
        .town
        .app
        .eventually("the organiser is paid", async || {
            balance(patron).await == 6_000
        })
        .await;
    assert_eq!(scene.town.app.count(due).await, 0);
    scene.close().await;
}
