//! Helpers at the door: they check people in by their codes, and may do nothing else of the organiser's.

use super::*;
use crate::user::says;

/// The nicknames of the helpers.
async fn named(reply: &Reply) -> Vec<String> {
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    items.iter().map(|one| text(&one["nickname"])).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn helpers_check_people_in_and_do_nothing_else() {
    let mut scene = Scene::open().await;
    let asking = json!({
        "entry": "approval", "question": { "ko": "왜요?", "en": "Why?" }, "maxPeople": 5,
    });
    let event = scene.created(&scene.town.patron, 3 * HOUR, asking).await;
    let other = scene.created(&scene.town.patron, 3 * HOUR, json!({})).await;
    let applied = post(
        &scene.town.member,
        &event,
        "apply",
        json!({ "answer": "my secret" }),
    )
    .await;
    let place = text(&applied.payload()["placeId"]);
    let decide = format!("participants/{place}/decide");
    let yes = json!({ "isApproved": true });
    assert_eq!(
        post(&scene.town.patron, &event, &decide, yes.clone())
            .await
            .line(),
        "200"
    );
    let code = text(&detail(&scene.town.member, &event).await["place"]["code"]);
    let helper = json!({ "userId": scene.town.guest.id });
    // Only the organiser names helpers, and not themselves.
    assert_eq!(
        post(&scene.town.guest, &event, "helpers", helper.clone())
            .await
            .line(),
        "403 event_organiser_only"
    );
    for wrong in [json!(scene.town.patron.id), json!("7")] {
        let body = json!({ "userId": wrong });
        let reply = post(&scene.town.patron, &event, "helpers", body).await;
        assert!(reply.status.is_client_error(), "{}", reply.line());
    }
    // Twice at the same time.
    let both = tokio::join!(
        post(&scene.town.patron, &event, "helpers", helper.clone()),
        post(&scene.town.patron, &event, "helpers", helper.clone())
    );
    let guest = vec!["guest".to_owned()];
    assert_eq!(
        (named(&both.0).await, named(&both.1).await),
        (guest.clone(), guest)
    );
    let alarms = alarms_of(
        &scene.town.app,
        &scene.town.guest,
        "You are a helper at the door",
    )
    .await;
    assert_eq!(alarms.0, 1);
    assert_eq!(detail(&scene.town.guest, &event).await["isHelper"], true);
    assert_eq!(detail(&scene.town.guest, &other).await["isHelper"], false);

    scene.advance(3 * HOUR).await;
    let (patron, guest) = (&scene.town.patron, &scene.town.guest);
    // Nothing else of the organiser's.
    for (method, path, body) in [
        ("GET", "helpers", Value::Null),
        ("GET", "places/log", Value::Null),
        ("GET", "participants?q=mem", Value::Null),
        ("POST", &*decide, yes),
        ("POST", "end", Value::Null),
        ("POST", "cancel", Value::Null),
    ] {
        let path = format!("/{event}/{path}");
        let reply = call(guest, method, &path, &body).await;
        assert_eq!(reply.line(), "403 event_organiser_only", "{method} {path}");
    }
    let seen = call(
        guest,
        "GET",
        &format!("/{event}/participants"),
        &Value::Null,
    )
    .await;
    assert!(
        !seen.body.to_string().contains("my secret"),
        "{}",
        seen.body
    );
    let by_hand = json!({ "placeId": place });
    assert_eq!(
        post(guest, &event, "check-in", by_hand).await.line(),
        "403 event_organiser_only"
    );
    let arrival = json!({ "code": code });
    assert_eq!(
        post(guest, &other, "check-in", arrival.clone())
            .await
            .line(),
        "403 event_helpers_only"
    );
    let done = post(guest, &event, "check-in", arrival.clone()).await;
    assert_eq!(done.line(), "200", "{}", done.body);
    let shown = done.payload();
    assert_eq!(shown["person"]["nickname"], "member");
    for hidden in ["answer", "paidHundredths", "placeId", "ticketId"] {
        assert_eq!(shown[hidden], Value::Null, "{hidden}");
    }
    assert_eq!(
        post(guest, &event, "check-in", arrival.clone())
            .await
            .line(),
        "409 event_checked_in"
    );
    let helpers = call(patron, "GET", &format!("/{event}/helpers"), &Value::Null).await;
    assert_eq!(named(&helpers).await, ["guest"]);
    // After the removal the next scan is refused.
    let path = format!("/{event}/helpers/{}", guest.id);
    for _ in 0..2 {
        let reply = call(patron, "DELETE", &path, &Value::Null).await;
        assert_eq!(named(&reply).await, Vec::<String>::new());
    }
    says(
        &post(guest, &event, "check-in", arrival).await,
        "403 event_helpers_only",
        "이벤트를 연 회원이나 입장 도우미만 할 수 있습니다.",
        "Only the organiser and the helpers at the door can do this.",
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_has_ten_helpers_and_none_whom_the_organiser_blocks() {
    let scene = Scene::open().await;
    let event = scene.created(&scene.town.patron, 3 * HOUR, json!({})).await;
    let patron = &scene.town.patron;
    let mut people = Vec::new();
    for n in 0..11 {
        people.push(scene.town.app.person(&format!("door{n}")).await);
    }
    let add = async |person: &Client| {
        post(patron, &event, "helpers", json!({ "userId": person.id })).await
    };
    for person in &people[..9] {
        assert_eq!(add(person).await.line(), "200");
    }
    // One is left for two.
    let both = tokio::join!(add(&people[9]), add(&people[10]));
    let mut lines = [both.0.line(), both.1.line()];
    lines.sort();
    assert_eq!(lines, ["200", "409 event_helper_limit"]);
    let path = format!("/api/safety/blocks/{}", people[0].id);
    let blocked = patron.send("PUT", &path, None).await;
    assert!(blocked.status.is_success(), "{}", blocked.line());
    let count = "select count(*) from plugin_events.event_helper";
    scene
        .town
        .app
        .eventually("the blocked person is no helper", async || {
            scene.town.app.count(count).await == 9
        })
        .await;
    assert_eq!(add(&people[0]).await.line(), "404 user_not_found");
    // The table refuses more, whatever the plugin does.
    let beyond = sqlx::query(
        "insert into plugin_events.event_helper select event_id, gen_random_uuid(), 11, now() from plugin_events.event_helper limit 1",
    )
    .execute(scene.town.app.owner())
    .await;
    assert!(beyond.unwrap_err().to_string().contains("event_helper_n"));
    scene.close().await;
}
