//! Places of meetups: applying, leaving, the waiting list, approval, and who may take part.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_join_a_meetup_until_it_is_full_and_the_waiting_list_follows() {
    let mut scene = Scene::open().await;
    let event = scene
        .created(&scene.town.patron, 72 * HOUR, json!({ "maxPeople": 1 }))
        .await;
    let seen = detail(&scene.town.app.visitor(), &event).await;
    assert_eq!(
        (&seen["phase"], &seen["review"], &seen["numbers"]["left"]),
        (&json!("pre"), &json!("none"), &json!(1))
    );
    let Town {
        member,
        guest,
        admin,
        ..
    } = &scene.town;
    assert_eq!(
        post(member, &event, "wait", json!({})).await.line(),
        "409 event_not_full"
    );
    let join = async |who: &Client, is_joined: bool| scene.join(who, &event, is_joined).await;
    for _ in 0..2 {
        let joined = join(member, true).await;
        assert_eq!(
            (joined.line().as_str(), &joined.payload()["isJoined"]),
            ("200", &json!(true))
        );
    }
    assert_eq!(apply(member, &event).await.line(), "409 event_has_place");
    assert_eq!(apply(guest, &event).await.line(), "409 event_full");
    for (who, before) in [(guest, 0), (admin, 1)] {
        let waiting = post(who, &event, "wait", json!({})).await;
        assert_eq!(
            waiting.payload()["waitingBefore"],
            before,
            "{}",
            waiting.body
        );
    }
    assert_eq!(join(member, false).await.payload()["isJoined"], false);
    // The place is offered to the first, and not free for others.
    assert_eq!(detail(guest, &event).await["place"]["state"], "offered");
    assert_eq!(apply(member, &event).await.line(), "409 event_full");
    scene.advance(49 * HOUR).await;
    // The offer is over by its time; the place goes to the next one.
    // The timer may have passed the place on already.
    let late = apply(&scene.town.guest, &event).await.line();
    assert!(
        ["409 event_hold_expired", "409 event_full"].contains(&late.as_str()),
        "{late}"
    );
    let admin = &scene.town.admin;
    scene
        .town
        .app
        .eventually("the next one has an offer", async || {
            detail(admin, &event).await["place"]["state"] == "offered"
        })
        .await;
    assert_eq!(apply(admin, &event).await.payload()["state"], "taken");
    assert_eq!(
        detail(&scene.town.guest, &event).await["place"]["state"],
        "freed"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_organiser_decides_and_applications_close_at_the_start() {
    let mut scene = Scene::open().await;
    let changes = json!({
        "entry": "approval", "maxPeople": 1, "question": { "ko": "왜 오시나요?", "en": "Why do you come?" },
    });
    let event = scene.created(&scene.town.patron, 2 * HOUR, changes).await;
    let answer = json!({ "answer": "to meet" });
    assert_eq!(
        apply(&scene.town.member, &event).await.fields(),
        ["answer: This field is required."]
    );
    for who in [&scene.town.member, &scene.town.guest, &scene.town.admin] {
        assert_eq!(
            post(who, &event, "apply", answer.clone()).await.payload()["state"],
            "applied"
        );
    }
    assert_eq!(
        post(&scene.town.owner, &event, "wait", answer.clone())
            .await
            .line(),
        "409 event_no_waiting_list"
    );
    // Three applications in an hour are one alarm.
    let title = "Applications are waiting for you";
    let (app, patron) = (&scene.town.app, &scene.town.patron);
    app.eventually(
        "the organiser is notified of the applications",
        async || alarms_of(app, patron, title).await == (1, 1),
    )
    .await;
    let path = format!("/{event}/participants?state=applied");
    let people = call(&scene.town.patron, "GET", &path, &Value::Null).await;
    let applied = people.payload()["items"].as_array().unwrap().clone();
    assert_eq!(
        (applied.len(), &applied[0]["answer"]),
        (3, &json!("to meet"))
    );
    // Others see who takes part, and no applications or answers.
    let public = call(&scene.town.member, "GET", &path, &Value::Null).await;
    assert_eq!(public.line(), "403 event_organiser_only");
    let decide = async |who: &Client, place: &Value, yes: bool| {
        let what = format!("participants/{}/decide", text(place));
        post(who, &event, &what, json!({ "isApproved": yes }))
            .await
            .line()
    };
    let of = |n: usize| &applied[n]["placeId"];
    assert_eq!(
        decide(&scene.town.member, of(0), true).await,
        "403 event_organiser_only"
    );
    assert_eq!(decide(&scene.town.patron, of(0), true).await, "200");
    assert_eq!(
        decide(&scene.town.patron, of(0), true).await,
        "409 event_already_decided"
    );
    assert_eq!(
        decide(&scene.town.patron, of(1), true).await,
        "409 event_no_place_to_give"
    );
    // A place that becomes free goes to another application, and the organiser is notified of it after the hour.
    assert_eq!(
        post(&scene.town.member, &event, "leave", Value::Null)
            .await
            .line(),
        "200"
    );
    scene.advance(61 * MINUTE).await;
    let (app, patron) = (&scene.town.app, &scene.town.patron);
    app.eventually("a second alarm replaces the first", async || {
        alarms_of(app, patron, title).await == (2, 1)
    })
    .await;
    assert_eq!(decide(&scene.town.patron, of(1), true).await, "200");
    scene.advance(HOUR).await;
    // The timer may have ended the application already.
    let late = decide(&scene.town.patron, of(2), true).await;
    assert!(
        ["409 event_entry_closed", "409 event_already_decided"].contains(&late.as_str()),
        "{late}"
    );
    scene
        .until(&event, "undecided applications end", |seen| {
            seen["numbers"]["applied"] == 0
        })
        .await;
    assert_eq!(
        apply(&scene.town.owner, &event).await.line(),
        "409 event_entry_closed"
    );
    scene.advance(2 * HOUR).await;
    assert_eq!(
        apply(&scene.town.owner, &event).await.line(),
        "409 event_ended"
    );
    assert_eq!(
        post(&scene.town.guest, &event, "leave", Value::Null)
            .await
            .line(),
        "409 event_ended"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owners_of_chosen_items_take_part() {
    let scene = Scene::open().await;
    let keeper = scene.town.app.administrator().await;
    let lantern = crate::items::granted(&keeper, "lantern", "member").await;
    let changes =
        json!({ "eligibility": "items", "items": [{ "id": lantern, "isCollection": false }] });
    let event = scene.created(&scene.town.patron, HOUR, changes).await;
    assert_eq!(
        apply(&scene.town.guest, &event).await.line(),
        "403 event_not_eligible"
    );
    assert_eq!(apply(&scene.town.member, &event).await.line(), "200");
    assert_eq!(
        detail(&scene.town.guest, &event).await["items"][0]["id"],
        json!(lantern)
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_of_a_person_who_has_blocked_one_does_not_exist() {
    let scene = Scene::open().await;
    let event = scene.created(&scene.town.patron, HOUR, json!({})).await;
    assert_eq!(apply(&scene.town.member, &event).await.line(), "200");
    let path = format!("/api/safety/blocks/{}", scene.town.member.id);
    let blocked = scene.town.patron.send("PUT", &path, None).await;
    assert!(blocked.status.is_success(), "{}", blocked.body);
    scene
        .until(&event, "the place is free", |seen| {
            seen["numbers"]["taken"] == 0
        })
        .await;
    assert_eq!(
        apply(&scene.town.member, &event).await.line(),
        "404 event_not_found"
    );
    let listed = call(&scene.town.member, "GET", "", &Value::Null).await;
    assert_eq!(listed.payload()["items"], json!([]));
    scene.close().await;
}
