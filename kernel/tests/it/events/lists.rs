//! Lists, the calendar, edits, the official label, and private worlds.

use super::*;

async fn titles(client: &Client, query: &str) -> Vec<String> {
    let reply = call(client, "GET", query, &Value::Null).await;
    assert_eq!(reply.line(), "200", "{query}: {}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    items
        .iter()
        .map(|event| text(&event["title"]["en"]))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_found_by_time_place_and_words() {
    let mut scene = Scene::open().await;
    let keeper = scene.town.app.administrator().await;
    let named = |ko: &str, en: &str| json!({ "title": { "ko": ko, "en": en } });
    let soon = scene
        .created(
            &scene.town.patron,
            2 * HOUR,
            named("등불 모임", "Lantern walk"),
        )
        .await;
    let later = scene
        .created(
            &scene.town.member,
            50 * HOUR,
            named("노래 모임", "Song night"),
        )
        .await;
    let visitor = scene.town.app.visitor();
    assert_eq!(titles(&visitor, "").await, ["Lantern walk", "Song night"]);
    assert_eq!(titles(&visitor, "?type=challenge").await, [""; 0]);
    assert_eq!(
        titles(&visitor, "?world=agora&q=lantern").await,
        ["Lantern walk"]
    );
    assert_eq!(
        titles(
            &visitor,
            &format!("?block={}&q=%EB%85%B8%EB%9E%98", scene.hall)
        )
        .await,
        ["Song night"]
    );
    let (from, to) = (scene.after(DAY), scene.after(3 * DAY));
    assert_eq!(
        titles(&visitor, &format!("?when=between&from={from}&to={to}")).await,
        ["Song night"]
    );
    // A part of a calendar begins with what runs at that time.
    let from = scene.after(2 * HOUR + HOUR / 2);
    let between = format!("?when=between&from={from}&to={to}");
    for (page, expected) in [
        ("", &["Lantern walk", "Song night"][..]),
        ("&limit=1", &["Lantern walk"]),
        ("&limit=1&page=2", &["Song night"]),
        ("&limit=1&page=3", &[]),
    ] {
        assert_eq!(
            titles(&visitor, &format!("{between}{page}")).await,
            expected,
            "{page}"
        );
    }
    let first = call(&visitor, "GET", &format!("{between}&limit=1"), &Value::Null).await;
    let next = text(&first.payload()["nextCursor"]);
    assert_eq!(
        titles(&visitor, &format!("{between}&limit=1&cursor={next}")).await,
        ["Song night"]
    );
    let first = call(&visitor, "GET", "?limit=1", &Value::Null).await;
    let next = text(&first.payload()["nextCursor"]);
    assert_eq!(
        titles(&visitor, &format!("?limit=1&cursor={next}")).await,
        ["Song night"]
    );

    let label = json!({ "isOfficial": true });
    let path = format!("/{soon}/official");
    assert_eq!(
        call(&scene.town.patron, "PUT", &path, &label).await.line(),
        "403 forbidden"
    );
    assert_eq!(
        call(&keeper, "PUT", &path, &label).await.payload()["isOfficial"],
        true
    );
    let body = json!({ "title": { "ko": "달 모임", "en": "Moon walk" }, "description": { "ko": "글", "en": "text" } });
    assert_eq!(
        call(&scene.town.member, "PUT", &format!("/{soon}"), &body)
            .await
            .line(),
        "403 event_organiser_only"
    );
    assert_eq!(
        call(&scene.town.patron, "PUT", &format!("/{soon}"), &body)
            .await
            .line(),
        "200"
    );
    assert_eq!(titles(&visitor, "?q=lantern").await, [""; 0]);
    assert_eq!(titles(&visitor, "?q=moon").await, ["Moon walk"]);
    let moon = &found(&visitor, "moon").await[0];
    assert_eq!(
        (&moon["link"], &moon["at"]),
        (&json!(format!("/event/{soon}")), &Value::Null)
    );
    assert!(found(&visitor, "moon%20song").await.is_empty());
    assert_eq!(
        titles(&scene.town.patron, "/mine/organised").await,
        ["Moon walk"]
    );
    apply(&scene.town.guest, &later).await;
    let joined = call(&scene.town.guest, "GET", "/mine/joined", &Value::Null).await;
    assert_eq!(joined.payload()["items"][0]["place"]["state"], "taken");

    scene.advance(4 * HOUR).await;
    let visitor = scene.town.app.visitor();
    assert_eq!(titles(&visitor, "").await, ["Song night"]);
    assert_eq!(titles(&visitor, "?when=past").await, ["Moon walk"]);
    // A world that has become private takes its events with it.
    let closed = json!({ "worldId": scene.town.id, "isPublic": false });
    assert_eq!(set_visibility(&scene, closed).await, "200");
    let hidden = call(&visitor, "GET", &format!("/{later}"), &Value::Null).await;
    assert_eq!(hidden.line(), "403 world_members_only");
    scene
        .town
        .app
        .eventually("the list has no events of private worlds", async || {
            titles(&visitor, "").await.is_empty()
        })
        .await;
    assert_eq!(
        titles(&scene.town.patron, "?world=agora").await,
        ["Song night"]
    );
    assert!(found(&visitor, "song").await.is_empty());
    // When it is public again, so are its events.
    let opened = json!({ "worldId": scene.town.id, "isPublic": true });
    assert_eq!(set_visibility(&scene, opened).await, "200");
    scene
        .town
        .app
        .eventually("the list has the events again", async || {
            titles(&visitor, "").await == ["Song night"]
        })
        .await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_follow_the_name_of_their_block_and_end_with_it() {
    let mut scene = Scene::open().await;
    let running = scene.created(&scene.town.patron, HOUR, json!({})).await;
    let (sold, tickets) = scene.ticketed(48 * HOUR, &[(30, 2)]).await;
    bought(&scene.town.member, &sold, &tickets[0], 3_000).await;
    scene.advance(HOUR).await;
    let block = format!("/api/v3/blocks/{}", scene.hall);
    let title = json!({ "ko": "새 광장", "en": "New plaza" });
    let body = json!({ "blockName": "plaza", "title": title });
    let changed = scene.town.owner.put(&block, body).await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    for event in [&running, &sold] {
        scene
            .until(event, "it has the new name", |seen| {
                seen["blockName"] == "plaza" && seen["blockTitle"]["en"] == "New plaza"
            })
            .await;
    }
    let deleted = scene.town.owner.send("DELETE", &block, None).await;
    assert_eq!(deleted.line(), "200", "{}", deleted.body);
    for event in [&running, &sold] {
        scene
            .until(event, "it is cancelled", |seen| {
                seen["phase"] == "cancelled"
            })
            .await;
    }
    let (app, member) = (&scene.town.app, &scene.town.member);
    app.eventually("the ticket is refunded", async || {
        balance(member).await == 100_000
    })
    .await;
    let title = "Your event was cancelled with its block";
    assert_eq!(alarms_of(app, &scene.town.patron, title).await.0, 2);
    scene.close().await;
}

async fn set_visibility(scene: &Scene, new: Value) -> String {
    let path = "/api/v3/worlds/admins/visibility";
    scene.town.owner.put(path, new).await.line()
}

/// The results of the search box.
async fn found(client: &Client, q: &str) -> Vec<Value> {
    let reply = call(client, "GET", &format!("/search?q={q}"), &Value::Null).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["items"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kinds_that_need_video_are_not_available_yet() {
    let scene = Scene::open().await;
    for kind in ["video", "single"] {
        let new = scene.meetup(HOUR, json!({ "type": kind }));
        let refused = call(&scene.town.patron, "POST", "", &new).await;
        assert_eq!(refused.line(), "409 event_kind_unavailable");
    }
    let new = scene.meetup(HOUR, json!({ "title": { "ko": "모임", "en": "" } }));
    let refused = call(&scene.town.patron, "POST", "", &new).await;
    assert_eq!(refused.fields(), ["title.en: This field is required."]);
    scene.close().await;
}

#[tokio::test]
async fn a_deleted_file_is_no_image_of_an_event_any_more() {
    let scene = Scene::open().await;
    let (app, host) = (&scene.town.app, &scene.town.patron);
    let file = crate::files::ready(app, host, crate::files::png(40, 40)).await;
    let changes = json!({ "imageId": file, "title": { "ko": "달맞이", "en": "Moon walk" } });
    let event = scene.created(host, DAY, changes).await;
    assert_eq!(
        detail(host, &event).await["imageUrl"],
        format!("/files/{file}")
    );
    let path = format!("/api/files/{file}");
    assert_eq!(host.send("DELETE", &path, None).await.status, 204);
    app.eventually("the image is gone", async || {
        detail(host, &event).await["imageUrl"].is_null()
    })
    .await;
    scene.close().await;
}
